#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exercise/session.hpp"
#include "cli/terminal/keys.hpp"
#include "practice/answer/answer.hpp"
#include "practice/judge/check.hpp"
#include "trace/document.hpp"

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

/// What is known of a watched file.
struct WatchView {
  std::string file;
  int n_texts = 0;  ///< that it had so far
  bool is_missing = false;
  std::optional<CheckResult> result{};  ///< of its text
  Document trouble{};                   ///< why there is none
  Document said{};                      ///< a hint, or a remark
  Document after_pass{};                ///< how to go on
};

/// The screen of a watched file: the exercise, what is open in it, the verdict, and the keys.
class WatchScreen {
 public:
  explicit WatchScreen(ExerciseSession& session) : session_(session) {}

  /// Draws it in the place of what was there, as wide and as high as the terminal is now. Where the
  /// verdict does not fit, its first wrong question is shown.
  void draw(const WatchView& view);

  /// Prints a page in the place of everything. Returns whether a pager showed it, so that the
  /// person has read it.
  bool show(const Document& page);

 private:
  std::string text_of(const Document& page) const;
  Document head(const WatchView& view) const;
  Document verdict(const WatchView& view) const;
  std::string cut(const Document& page, std::size_t n, const std::string& rest) const;
  std::string fitting(const WatchView& view, std::size_t room) const;

  ExerciseSession& session_;
};

/// The graded questions that are not right yet, the first of them first.
std::vector<const FieldResult*> open_questions(const CheckResult& result);

/// Watches the answers to the exercise of the session on a screen that is drawn anew, and obeys
/// keys: hints, pages, the editor, the next exercise. `file` is that of the first exercise. After a
/// pass it goes on with the next open one. The terminal is put back as it was however it ends.
/// Returns the exit code: kDone, or kInterrupted after Ctrl-C.
int watch_on_screen(ExerciseSession& session, const std::string& file, bool is_new);

}  // namespace attn
