#pragma once

#include <armadillo>
#include <optional>

namespace attn {

/// Where a walker is in the long run who goes from token to token as attention shares itself out.
///
///     π A = π,   Σ π = 1
///
/// None where there is no single answer to be had from A: some token never leads to the first one.
///
/// Shapes:  A (n × n), each row summing to 1; result (1 × n)
/// Errors:  InputError if A is not square.
/// Source:  elimination without subtractions: Grassmann, Taksar and Heyman (1985), so that nothing
///          is lost by cancellation.
std::optional<arma::rowvec> stationary_distribution(const arma::mat& A);

}  // namespace attn
