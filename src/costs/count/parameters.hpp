#pragma once

#include <vector>

#include "costs/formula/formula.hpp"
#include "costs/model/model.hpp"

namespace attn {

/// The parameters of a model, part by part, with `arguments` from arguments_of(model).
///
///     W_Q  d h d_h   W_K, W_V  d h_kv d_h each   W_O  h d_h d   (+ biases)
///     MLP  2 d f, gated 3 d f   LayerNorm 2 d, RMSNorm d   embedding V d   head V d unless tied
///
/// Units:   parameters
/// Source:  Vaswani et al. 2017, arXiv:1706.03762; Shazeer 2019, arXiv:1911.02150 (h_kv) and 2020,
///          arXiv:2002.05202 (gated)
std::vector<Quantity> parameters_of(const Model& model, const Arguments& arguments);

/// The parameters of one MLP, of which a layer with experts has several.
///
///     2 d f + f + d, gated 3 d f + 2 f + d   (biases only where the model has them)
Formula mlp_of(const Model& model);

/// How many of them one token goes through: with experts, only its own.
Formula active_parameters_of(const Model& model, const Arguments& arguments);

/// How many of them a step of decoding goes through, at most: none of an encoder, which has run
/// before, and no more experts than the tokens of the batch can ask for. `arguments` must hold B,
/// too.
Formula step_parameters_of(const Model& model, const Arguments& arguments);

}  // namespace attn
