#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "practice/formula/arithmetic_grammar.hpp"

namespace attn {

/// A number written as people write them, or a formula in named variables.
///
///     1/3   sqrt(2)   2*pi   2π   √2   4nd² + 2 n^2 d   n log n
///
/// What stands before a name or an opening parenthesis multiplies it, as * would: 1/2n is (1/2)·n.
/// A name that is none but is made of variables' names stands for their product ("nd"). pi and e
/// are known unless variables are called so; functions: sqrt, exp, ln, log (natural), sin, cos.
class Arithmetic {
 public:
  /// Errors: InputError naming the token and its place, counted from 1 in characters: text that is
  ///         no arithmetic, unknown names (with the nearest one), "1,5" (use a point), "0x1",
  ///         "--1".
  Arithmetic(std::string_view text, const std::vector<std::string>& variables);

  /// Errors: InputError for a division by zero and whatever else gives no number.
  double at(const std::map<std::string, double>& values) const;

 private:
  FormulaSteps formula_;
  std::string shown_;
};

/// A number without variables, or a plain decimal one. nan, inf and 1e400 are read too and are not
/// finite; it is the comparison that never accepts them.
/// Errors: as Arithmetic.
double arithmetic_value(std::string_view text);

/// Points at which two formulas are compared; the same for every answer.
constexpr std::size_t kSamplePoints = 16;

/// The values of a function of named variables at kSamplePoints fixed points. The i-th variable
/// always has the same values there, whatever it is called.
std::vector<double> sampled(const std::function<double(const std::map<std::string, double>&)>& f,
                            const std::vector<std::string>& variables);

/// The same of a formula.
/// Errors:  as Arithmetic.
std::vector<double> sampled(std::string_view text, const std::vector<std::string>& variables);

/// How a formula grows when its variables do: two formulas with the same growth are of the same
/// order. Along each of some directions every variable is a power w of a large t, and f is compared
/// with
///
///     f(t^w1, t^w2, ...) ≈ C · t^a · (ln t)^b
///
/// at three values of t, which gives a and b; a is rounded to twelfths and b to a whole number, so
/// that what grows more slowly, or is a constant factor, does not show. The signs of O(...) and
/// Θ(...), around it or its parts, are dropped.
///
/// Shapes:  a and b in turn for each direction: 2 · (1, 7, 16 or 29) for 1, 2, 3 or 4 variables
/// Errors:  as Arithmetic; also if the formula is not positive for large variables, or grows faster
///          than a power.
std::vector<double> growth(std::string_view text, const std::vector<std::string>& variables);

}  // namespace attn
