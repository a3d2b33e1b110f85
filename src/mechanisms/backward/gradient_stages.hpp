#pragma once

#include <string>

#include "trace/trace.hpp"

namespace attn {

/// What all gradients mean, in a sentence.
std::string meaning_of_gradients();

/// What the gradient of a stage is called and what it says about itself: "d_weights" of "weights",
/// with its axes, its head and its blocked cells. It has no value, formula and rule yet.
Stage gradient_stage(const Stage& of);

/// The Jacobian of one row of weights, without its value.
Stage jacobian_stage(const Stage& weights, arma::uword row);

}  // namespace attn
