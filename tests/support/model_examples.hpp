#pragma once

#include <vector>

#include "costs/model/model.hpp"

namespace attn {

/// GPT-2: LayerNorm, biases everywhere, learned positions, a tied head.
Model gpt2_model();

/// Llama 2 of 7 billion parameters: RMSNorm, gated MLP, no biases.
Model llama_model();

/// nn.Transformer() of PyTorch: encoder and decoder, no embedding.
Model encoder_decoder_model();

/// Small models that differ from each other in every field, so that each term of a formula matters.
std::vector<Model> small_models();

/// The type of that name.
/// Errors: std::out_of_range for any other.
Dtype dtype_named(const std::string& name);

/// Every token at once, all attending to all that the model allows.
Pass prefill_of(std::uint64_t n_tokens, std::uint64_t n_source = 0);

/// Passes of every kind that a model can run, with different numbers for all sizes.
std::vector<Pass> passes_of(const Model& model);

}  // namespace attn
