#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "practice/formula/formula_names.hpp"

namespace attn {

/// The most terms that an order of growth may have once those that do not count are dropped.
constexpr std::size_t kGrowthTerms = 16;

/// How a formula grows when its variables do: two formulas have the same growth if they are of the
/// same order. The formula is multiplied out to a sum of terms
///
///     v₁^a₁ · v₂^a₂ · ... · (ln v₁)^b₁ · (ln v₂)^b₂ · ...
///
/// from which factors and the terms that grow no faster than the rest are dropped (see
/// leading_terms); max(..., ...) is a sum. The signs of O(...) and Θ(...), around the formula or
/// its parts, are dropped too.
///
/// Shapes:  the number of terms, then for each of kGrowthTerms terms 2 · variables.size() powers
///          (a₁, a₂, ..., b₁, b₂, ...), the highest first and zeros after the last
/// Errors:  as Arithmetic; also if the formula is not positive for large variables, or is no such
///          sum: n^d, exp(n), log(log(n)), 1/(n + d), min(n, d).
std::vector<double> growth(std::string_view text, const std::vector<std::string>& variables,
                           FormulaSpelling spelling = FormulaSpelling::strict);

}  // namespace attn
