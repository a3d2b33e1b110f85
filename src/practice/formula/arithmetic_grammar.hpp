#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The functions that a formula may use; each takes one number.
const std::vector<std::string>& formula_functions();

/// A formula with nothing left to guess: an operator between any two operands, each function's
/// argument in parentheses, variables as v0, v1, ... and numbers as c0, c1, ...
struct PlainFormula {
  std::string text;                ///< "c0*v0*v1^c1"
  std::vector<double> constants;   ///< what c0, c1, ... stand for
  std::vector<std::string> names;  ///< what v0, v1, ... are called
};

/// The deepest that parentheses may be nested.
constexpr std::size_t kFormulaDepth = 50;

/// Reads a formula (see Arithmetic).
/// Errors:  InputError naming the piece and its place.
PlainFormula plain_formula(std::string_view text, const std::vector<std::string>& variables);

}  // namespace attn
