#include "cli/exercise/check.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/answers_at_hand.hpp"
#include "cli/exercise/pages.hpp"
#include "cli/exercise/sitting.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/exit_code.hpp"
#include "cli/programs/program_verbs.hpp"
#include "cli/terminal/standard_input.hpp"
#include "data/files/file.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/judge/check.hpp"
#include "practice/report/report.hpp"

namespace attn {
namespace {

using State = ExerciseProgress::State;

AnswerSheet sheet_of_assignments(const Exercise& exercise, const Flag& set) {
  AnswerSheet sheet;
  sheet.source = set.name();
  std::set<std::string> names;
  for (const std::string& assignment : set.texts()) {
    sheet.entries.push_back(read_assignment(assignment));
    require_question(exercise, sheet.entries.back());
    if (!names.insert(sheet.entries.back().name).second)
      throw InputError(message("--set gives {} twice.", preview(sheet.entries.back().name)));
  }
  return sheet;
}

AnswerSheet read_sheet(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  if (const Flag& set = session.flags().set) return sheet_of_assignments(exercise, set);
  if (session.file() == "-")
    return read_answer_sheet(read_standard_input(), translated("standard input"),
                             question_names(exercise));
  return read_answer_sheet(answer_bytes(session.file()), session.file(), question_names(exercise));
}

// How to hand the same answer in again; "" unless it is a file.
std::string repeat_of(const ExerciseSession& session) {
  const std::string file = session.file();
  return file.empty() || file == "-" ? "" : shell_word(file);
}

[[noreturn]] void refuse_no_answer(const ExerciseSession& session, const Exercise& exercise) {
  throw InputError(message("no answer was given to exercise {}.", exercise.number),
                   {message("try   {}", session.command("check", exercise, "FILE")),
                    message("or    {}", session.command("check", exercise, "-")),
                    message("or    {}", session.command("check", exercise, "--set NAME=VALUE"))});
}

// With `which` before everything else, where nobody said which answers to judge.
int check_and_print(ExerciseSession& session, const AnswerSheet& sheet,
                    const std::string& which = "") {
  const CheckResult result = judge(session, sheet);
  record_sheet(session, result);
  session.answer(
      [&] {
        nlohmann::ordered_json document = check_json(result);
        document["source"] = sheet.source;
        return document;
      },
      [&] {
        Document page;
        if (!which.empty()) page.pieces.emplace_back(Paragraph{which});
        append(page, feedback(result, bool(session.flags().all)));
        const std::string repeat = repeat_of(session);
        append(page, after_check(session, *result.exercise, result.verdict, repeat));
        add_more(
            page, session, result,
            repeat.empty() ? "" : session.command("check", *result.exercise, repeat + " --all"));
        return page;
      });
  return exit_code_of(result.verdict);
}

std::vector<Flag> flags_of_programs(const ExerciseFlags& flags) {
  return {flags.run, flags.one_case, flags.request, flags.isolation};
}

// Where nothing was named: the answers at hand. A person who has none yet is asked.
int check_what_is_there(ExerciseSession& session) {
  if (const auto found = answers_at_hand(session))
    return check_and_print(session, found->sheet, found->what);
  if (!is_interactive(session)) refuse_no_answer(session, session.exercise());
  return sit_down(session);
}

Document after_pass(ExerciseSession& session, const Exercise& exercise) {
  const ExerciseProgress progress = session.progress().of(exercise.id);
  Document page{{Paragraph{passed_sentence(exercise, progress)}}};
  if (const std::size_t n = exercise.pages.hints.size(); progress.n_hints() < n)
    page.pieces.emplace_back(
        next_line(message("hints unread: {}", n - progress.n_hints()),
                  session.command(fmt::format("hint {} --all", exercise.number))));
  page.pieces.emplace_back(
      next_line(translated("solution"), session.command("solution", exercise)));
  Standing standing = session.standing();
  standing.take_as_passed(exercise.id);  // also where progress cannot be kept
  add_next(page, session, standing);
  return page;
}

}  // namespace

std::string answer_bytes(const std::string& path) {
  const File file(path);
  if (file.size() > kAnswerLimit)
    throw InputError(
        message("{}: the file is too large for an answer: {} bytes, and at most {} "
                "are read.",
                path, file.size(), kAnswerLimit));
  return file.size() == 0 ? "" : file.bytes(0, file.size());
}

CheckResult judge(ExerciseSession& session, const AnswerSheet& sheet) {
  const std::uint64_t variant = session.variant().value_or(sheet.variant.value_or(0));
  return check(session.exercise(), Worksheet(session.exercise(), variant), sheet);
}

void record_sheet(ExerciseSession& session, const CheckResult& result) {
  const bool is_pass = result.verdict == Verdict::pass;
  if (result.is_attempt())
    return record_attempt(session, *result.exercise, is_pass ? Verdict::pass : Verdict::not_yet);
  if (result.verdict == Verdict::unreadable) return;
  session.record(result.exercise->id,
                 [](ExerciseProgress& progress) { progress.mark(State::started); });
}

void record_attempt(ExerciseSession& session, const Exercise& exercise, Verdict verdict) {
  if (verdict == Verdict::unreadable) return;
  session.record(exercise.id, [verdict](ExerciseProgress& progress) {
    if (is_passed(progress)) return;
    progress.count_attempt();
    progress.state = verdict == Verdict::pass ? State::passed : State::started;
  });
}

std::string passed_sentence(const Exercise& exercise, const ExerciseProgress& progress) {
  if (progress.attempts <= 1) return message("Exercise {} is passed.", exercise.number);
  return message("Exercise {} is passed, at attempt {}.", exercise.number, progress.attempts);
}

Document after_check(ExerciseSession& session, const Exercise& exercise, Verdict verdict,
                     const std::string& repeat) {
  if (verdict == Verdict::pass) return after_pass(session, exercise);
  const bool is_attempt = verdict != Verdict::unreadable;
  const ExerciseProgress progress = session.progress().of(exercise.id);
  const bool has_unread = progress.n_hints() < exercise.pages.hints.size();
  Document page;
  if (is_attempt && has_unread)
    page.pieces.emplace_back(next_line(translated("hint"), session.command("hint", exercise)));
  if (!repeat.empty())
    page.pieces.emplace_back(
        next_line(translated("again"), session.command("check", exercise, repeat)));
  if (is_attempt && may_read_solution(progress))
    page.pieces.emplace_back(
        next_line(translated("solution"), session.command("solution", exercise)));
  else if (is_attempt && !has_unread)
    page.pieces.emplace_back(
        next_line(translated("give up"), session.command("solution", exercise, "--give-up")));
  return page;
}

void add_more(Document& page, const ExerciseSession& session, const CheckResult& result,
              const std::string& command) {
  if (session.flags().all || !has_more_in_full(result)) return;
  if (command.empty())
    page.pieces.emplace_back(
        Paragraph{translated("With --all, every wrong cell of every question is shown.")});
  else
    page.pieces.emplace_back(next_line(translated("in full"), command));
}

int exit_code_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return kDone;
    case Verdict::not_yet:
      return kNotYet;
    case Verdict::unreadable:
      return kWrongInput;
  }
  return kOurBug;
}

int check_exercise(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  if (exercise.program) return check_program(session);
  for (const Flag& flag : flags_of_programs(session.flags()))
    if (flag)
      throw InputError(message("{0} is for programs, and exercise {1} asks for answers.",
                               flag.name(), exercise.number));
  const bool has_set = bool(session.flags().set);
  if (has_set && !session.file().empty())
    refuse_together(session.flags().set.name(), preview(session.file()));
  try {
    if (!has_set && session.file().empty()) return check_what_is_there(session);
    return check_and_print(session, read_sheet(session));
  } catch (const InputError& error) {
    if (session.is_json())  // programs get a document even where nothing could be judged
      session.print(unreadable_json(exercise, session.variant().value_or(0), error.what()));
    throw;
  }
}

}  // namespace attn
