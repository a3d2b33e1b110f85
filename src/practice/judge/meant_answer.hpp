#pragma once

#include <string>
#include <vector>

#include "practice/exercise.hpp"

namespace attn {

/// An answer to which parentheses were added.
struct MeantAnswer {
  std::string text;
  std::string first_changed;  ///< the number, cell or formula in which they were added first
};

/// The answers that may have been meant, where parentheses were left out in the same way in every
/// cell (see with_parentheses); none where an answer has no formulas.
std::vector<MeantAnswer> answers_with_parentheses(const Field& field, const std::string& text);

}  // namespace attn
