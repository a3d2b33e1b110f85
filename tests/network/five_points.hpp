#pragma once

#include <functional>
#include <string>
#include <vector>

#include "network/rows.hpp"

namespace attn {

/// Numbers on which a loss hangs, and what is said to be its gradient there.
struct ClaimedGradient {
  ClaimedGradient(std::string of, Rows<double> numbers, Rows<const double> gradient);

  std::string name;
  Rows<double> at;
  std::vector<double> gradient;  ///< a copy, row by row: the loss may use its memory
};

/// One for each tensor, as its gradient is now.
std::vector<ClaimedGradient> claims_of(Parameters<double>& parameters);

/// Where the claims differ most from what the loss itself says, in words; "" where they agree.
///
///     g̃ = (8 (ℓ(p + h) − ℓ(p − h)) − (ℓ(p + 2h) − ℓ(p − 2h))) / 12h,   h = 1e-3 max(1, |p|)
///     error |g̃ − g| / max(|g̃|, |g|, 1e-3 · the largest |g|) < 1e-7
///
/// Up to 2,000 numbers all are tried, of more 200 of each tensor and where its gradient is largest.
std::string gradient_fault(const std::vector<ClaimedGradient>& claims,
                           const std::function<double()>& loss);

/// The same of the slope g · u along three random directions u of length 1 through all numbers.
std::string slope_fault(const std::vector<ClaimedGradient>& claims,
                        const std::function<double()>& loss);

/// A loss whose gradient is R: Σ R ∘ Y.
double weighted_sum(Rows<const double> R, Rows<const double> Y);

}  // namespace attn
