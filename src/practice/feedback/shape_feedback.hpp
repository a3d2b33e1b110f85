#pragma once

#include <armadillo>
#include <string>

#include "practice/exercise.hpp"

namespace attn {

/// What is wrong with an answer whose shape is not that of the truth: both shapes, and how the one
/// may have become the other. Translated.
std::string shape_message(const Field& field, const arma::mat& given, const arma::mat& truth);

/// Where an answer has numbers that are not finite, and how many of them. Translated.
std::string not_finite_message(const arma::mat& given);

/// How many of the items of a list are among the best, in whatever order.
arma::uword n_hits(const Field& field, const arma::mat& given, const arma::mat& truth);

}  // namespace attn
