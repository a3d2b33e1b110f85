#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A number written as people write them, or a formula in named variables.
///
///     1/3   sqrt(2)   2*pi   2π   √2   4nd² + 2 n^2 d
///
/// A number or a closing parenthesis before a name multiplies, and a name that is none but is made
/// of variables' names stands for their product ("nd"). pi and e are known; functions: sqrt, exp,
/// ln, log (natural), sin, cos.
class Arithmetic {
 public:
  /// Errors: InputError naming the token and its place, counted from 1 in characters: text that is
  ///         no arithmetic, unknown names (with the nearest one), "1,5" (use a point), "0x1",
  ///         "--1".
  Arithmetic(std::string_view text, const std::vector<std::string>& variables);

  /// Errors: InputError for a division by zero and whatever else gives no number.
  double at(const std::map<std::string, double>& values) const;

  /// The variables in it, each once.
  const std::vector<std::string>& variables() const { return used_; }

 private:
  std::string expression_;  // with ASCII names and an operator between any two of them
  std::string shown_;
  std::vector<std::string> used_;
};

/// A number without variables, or a plain decimal one. nan, inf and 1e400 are read too and are not
/// finite; it is the comparison that never accepts them.
/// Errors: as Arithmetic.
double arithmetic_value(std::string_view text);

/// The values of a formula at kSamplePoints fixed points, by which two formulas are compared.
///
/// Shapes:  (kSamplePoints × 1)
/// Errors:  as Arithmetic.
std::vector<double> sampled(std::string_view text, const std::vector<std::string>& variables);

/// How a formula grows along each of some directions, log f / log t with every variable t to a
/// power of its own: two formulas with the same growth are of the same order. O(...) around it is
/// dropped.
///
/// Errors:  as Arithmetic; also if the formula is not positive for large variables.
std::vector<double> growth(std::string_view text, const std::vector<std::string>& variables);

}  // namespace attn
