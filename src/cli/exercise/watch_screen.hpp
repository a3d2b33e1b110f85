#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exercise/session.hpp"
#include "cli/terminal/keys.hpp"
#include "practice/judge/check.hpp"

namespace attn {

/// A file that is there for the answers to the exercise of the session.
struct OwnAnswerFile {
  std::string path;
  bool is_new = false;
};

/// The file in this folder for the answers to the exercise of the session: that of the usual name,
/// or where it belongs to something else, the next of NAME-2.txt, NAME-3.txt ... It is written as
/// `start` writes it where it is missing; one that exists is left as it is.
/// Errors: those of Worksheet and of write_files.
OwnAnswerFile own_answer_file(ExerciseSession& session);

/// Writes the file that `start` writes, unless something of that name exists. Returns whether it
/// was written.
/// Errors: those of Worksheet and of write_files.
bool write_answer_file_if_missing(ExerciseSession& session, const std::string& path);

/// The answers in a file that somebody is writing. Each of its texts is judged as often as one
/// likes and counts as one attempt.
class WatchedAnswers {
 public:
  /// To the exercise of the session.
  WatchedAnswers(ExerciseSession& session, std::string file)
      : session_(session), file_(std::move(file)) {}

  const std::string& file() const { return file_; }

  /// Reads the file; whether its text is another one than before.
  /// Errors: those of answer_bytes.
  bool read_anew();

  /// Judges what was read.
  /// Errors: those of read_answer_sheet and judge.
  CheckResult judge_text();

  /// The variant that the text or the command names.
  std::uint64_t variant() const { return variant_.value_or(session_.variant().value_or(0)); }

  /// How many texts were read.
  int n_texts() const { return n_texts_; }

 private:
  ExerciseSession& session_;
  std::string file_;
  std::optional<std::string> text_;
  std::optional<std::uint64_t> variant_;
  bool counts_ = false;  // the text was not judged yet
  int n_texts_ = 0;
};

/// What a key does while a file is watched.
enum class WatchKey {
  hint,
  editor,
  page,
  list,
  next,
  go_on,  ///< to the next exercise after a pass
  again,
  quit,
  interrupt,
  suspend,
  redraw,
  none
};

WatchKey watch_key(const KeyPress& press);

/// The keys in one line: "h hint   e edit ...".
std::string watch_keys_line();

/// Watches the answers to the exercise of the session on a screen that is drawn anew, and obeys
/// keys: hints, pages, the editor, the next exercise. `file` is that of the first exercise. After a
/// pass it goes on with the next open one. The terminal is put back as it was however it ends.
/// Returns the exit code: kDone, or kInterrupted after Ctrl-C.
int watch_on_screen(ExerciseSession& session, const std::string& file, bool is_new);

}  // namespace attn
