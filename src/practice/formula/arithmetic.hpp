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
/// are known unless variables are called so; functions: sqrt, exp, ln, log (natural), log2, log10,
/// sin, cos, floor, ceil, int, also as np.log(2); // divides and rounds down. By hand (see
/// FormulaSpelling) names may stand in the other case and without underscores, tau is 2π, x or
/// "times" between two numbers is ×, ln2 and LN(2) are ln(2), and LaTeX is read. pow(a, b) is a^b,
/// and 3分の1 is a third.
class Arithmetic {
 public:
  /// Errors: InputError naming the token and its place, counted from 1 in characters: text that is
  ///         no arithmetic, unknown names (with the nearest one), "1,5" (use a point), "0x1",
  ///         "--1".
  Arithmetic(std::string_view text, const std::vector<std::string>& variables,
             FormulaSpelling spelling = FormulaSpelling::strict);

  /// Errors: InputError for a division by zero and whatever else gives no number.
  double at(const std::map<std::string, double>& values) const;

 private:
  FormulaSteps formula_;
  std::string shown_;
};

/// Why a formula gives no number, as a sentence.
std::string reason_of(NoNumber::Why why, const std::string& formula);

/// A number by hand in which the names of known numbers may stand, or a plain decimal one. nan, inf
/// and 1e400 are read too and are not finite; it is the comparison that never accepts them.
/// Errors: as Arithmetic.
double arithmetic_value(std::string_view text, const std::map<std::string, double>& known = {});

/// Points at which two formulas are compared; the same for every answer.
constexpr std::size_t kSamplePoints = 16;

/// The values of a function of named variables at kSamplePoints fixed points. The i-th variable
/// always has the same values there, whatever it is called.
std::vector<double> sampled(const std::function<double(const std::map<std::string, double>&)>& f,
                            const std::vector<std::string>& variables);

/// The same of a formula.
/// Errors:  as Arithmetic.
std::vector<double> sampled(std::string_view text, const std::vector<std::string>& variables,
                            FormulaSpelling spelling = FormulaSpelling::strict);

}  // namespace attn
