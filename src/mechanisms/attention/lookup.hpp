#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// How keys are looked up, beside what attention makes of them.
struct Lookup {
  std::vector<std::string> entries{};  ///< what each key holds, in words; empty where nobody said
  std::optional<double> threshold{};   ///< picked is what scores above it; without one the largest
};

/// More rows than this nobody reads.
constexpr arma::uword kMostLookupRows = 10'000;

/// A lookup by hard choice beside the soft one: for each query and key the entry, the score,
/// whether it is picked, its part of all scores, and its weight.
///
///     picked = score > threshold,   or without one   score = max of the row but for rounding
///     part   = score / Σ scores of the row, only where none of them is negative
///
/// The scores are those of the trace, or the pattern or the weights where it begins with those. A
/// key that a query may not attend to is never picked.
///
/// Errors:  InputError if there is not one entry for each key, or more than kMostLookupRows rows.
Table lookup_table(const Trace& trace, const Lookup& lookup);

}  // namespace attn
