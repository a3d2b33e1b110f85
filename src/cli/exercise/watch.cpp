#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/answer_file.hpp"
#include "cli/exercise/answers_at_hand.hpp"
#include "cli/exercise/changes.hpp"
#include "cli/exercise/check.hpp"
#include "cli/exercise/sitting.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "data/files/write_file.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/report/exercise_json.hpp"
#include "render/text/json_document.hpp"

namespace attn {
namespace {

/// The checks of one file, numbered.
class Checks {
 public:
  Checks(ExerciseSession& session, std::string file) : session_(session), file_(std::move(file)) {}

  /// Whether the answer passes. Mistakes in the file are reported, and the watching goes on.
  bool passes_now() {
    try {
      const std::string bytes = answer_bytes(file_);
      if (bytes == bytes_) return false;
      bytes_ = bytes;
      return passes(judge(session_, read_answer_sheet(bytes, file_)));
    } catch (const InputError& error) {
      print_error(error.what(), error.hints);
      return false;
    }
  }

 private:
  bool passes(const CheckResult& result) {
    ++n_;
    record_check(session_, result);
    const bool is_pass = result.verdict == Verdict::pass;
    if (session_.is_json()) {
      print_result(compact_json(check_json(result)) + "\n");
      return is_pass;
    }
    Document page{{Heading{message("check {}", n_), 2}}};
    append(page, feedback(result, bool(session_.flags().all)));
    append(page, after_check(session_, result, ""));
    add_more(page, session_, result,
             session_.command("check", *result.exercise, shell_word(file_) + " --all"));
    VerbScreen screen(std::move(page));
    screen.streams = true;
    session_.print(screen);
    if (!is_pass) print_result("\n");
    return is_pass;
  }

  ExerciseSession& session_;
  const std::string file_;
  std::optional<std::string> bytes_;  // of the answer that was judged last
  int n_ = 0;
};

// A person finds a file to write into; a program is waited for.
void make_file_if_missing(ExerciseSession& session, const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored)) return;
  if (!is_interactive(session)) return;
  Worksheet worksheet = session.worksheet();
  write_files({{file, answer_file_text(session.exercise(), worksheet)}}, false);
}

}  // namespace

int watch_exercise(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();  // fails at once if it does not exist
  if (session.file().empty() && !is_interactive(session))
    throw InputError(message("{} needs to know which file.", "watch"),
                     {message("usage: attn exercise {}", "watch ID FILE")});
  const std::string file = session.file().empty() ? usual_answer_file(exercise) : session.file();
  make_file_if_missing(session, file);
  leave_at_interrupt();
  if (!session.is_json())
    print_remark(
        message("attn: note: watching {}. Save it to have it checked; Ctrl-C ends this.", file));
  FileWatch watch(file);
  Checks checks(session, file);
  do {
    watch.wait_for_another();
  } while (!checks.passes_now());
  return kDone;
}

}  // namespace attn
