#pragma once

#include <string>

#include "mechanisms/backward/backward.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What all gradients mean, in a sentence.
std::string meaning_of_gradients();

/// What the gradient of a stage is called and what it says about itself: "d_weights" of "weights",
/// with its axes, its head and its blocked cells. It has no value, formula and rule yet.
Stage gradient_stage(const Stage& of);

/// The Jacobian of one row of weights, without its value.
Stage jacobian_stage(const Stage& weights, arma::uword row);

/// One row of attention: its group, "" where there is only one, and its query.
struct SoftmaxRow {
  std::string group{};
  arma::uword row = 0;
};

/// The row whose way through softmax tells most: that of the Jacobian or of the loss where there is
/// one, else that with the largest slope; of several heads in the one where it is largest.
SoftmaxRow row_to_show(const Trace& trace, const Backward& backward);

/// One row of d_scaled worked out as by hand, a key a row: its weight, what that is worth, the two
/// multiplied, how far it is above the mean, and the slope. The last row adds up: the weights to 1,
/// the products to the mean, the slopes to 0.
///
///     d_scaled(j) = a(j) (dA(j) − D),   D = Σ a(j) dA(j)
Table softmax_row_table(const Trace& trace, const SoftmaxRow& shown);

/// How strongly the loss changes with everything that was given or is learned: the largest slope of
/// each such stage, where it is, and how long all its slopes are together (Frobenius norm).
Table gradient_table(const Trace& trace);

}  // namespace attn
