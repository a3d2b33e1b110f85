#pragma once

#include <string>
#include <vector>

namespace attn {

/// What a formula may do with numbers: + - * / // ^ with two of them, a minus sign or a function
/// with one.
struct FormulaOperation {
  const char* name;     ///< "+", "sqrt"
  unsigned n_operands;  ///< 1 or 2
  unsigned binds;       ///< which binds more tightly: * more than +
  bool from_right;      ///< 2^3^2 is 2^(3^2), but 2 - 3 - 2 is (2 - 3) - 2
  double (*of)(const double* operands);
};

/// The operation between two numbers that a sign stands for: one of + - * / // ^. As in Python,
/// // divides and rounds down.
const FormulaOperation& operation_between(const std::string& sign);

/// The minus sign before a number. It binds less tightly than a power: −2² is −(2²).
const FormulaOperation& minus_sign();

/// The function of that name; null where there is no such function.
const FormulaOperation* function_named(const std::string& name);

/// The names of the functions that a formula may use; each takes one number.
const std::vector<std::string>& formula_functions();

/// Thrown where an operation gives no number.
struct NoNumber {
  enum class Why { divides_by_zero, root_of_negative, logarithm, power, too_large } why;
};

}  // namespace attn
