#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/check.hpp"
#include "cli/exercise/found_course.hpp"
#include "cli/exit_code.hpp"
#include "cli/program/program_folder.hpp"
#include "cli/programs/program_verbs.hpp"
#include "cli/terminal/live_text.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/program/program.hpp"
#include "practice/report/report.hpp"

namespace attn {
namespace {

/// "future.2", taken apart; without a number all cases of the check.
struct CaseName {
  std::string check;
  std::size_t number = 0;
};

CaseName case_of(const ExerciseSession& session) {
  const Flag& flag = session.flags().one_case;
  if (!flag) return {};
  const std::vector<std::string> parts = split(plain_value(flag.text()), '.');
  if (parts.size() > 2 || (parts.size() == 2 && !are_ascii_digits(parts[1])) ||
      flag.text().size() > 100)
    throw InputError(message("{0} takes a check or one of its cases, such as {1}, and {2} is none.",
                             flag.name(), "shape.1", preview(flag.text())));
  return {parts.front(), parts.size() == 2 ? std::stoul("0" + parts[1].substr(0, 6)) : 0};
}

// The strongest isolation that works here, or the one that was asked for. What a course says about
// running programs is somebody's word, and without bubblewrap taken only from one that is trusted.
Isolation isolation_for(const ExerciseSession& session) {
  const auto wanted = session.flags().isolation.choice(kIsolations);
  // Trying bubblewrap takes a start of it, which limits alone can do without.
  const Isolation isolation =
      wanted == Isolation::limits ? Isolation::limits : strongest_isolation();
  if (wanted == Isolation::bubblewrap && isolation != Isolation::bubblewrap)
    throw SurroundingsError(bubblewrap_trouble());
  if (isolation == Isolation::limits && !is_chosen_course(session.flags().course.text()))
    throw SurroundingsError(
        message("without bubblewrap, programs are run only for a course that you name: {} FOLDER.",
                session.flags().course.name()));
  return isolation;
}

Submission submission_of(const ExerciseSession& session, const std::string& path) {
  Submission submission{.path = path, .isolation = isolation_for(session)};
  if (const Flag& run = session.flags().run) {
    submission.run = spaced_words(run.text());
    if (submission.run.empty())
      throw InputError(message("{0} needs a command, such as {1}.", run.name(), "\"node {file}\""));
  }
  submission.hidden = {session.folder(), data_folder(), program_folder() + "/attn"};
  return submission;
}

void print_request(ExerciseSession& session, const CaseName& wanted) {
  print_result(request_of(session.exercise(), wanted.check, std::max<std::size_t>(wanted.number, 1),
                          session.variant().value_or(0)));
}

// The program again, run as it was this time.
std::string same_run(const ExerciseSession& session, const std::string& path) {
  std::string words = shell_word(path);
  for (const Flag& flag : {session.flags().run, session.flags().isolation})
    if (flag) words += " " + flag.name() + " " + shell_word(flag.text());
  return words;
}

[[noreturn]] void refuse_no_program(const ExerciseSession& session, const Exercise& exercise) {
  const std::string file = usual_program_file(exercise);
  throw InputError(message("no program was given to exercise {}, and there is no {} here.",
                           exercise.number, file),
                   {message("try   {}", session.command("start", exercise)),
                    message("or    {}", session.command("check", exercise, "FILE"))});
}

}  // namespace

ProgramResult judge_file(ExerciseSession& session, const std::string& path) {
  const Exercise& exercise = session.exercise();
  const CaseName wanted = case_of(session);
  std::optional<LiveText> live;
  if (errors_are_redrawable()) live.emplace();
  ProgramTrial trial{.variant = session.variant().value_or(0),
                     .only_check = wanted.check,
                     .only_case = wanted.number};
  trial.before_check = [&live](const ProgramCheck& check) {
    if (live) live->show(message("running {}", check.name));
  };
  return judge_program(exercise, submission_of(session, path), trial);
}

Document program_page(ExerciseSession& session, const ProgramResult& result,
                      const std::string& path) {
  const Exercise& exercise = *result.exercise;
  const std::string file = same_run(session, path);
  Document page = program_feedback(result);
  if (const ProgramCheckResult* failed = first_failure(result)) {
    const std::string one =
        fmt::format("--case {}.{}", failed->check->name, failed->failure->number);
    page.pieces.emplace_back(
        next_line(translated("this alone"), session.command("check", exercise, file + " " + one)));
    page.pieces.emplace_back(next_line(translated("its request"),
                                       session.command("check", exercise, one + " --request")));
  }
  if (!session.flags().one_case) append(page, after_check(session, exercise, result.verdict, file));
  return page;
}

int check_program(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  if (session.flags().set)
    throw InputError(message("{0} is for typed answers, and exercise {1} asks for a program.",
                             session.flags().set.name(), exercise.number));
  if (const CaseName wanted = case_of(session); session.flags().request) {
    if (wanted.check.empty())
      throw InputError(message("{0} needs to know which: {1}.", session.flags().request.name(),
                               "--case " + exercise.program->checks.front().name + ".1"));
    print_request(session, wanted);
    return kDone;
  }
  const std::string path =
      session.file().empty() ? program_here(session, exercise) : session.file();
  if (path.empty()) refuse_no_program(session, exercise);
  const ProgramResult result = judge_file(session, path);
  if (!session.flags().one_case) record_attempt(session, exercise, result.verdict);
  session.answer([&] { return program_check_json(result); },
                 [&] { return program_page(session, result, path); });
  return exit_code_of(result.verdict);
}

}  // namespace attn
