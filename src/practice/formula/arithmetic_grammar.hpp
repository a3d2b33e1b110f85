#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "practice/formula/formula_names.hpp"
#include "practice/formula/operations.hpp"

namespace attn {

/// The place of a variable among those of a formula.
struct VariablePlace {
  std::size_t place;
};

/// A formula in the order in which it is worked out: numbers and variables are put on a stack, an
/// operation takes its operands off it and leaves its result. 2 + n·d is 2 n d * +.
struct FormulaSteps {
  using Step = std::variant<double, VariablePlace, const FormulaOperation*>;

  std::vector<Step> steps;
  std::vector<std::string> names;  ///< of the variables that occur

  /// The value, with a number for each of `names`.
  /// Errors:  NoNumber
  double at(const std::vector<double>& values) const;
};

/// The deepest that parentheses may be nested.
constexpr std::size_t kFormulaDepth = 50;

/// Reads a formula (see Arithmetic).
/// Errors:  InputError naming the piece and its place.
FormulaSteps formula_steps(std::string_view text, const std::vector<std::string>& variables,
                           FormulaSpelling spelling = FormulaSpelling::strict);

}  // namespace attn
