#pragma once

#include <string>
#include <vector>

#include "practice/exercise/worksheet.hpp"

namespace attn {

/// A right answer to a question, as a teacher compares it with what is on paper.
struct RightAnswer {
  std::vector<std::string> lines;  ///< of a matrix its rows, else one
  bool is_matrix = false;          ///< its columns stand below one another
};

/// What is right: the truth first, then each other answer that an accepted reading has. Numbers
/// have the digits that were asked for, or one more than their tolerance tells apart.
std::vector<RightAnswer> right_answers(const Worksheet& worksheet, const Field& field);

/// How far a number may be off: "0.005", "1 %"; "" where it may not, or the answer is no number.
std::string allowed_on_paper(const Field& field);

}  // namespace attn
