
#include <sys/stat.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/answers.hpp"
#include "cli/exercise/program.hpp"
#include "cli/exercise/session.hpp"
#include "cli/exercise/sitting.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/file.hpp"
#include "practice/feedback/feedback.hpp"
#include "render/text/document.hpp"

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
        if (!which.empty()) page.add(Paragraph{which});
        page.add(feedback(result, bool(session.flags().all)));
        const std::string repeat = repeat_of(session);
        page.add(after_check(session, *result.exercise, result.verdict, repeat));
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
    page.add(next_line(message("hints unread: {}", n - progress.n_hints()),
                       session.command(fmt::format("hint {} --all", exercise.number))));
  page.add(next_line(translated("solution"), session.command("solution", exercise)));
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

void record_start(ExerciseSession& session, const Exercise& exercise) {
  session.record(exercise.id, [](ExerciseProgress& progress) { progress.mark(State::started); });
}

void record_sheet(ExerciseSession& session, const CheckResult& result) {
  const bool is_pass = result.verdict == Verdict::pass;
  if (result.is_attempt())
    return record_attempt(session, *result.exercise, is_pass ? Verdict::pass : Verdict::not_yet);
  if (result.verdict != Verdict::unreadable) record_start(session, *result.exercise);
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
    page.add(next_line(translated("hint"), session.command("hint", exercise)));
  if (!repeat.empty())
    page.add(next_line(translated("again"), session.command("check", exercise, repeat)));
  if (is_attempt && may_read_solution(progress))
    page.add(next_line(translated("solution"), session.command("solution", exercise)));
  else if (is_attempt && !has_unread)
    page.add(next_line(translated("give up"), session.command("solution", exercise, "--give-up")));
  return page;
}

void add_more(Document& page, const ExerciseSession& session, const CheckResult& result,
              const std::string& command) {
  if (session.flags().all || !has_more_in_full(result)) return;
  if (command.empty())
    page.add(Paragraph{translated("With --all, every wrong cell of every question is shown.")});
  else
    page.add(next_line(translated("in full"), command));
}

int exit_code_of(Verdict verdict) {
  if (verdict == Verdict::pass) return kDone;
  return verdict == Verdict::not_yet ? kNotYet : kWrongInput;
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

namespace {

// A page as remarks of an answer file.
std::string as_remarks(const Document& page) {
  constexpr unsigned kWidth = 79;  // and the mark of a remark
  std::string text = document_text(page, Layout{.width = kWidth}), remarks;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    remarks += line.empty() ? "#\n" : "#" + line + "\n";
    at = end + 1;
  }
  return remarks;
}

std::string asked_in_file(const Field& field, const arma::mat& truth, std::size_t place,
                          std::size_t n) {
  Document page{{Heading{message("{0} of {1}   {2}", place, n, field.name), 2},
                 Paragraph{question_text(field, truth)}}};
  append_options(page, field);
  return as_remarks(page) + field.name + " =\n";
}

}  // namespace

std::string answer_file_text(const Exercise& exercise, Worksheet& worksheet) {
  if (!exercise.pages.answer_template.empty()) return template_text(exercise, worksheet.variant());
  std::string text = template_text(exercise, worksheet.variant()) + "\n";
  Document head{{Heading{exercise_name(exercise)}}};
  head.add(given_values(exercise, worksheet));
  head.add(Paragraph{
      translated("Write the answers after the equals signs; a matrix row by row, below the sign. "
                 "What stands behind a # is not read.")});
  text += as_remarks(head);
  for (std::size_t i = 0; i < exercise.fields.size(); ++i) {
    const Field& field = exercise.fields[i];
    text +=
        "\n" + asked_in_file(field, worksheet.numbers(field.name), i + 1, exercise.fields.size());
  }
  return text;
}

namespace {

namespace fs = std::filesystem;

fs::file_time_type changed_at(const std::string& path) {
  std::error_code missing;
  const fs::file_time_type time = fs::last_write_time(path, missing);
  return missing ? fs::file_time_type::min() : time;
}

AnswerSheet answers_in_file(const std::string& file, const Exercise& exercise) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return {};
  return read_answer_sheet(answer_bytes(file), file, question_names(exercise));
}

}  // namespace

std::string usual_file(const Exercise& exercise) {
  return exercise.id + "." +
         (exercise.program ? exercise.program->languages.front().extension : "txt");
}

std::optional<AnswersAtHand> answers_at_hand(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  const std::string file = usual_file(exercise);
  AnswerSheet typed = session.typed_answers(exercise), written = answers_in_file(file, exercise);
  if (typed.entries.empty() && written.entries.empty()) return std::nullopt;
  const bool has_both = !typed.entries.empty() && !written.entries.empty();
  const bool takes_file =
      has_both ? changed_at(file) >= changed_at(typed.source) : typed.entries.empty();
  std::string what = takes_file ? message("These are the answers in {}.", file)
                                : std::string(translated("These are the answers that were typed at "
                                                         "the prompt."));
  if (has_both)
    add_sentence(what, takes_file
                           ? message("Those that were typed at the prompt are older: {}",
                                     session.command("check", exercise, shell_word(typed.source)))
                           : message("Those in the file are older: {}",
                                     session.command("check", exercise, shell_word(file))));
  return AnswersAtHand{takes_file ? std::move(written) : std::move(typed), what};
}

std::string keep_old(const std::string& file) {
  struct stat facts {};
  if (::lstat(file.c_str(), &facts) != 0) return "";
  if (!S_ISREG(facts.st_mode))
    throw InputError(message("{}: an ordinary file was expected.", file));
  std::string kept = file + ".old";
  std::error_code error;
  for (int n = 2; fs::create_hard_link(file, kept, error), error == std::errc::file_exists; ++n)
    kept = fmt::format("{}.old.{}", file, n);
  if (error) fs::copy_file(file, kept, error);  // where there are no hard links
  if (error) throw SurroundingsError(message("{}: the file cannot be kept as {}.", file, kept));
  return kept;
}

void append_kept(Document& page, const std::string& file, const std::string& kept) {
  if (!kept.empty())
    page.add(Paragraph{message("The old contents of {} are kept in {}.", file, kept)});
}

}  // namespace attn
