#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exercise/session.hpp"
#include "practice/answer/answer.hpp"
#include "practice/judge/check.hpp"

namespace attn {

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

}  // namespace attn
