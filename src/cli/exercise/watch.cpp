#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
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

// Looking again and again works on every file system; notifications of changes do not.
constexpr std::chrono::milliseconds kBetweenLooks{300};

/// What tells one version of a file from another without reading it.
struct Version {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = 0;
  std::filesystem::file_time_type changed{};

  bool operator==(const Version&) const = default;
};

// Nothing if the file does not exist.
std::optional<Version> version_of(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
  std::error_code gone;  // reported at the next look
  return Version{facts.st_dev, facts.st_ino, facts.st_size,
                 std::filesystem::last_write_time(path, gone)};
}

/// Waits for versions of a file. A file that an editor is still writing is left alone: a version
/// counts once it has stood still from one look to the next.
class FileWatch {
 public:
  explicit FileWatch(std::string path) : path_(std::move(path)) {}

  void wait_for_another() {
    std::optional<Version> before;
    bool was_missing = false;
    for (;; std::this_thread::sleep_for(kBetweenLooks)) {
      const std::optional<Version> now = version_of(path_);
      if (!now && !was_missing)
        print_remark(message("attn: note: {} is not there yet; waiting for it.", path_));
      was_missing = !now;
      const bool is_first_look = !seen_ && !has_looked_;
      has_looked_ = true;
      if (now && now != seen_ && (now == before || is_first_look)) {
        seen_ = now;
        return;
      }
      before = now;
    }
  }

 private:
  std::string path_;
  std::optional<Version> seen_;
  bool has_looked_ = false;
};

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
