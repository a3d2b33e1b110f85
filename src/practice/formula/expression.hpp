#pragma once

#include <armadillo>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "practice/formula/formula_names.hpp"

namespace attn {

/// A formula in named variables, as a learner or an exercise gives it: something that has a value
/// wherever its variables have one.
struct Expression {
  using Values = std::map<std::string, double>;

  std::vector<std::string> variables;  ///< in the order in which they are sampled
  std::function<double(const Values&)> at;
  std::string text{};  ///< as it can be read again; "" of one that was solved for
  FormulaSpelling spelling = FormulaSpelling::strict;  ///< how the text is read
  std::size_t n_parts = 1;  ///< of how many formulas it was made, each as often as it is computed
};

/// Reads a formula.
/// Errors: as Arithmetic; `at` has the errors of Arithmetic::at.
Expression expression_of(const std::string& text, const std::vector<std::string>& variables,
                         FormulaSpelling spelling = FormulaSpelling::strict);

/// The values of a formula at kSamplePoints fixed points, by which two formulas are compared.
///
/// Shapes:  (kSamplePoints × 1)
/// Errors:  as Arithmetic::at.
arma::mat samples_of(const Expression& formula);

/// The order of growth of a formula (see growth).
/// Errors:  as growth; InputError if it has no text.
arma::mat growth_of(const Expression& formula);

/// Where two formulas meet, as a formula in all variables but the first.
///
///     f(x, ...) = g(x, ...)   for one x > 0
///
/// Errors:  InputError from `at` where they do not cross between 1e-6 and 1e9.
Expression crossing_of(const Expression& f, const Expression& g);

}  // namespace attn
