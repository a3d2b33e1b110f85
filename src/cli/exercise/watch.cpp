#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/changes.hpp"
#include "cli/exercise/check.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/report/exercise_json.hpp"
#include "render/text/json_document.hpp"

namespace attn {
namespace {

/// The checks of one file, numbered.
class Checks {
 public:
  explicit Checks(ExerciseSession& session) : session_(session) {}

  /// Whether the answer passes. Mistakes in the file are reported, and the watching goes on.
  bool passes_now() {
    try {
      const std::string bytes = answer_bytes(session_.file());
      if (bytes == bytes_) return false;
      bytes_ = bytes;
      return passes(judge(session_, read_answer_sheet(bytes, session_.file())));
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
             session_.command("check", *result.exercise, shell_word(session_.file()) + " --all"));
    session_.print(page);
    if (!is_pass) print_result("\n");
    return is_pass;
  }

  ExerciseSession& session_;
  std::optional<std::string> bytes_;  // of the answer that was judged last
  int n_ = 0;
};

}  // namespace

int watch_exercise(ExerciseSession& session) {
  session.exercise();  // fails at once if it does not exist
  leave_at_interrupt();
  if (!session.is_json())
    print_remark(message("attn: note: watching {}. Save it to have it checked; Ctrl-C ends this.",
                         session.file()));
  FileWatch watch(session.file());
  Checks checks(session);
  do {
    watch.wait_for_another();
  } while (!checks.passes_now());
  return kDone;
}

}  // namespace attn
