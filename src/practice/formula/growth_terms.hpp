#pragma once

#include <cstddef>
#include <vector>

#include "practice/formula/arithmetic_grammar.hpp"

namespace attn {

/// One term of an order of growth: a factor times a power of every variable and of its logarithm.
struct GrowthTerm {
  double factor = 1.0;
  std::vector<double> powers;  ///< of the variables, then of their logarithms
};

/// A sum of terms, no two of which have the same powers. Empty: 0.
using GrowthTerms = std::vector<GrowthTerm>;

/// The most terms that a sum may have while a formula is multiplied out.
constexpr std::size_t kMostGrowthTerms = 64;

/// Thrown where a formula is no such sum.
struct NoGrowth {
  enum class Why { no_sum_of_powers, not_positive, too_many_terms } why;
};

/// A formula multiplied out. Of what stands under a root, in a logarithm, below a fraction or in a
/// power above 8 only the leading terms are kept, which does not change the order.
/// Errors:  NoGrowth, NoNumber
GrowthTerms growth_terms(const FormulaSteps& formula);

/// The terms that count: those that no weighted geometric mean of the others reaches in every
/// variable. Beside n²d + nd² neither nd nor n^1.5 d^1.5 counts, but n^2.01 d does.
/// Errors:  NoGrowth if one that counts is negative, or if there is none.
GrowthTerms leading_terms(GrowthTerms terms);

}  // namespace attn
