#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/named.hpp"
#include "core/mask.hpp"
#include "network/layers/activation.hpp"
#include "network/layers/pooling.hpp"

namespace attn {

/// How a token knows its place.
enum class PositionKind { none, learned, sinusoidal, rotary };
inline constexpr Named<PositionKind> kPositionKinds[] = {{PositionKind::none, "none"},
                                                         {PositionKind::learned, "learned"},
                                                         {PositionKind::sinusoidal, "sinusoidal"},
                                                         {PositionKind::rotary, "rotary"}};

/// Where LayerNorm stands: before each part, after the residual sum, or nowhere.
enum class NormPlace { none, pre, post };
inline constexpr Named<NormPlace> kNormPlaces[] = {
    {NormPlace::none, "none"}, {NormPlace::pre, "pre"}, {NormPlace::post, "post"}};

/// A transformer of one stack, and what is left of one when parts are left out: attention and a
/// linear map, or attention between an embedding and a mean.
struct TransformerSettings {
  std::size_t vocabulary = 0;  ///< 0: vectors come in, not tokens
  std::size_t n_outputs = 0;   ///< columns of the last linear map; 0: there is none
  std::size_t d_model = 16, n_heads = 1, n_kv_heads = 1;
  std::size_t d_ff = 0;  ///< 0: no feed-forward part
  std::size_t n_layers = 1;
  std::size_t longest = 0;  ///< tokens in a sequence at most
  PositionKind positions = PositionKind::none;
  NormPlace norm = NormPlace::pre;
  ActivationKind activation = ActivationKind::gelu_tanh;
  std::optional<PoolKind> pooling;  ///< one output for a sequence, or one for each token
  bool is_causal = false;
  std::optional<Mask> mask;      ///< (length × length), in place of causal
  bool has_residual = true;      ///< each part is added to what came in
  bool has_input_biases = true;  ///< of queries, keys and values
  bool has_output_bias = true;   ///< of the last linear map
  double dropout = 0.0;
  bool drops_weights_only = false;  ///< dropout on attention weights alone, not after each part
  std::optional<double> start;      ///< all matrices from N(0, start²); else as PyTorch begins
};

}  // namespace attn
