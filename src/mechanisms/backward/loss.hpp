#pragma once

#include <armadillo>
#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// The one number whose slopes are walked back.
struct Loss {
  enum class Kind {
    sum,    ///< all cells of the result, added up
    cell,   ///< one cell of a stage
    target  ///< the mean squared difference of the result from a target
  } kind = Kind::sum;
  std::string of{};  ///< with Kind::cell, the id of its stage: one of stages_of_loss
  arma::uword row = 0, col = 0;
  arma::mat target{};
};

/// The stages that a loss can be a cell of, the result first: output and weights of attention,
/// projected and concat of several heads.
std::vector<std::string> stages_of_loss(const Trace& trace);

/// The stage that a loss is computed from.
const Stage& stage_of_loss(const Trace& trace, const Loss& loss);

/// Records the loss, with its target where it has one, and how fast it changes with each cell of
/// the stage that it is computed from.
///
///     L = Σ Y,  dY = 1       L = Y(i, j),  dY = 1 there, else 0
///     L = Σ (Y − T)² / N,  dY = 2 (Y − T) / N,  N the number of cells
///
/// Stages:  [target] loss, then d_ and the id of that stage
/// Errors:  InputError if the target has another shape, the loss is not finite, or it is the sum of
///          weights, which changes with nothing.
void record_loss(Trace& trace, const Loss& loss);

}  // namespace attn
