#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "cli/exercise/changes.hpp"
#include "cli/exercise/check.hpp"
#include "cli/exit_code.hpp"
#include "cli/programs/program_verbs.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "practice/report/report.hpp"
#include "render/text/document.hpp"

namespace attn {
namespace {

void print_trial(ExerciseSession& session, const ProgramResult& result, const std::string& path,
                 int n) {
  if (session.is_json()) return print_result(compact_json(program_check_json(result)) + "\n");
  Document page{{Heading{message("check {}", n), 2}}};
  append(page, program_page(session, result, path));
  VerbScreen screen(std::move(page));
  screen.streams = true;
  session.print(screen);
  if (result.verdict != Verdict::pass) print_result("\n");
}

// The file to watch: the one that was named or lies here, else the template, written.
std::string watched_program(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  std::string path = session.file().empty() ? program_here(session, exercise) : session.file();
  if (path.empty()) path = usual_program_file(exercise);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    path = (std::filesystem::path(path) / program_in_folder(*exercise.program, path)).string();
  if (!std::filesystem::exists(path, ignored)) {
    write_program_template(exercise, path, false);
    print_remark(message("attn: note: {} is written.", path));
  }
  return path;
}

}  // namespace

int watch_program(ExerciseSession& session) {
  const std::string path = watched_program(session);
  leave_at_interrupt();
  if (!session.is_json())
    print_remark(
        message("attn: note: watching {}. Save it to have it checked; Ctrl-C ends this.", path));
  FileWatch watch(path);
  for (int n = 0;;) {
    watch.wait_for_another();
    try {
      const ProgramResult result = judge_file(session, path);
      record_attempt(session, *result.exercise, result.verdict);
      print_trial(session, result, path, ++n);
      if (result.verdict == Verdict::pass) return kDone;
    } catch (const InputError& error) {
      print_error(error.what(), error.hints);
    }
  }
}

}  // namespace attn
