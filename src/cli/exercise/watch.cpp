#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/changes.hpp"
#include "cli/exercise/check.hpp"
#include "cli/exercise/sitting.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/exit_code.hpp"
#include "cli/programs/program_verbs.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/watch/own_answer_file.hpp"
#include "cli/watch/watch_on_screen.hpp"
#include "cli/watch/watched_answers.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/report/report.hpp"
#include "render/text/document.hpp"

namespace attn {
namespace {

void print_check(ExerciseSession& session, const CheckResult& result, int n,
                 const std::string& file) {
  if (session.is_json()) return print_result(compact_json(check_json(result)) + "\n");
  Document page{{Heading{message("check {}", n), 2}}};
  append(page, feedback(result, bool(session.flags().all)));
  append(page, after_check(session, *result.exercise, result.verdict, ""));
  add_more(page, session, result,
           session.command("check", *result.exercise, shell_word(file) + " --all"));
  VerbScreen screen(std::move(page));
  screen.streams = true;
  session.print(screen);
  if (result.verdict != Verdict::pass) print_result("\n");
}

// Prints one check below the other until one passes. Mistakes in the file are reported, and the
// watching goes on.
void watch_line_by_line(ExerciseSession& session, const std::string& file) {
  leave_at_interrupt();
  if (!session.is_json())
    print_remark(
        message("attn: note: watching {}. Save it to have it checked; Ctrl-C ends this.", file));
  FileWatch watch(file);
  WatchedAnswers answers(session, file);
  for (int n = 0;;) {
    watch.wait_for_another();
    try {
      if (!answers.read_anew()) continue;
      const CheckResult result = answers.judge_text();
      print_check(session, result, ++n, file);
      if (result.verdict == Verdict::pass) return;
    } catch (const InputError& error) {
      print_error(error.what(), error.hints);
    }
  }
}

void require_named(const ExerciseSession& session) {
  const bool names_exercise = session.flags().words.size() > 1;
  if (!session.file().empty()) return;
  throw InputError(names_exercise ? message("{} needs to know which file.", "watch")
                                  : message("{} needs to know which exercise.", "watch"),
                   {message("usage: attn exercise {}", "watch ID FILE")});
}

// A person finds a file to write into; a program is waited for.
OwnAnswerFile file_to_watch(ExerciseSession& session) {
  const std::string named = session.file();
  if (named.empty()) return own_answer_file(session);
  return {named, is_interactive(session) && write_answer_file_if_missing(session, named)};
}

}  // namespace

int watch_exercise(ExerciseSession& session) {
  if (!is_interactive(session)) require_named(session);
  if (session.flags().words.size() == 1) {
    const Exercise* const next = session.standing().next();
    if (next == nullptr) return show_where(session);  // says that all are passed
    session.choose(next->id);
  }
  if (session.exercise().program) return watch_program(session);
  const OwnAnswerFile file = file_to_watch(session);
  if (is_interactive(session) && screen_is_redrawable())
    return watch_on_screen(session, file.path, file.is_new);
  watch_line_by_line(session, file.path);
  return kDone;
}

}  // namespace attn
