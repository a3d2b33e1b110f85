#include <algorithm>
#include <csignal>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/judge/check.hpp"

namespace attn {
namespace {

using Mood = LabelledLine::Mood;

constexpr std::size_t kMostLines = 12;

void append_first_printed(Document& page, const std::string& title, const std::string& text,
                          bool says_how_many_more = true) {
  const PrintedLines printed = first_printed(text, kMostLines);
  if (printed.lines.empty()) return;
  page.add(Paragraph{title});
  page.add(CodeBlock{.lines = printed.lines, .wraps = true});
  if (printed.n_left_out > 0)
    page.add(Paragraph{says_how_many_more ? message("... and {} more lines.", printed.n_left_out)
                                          : translated("... and more.")});
}

// Of a program that was ended the first lines: how far it came is another in every run.
void append_errors(Document& page, const RunResult& run) {
  if (was_ended(run.ending)) {
    append_first_printed(page, translated("On standard error:"), run.err, false);
    return;
  }
  const PrintedLines printed = last_printed(run.err, kMostLines);
  if (printed.lines.empty()) return;
  page.add(Paragraph{
      printed.n_left_out == 0
          ? translated("On standard error:")
          : message("On standard error, after {} lines before these:", printed.n_left_out)});
  page.add(CodeBlock{.lines = printed.lines, .wraps = true});
}

std::string signal_text(int signal) {
  switch (signal) {
    case SIGSEGV:
      return translated("It crashed: it used memory that is not its own (segmentation fault).");
    case SIGABRT:
      return translated(
          "It gave up by itself (abort): an exception that nobody caught, or an "
          "assertion that failed.");
    case SIGFPE:
      return translated("It crashed: a whole number was divided by 0.");
    case SIGILL:
      return translated("It crashed: an instruction that the processor does not have.");
    case SIGXFSZ:
      return translated("It wrote a file that is larger than allowed.");
    case SIGKILL:
      return translated("It was killed; most often there was no memory left.");
    default:
      return message("It was ended by signal {}.", signal);
  }
}

LabelledLine status_of(const ProgramCheckResult& result) {
  const std::string title = title_of_check(*result.check);
  switch (result.state) {
    case CheckState::pass:
      return {result.check->name, "✓ " + title, Mood::good};
    case CheckState::failed:
      return {result.check->name, message("not yet: {}", title), Mood::bad};
    case CheckState::skipped:
      return {result.check->name, message("waits for {}", listed(result.waits_for)), Mood::quiet};
  }
  return {};
}

// The mistakes that explain every reply. Of those that say the same one is enough.
void append_mistakes(Document& page, const ProgramResult& result) {
  for (const auto& [field, mistakes] : result.mistakes) {
    if (mistakes.empty()) continue;
    std::vector<std::string> said;
    for (const Alternative* mistake : mistakes)
      if (const std::string text = text_of_misconception(*mistake);
          std::find(said.begin(), said.end(), text) == said.end())
        said.push_back(text);
    std::string text = said.size() == 1 ? said.front()
                                        : std::string(translated("Each of these mistakes gives "
                                                                 "these replies:"));
    if (said.size() == 1)
      add_sentence(text,
                   result.n_requests == 1
                       ? message("In its one reply, {} is what this mistake gives.", field->name)
                       : message("In all {0} replies of the program, {1} is what this mistake "
                                 "gives.",
                                 result.n_requests, field->name));
    page.add(Paragraph{text});
    for (std::size_t i = 0; said.size() > 1 && i < said.size(); ++i)
      page.add(ListItem{"-", said[i]});
  }
}

void append_changed(Document& page, const FieldResult& field) {
  page.add(
      Paragraph{message("The request was changed where it must not matter, and {} "
                        "changed with it. Below is the second reply, with 0 where "
                        "it may change.",
                        field.field->name)});
}

void append_fields(Document& page, const ProgramResult& result, const CaseResult& failure) {
  for (const FieldResult& field : failure.fields) {
    if (!field.is_slip()) continue;
    if (field.verdict == FieldVerdict::wrong_shape) {
      page.add(Paragraph{shape_message(*field.field, field.given, field.expected)});
      continue;
    }
    if (failure.has_changed) append_changed(page, field);
    for (const Piece& piece : field_details(*result.exercise, field)) page.add(piece);
    if (!field.given.is_finite()) page.add(Paragraph{not_finite_message(field.given)});
  }
}

void append_failure(Document& page, const ProgramResult& result, const ProgramCheckResult& failed) {
  const CaseResult& failure = *failed.failure;
  page.add(Heading{fmt::format("{}.{}", failed.check->name, failure.number), 2});
  switch (failure.verdict) {
    case CaseVerdict::stopped:
      page.add(Paragraph{ending_text(failure.run, result.exercise->program->limits)});
      break;
    case CaseVerdict::unreadable:
      page.add(Paragraph{failure.why});
      append_first_printed(page, translated("It printed:"), failure.run.out);
      break;
    default:
      append_mistakes(page, result);
      append_fields(page, result, failure);
  }
  append_errors(page, failure.run);
}

void append_build(Document& page, const RunResult& build) {
  page.add(Heading{translated("compiling"), 2});
  page.add(Paragraph{build_text(build)});
  append_first_printed(page, translated("It said:"), build.err);
}

LabelledLine program_verdict_line(const ProgramResult& result) {
  if (result.verdict == Verdict::pass)
    return {"",
            result.is_whole ? translated("✓ All of it is right.")
                            : translated("✓ This is right. The other checks were not run."),
            Mood::good};
  if (result.failed_build) return {"", translated("Not yet: the program must be compiled first.")};
  const auto n_passed =
      std::count_if(result.checks.begin(), result.checks.end(),
                    [](const auto& one) { return one.state == CheckState::pass; });
  return {"", message("Not yet: {0} of {1} checks are passed.", n_passed, result.checks.size())};
}

}  // namespace

std::string ending_text(const RunResult& run, const Limits& limits) {
  switch (run.ending) {
    case Ending::exited:
      return message(
          "It ended with exit code {}: whatever it printed does not count. A program that "
          "is done ends with 0.",
          run.exit_code);
    case Ending::signalled:
      return run.exit_code == 0 ? signal_text(run.signal)
                                : message("{0} Or else it chose to end with exit code {1}.",
                                          signal_text(run.signal), run.exit_code);
    case Ending::wall_time:
      return message(
          "It was stopped after {} s: it may be waiting for input that never comes, or may never "
          "end.",
          plain_number(limits.wall_seconds));
    case Ending::cpu_time:
      return message("It was stopped after computing for {} s: it may have a loop that never ends.",
                     plain_number(limits.cpu_seconds));
    case Ending::memory:
      return message("It was stopped because it used more than {} MiB of memory.",
                     limits.memory_bytes >> 20);
    case Ending::threads:
      return message("It was stopped because it had more than {} processes and threads.",
                     limits.n_threads);
    case Ending::output:
      return message("It was stopped because it printed more than {} KiB.",
                     limits.output_bytes >> 10);
    case Ending::not_started:
      return run.reason;
  }
  return "";
}

std::string build_text(const RunResult& build) {
  if (build.ending == Ending::exited) return translated("The compiler refused the program.");
  return message("The compiler was stopped. {}", ending_text(build, kCompileLimits));
}

std::string title_of_check(const ProgramCheck& check) {
  return check.is_hidden ? translated("a check that only your teacher knows") : check.title.here();
}

std::string isolation_text(Isolation isolation) {
  return isolation == Isolation::bubblewrap
             ? translated(
                   "Run in bubblewrap: no network, no files but its own, limited time and "
                   "memory.")
             : translated(
                   "Run with limits of time and memory alone, without bubblewrap: it can see "
                   "and change your files, leave notes for its next run, and end your programs.");
}

const ProgramCheckResult* first_failure(const ProgramResult& result) {
  for (const ProgramCheckResult& one : result.checks)
    if (one.failure) return &one;
  return nullptr;
}

Document program_feedback(const ProgramResult& result) {
  Document page;
  for (const ProgramCheckResult& one : result.checks) page.add(status_of(one));
  if (result.failed_build) append_build(page, *result.failed_build);
  if (const ProgramCheckResult* failed = first_failure(result))
    append_failure(page, result, *failed);
  page.add(program_verdict_line(result));
  page.add(LabelledLine{"", isolation_text(result.isolation), Mood::quiet});
  return page;
}

}  // namespace attn
