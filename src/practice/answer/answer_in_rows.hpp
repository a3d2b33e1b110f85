#pragma once

#include <string>
#include <vector>

#include "practice/answer/answer_context.hpp"
#include "practice/exercise.hpp"

namespace attn {

/// An answer as it is typed line by line. A matrix grows by a row at a time, each of which is
/// looked at when it comes; everything else is one line.
class AnswerInRows {
 public:
  /// With the lines that were typed before, which need not be whole.
  AnswerInRows(const Field& field, AnswerContext context, const std::string& typed = "");

  /// Takes a line. Returns why it is no row of this matrix, as a sentence, and leaves it out then;
  /// "" if it is one. Several rows at once ("1 0; 0 1", [[1, 0], [0, 1]]) are the whole answer; an
  /// empty line ends a bracket that was left open. A semicolon may end each row ("1 0;").
  std::string add(const std::string& line);

  /// Takes the last line back; false if there is none.
  bool take_back();

  bool is_whole() const { return is_whole_; }
  bool is_empty() const { return lines_.empty(); }

  /// Whether a bracket that was opened has not been closed yet.
  bool has_open_bracket() const;

  const std::vector<std::string>& lines() const { return lines_; }

  /// What it was when it had its first n lines.
  AnswerInRows first(std::size_t n) const;

  /// The row that is typed next, from 1; 0 where the answer has no rows.
  std::size_t next_row() const;

  std::string text() const;

 private:
  bool has_rows() const;
  bool is_single_row(const std::string& line) const;
  bool begins_anew(const std::string& line) const;
  bool are_all_rows(const std::string& line) const;
  std::string end();
  std::string add_row(const std::string& line);

  const Field& field_;
  AnswerContext context_;
  std::vector<std::string> lines_;
  bool is_whole_ = false;
};

}  // namespace attn
