#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"

namespace attn {

enum class Norm { none, layer, layer_without_bias, rms };
inline constexpr Named<Norm> kNorms[] = {{Norm::layer, "layer"},
                                         {Norm::layer_without_bias, "layer-no-bias"},
                                         {Norm::rms, "rms"},
                                         {Norm::none, "none"}};
enum class Activation { gelu, silu, relu };
enum class Positions { none, learned, sinusoidal, rotary, alibi, relative };
inline constexpr Named<Positions> kPositions[] = {{Positions::none, "none"},
                                                  {Positions::learned, "learned"},
                                                  {Positions::sinusoidal, "sinusoidal"},
                                                  {Positions::rotary, "rotary"},
                                                  {Positions::alibi, "alibi"},
                                                  {Positions::relative, "relative"}};

/// Equal layers, one on another. A model has one stack of them, or an encoder and a decoder.
struct Stack {
  enum class Role { only, encoder, decoder } role = Role::only;
  std::uint64_t n_layers = 1;
  bool causal = false;           ///< no token attends to a later one
  bool cross_attention = false;  ///< each layer also attends to the encoder's output
  bool final_norm = false;       ///< one more norm after the last layer
  bool keeps_cache = true;       ///< it generates token by token, so keys and values are kept
  std::optional<std::uint64_t> window;  ///< tokens that a layer with a window sees
  std::uint64_t n_windowed_layers = 0;  ///< how many of the layers have that window

  bool is_encoder() const { return role == Role::encoder; }
};

/// An image cut into patches, each of which becomes a token.
struct Patches {
  std::uint64_t n_patches = 0, n_pixels = 0, n_channels = 0;  ///< pixels of one patch
};

/// The hyper-parameters of a transformer that decide its parameters, operations and memory. What is
/// zero, none or false is not there.
struct Model {
  std::string name;        ///< "llama-2-7b"
  std::string counted_as;  ///< the class of a framework with the same total, "LlamaForCausalLM"

  std::uint64_t d_model = 0;
  std::uint64_t n_heads = 1, n_kv_heads = 1;
  std::uint64_t d_head = 0;  ///< on its own: it need not be d_model / n_heads
  std::uint64_t d_ff = 0;    ///< 0: no MLP
  std::uint64_t n_vocab = 0;
  std::vector<Stack> stacks;

  bool projects_input = true;   ///< W_Q, W_K, W_V; without them queries, keys, values are given
  bool projects_output = true;  ///< W_O
  bool query_bias = false, key_bias = false, value_bias = false, output_bias = false;
  bool query_key_norm = false;  ///< a norm of width d_head on queries, one on keys
  bool gated = false;           ///< the MLP has a third matrix, as in SwiGLU
  bool mlp_bias = false;
  /// It decides no count of ours, but counters of PyTorch see some and not others.
  Activation activation = Activation::gelu;
  std::uint64_t n_experts = 0, n_active_experts = 0;  ///< MLPs in each layer, and how many a token
                                                      ///< goes through; 0: one MLP
  Norm norm = Norm::none;
  std::uint64_t n_norms = 2;  ///< in each layer; with cross-attention one more

  Positions positions = Positions::none;
  std::uint64_t n_positions = 0;  ///< rows of a learned table; buckets of a relative one
  std::uint64_t n_token_types = 0;
  bool embedding_norm = false;
  std::optional<Patches> patches;
  bool class_token = false;  ///< one learned token besides the patches

  bool has_lm_head = false;     ///< logits over the vocabulary
  bool tied = false;            ///< it uses the token embedding's numbers, which count once
  bool pooler = false;          ///< a linear layer on the first token of each sequence
  std::uint64_t d_pooler = 0;   ///< its width; 0: d_model
  std::uint64_t n_classes = 0;  ///< a linear layer on one vector of each sequence; 0: none

  std::uint64_t n_context = 0;  ///< tokens it was made for; 0: not said

  std::vector<std::string> notes;  ///< what was assumed where the model's file says nothing
};

/// Whether the heads side by side are as wide as the model.
///
///     h d_h = d
bool heads_fill_model(const Model& model);

/// Refuses numbers that contradict each other.
/// Errors: InputError if the heads cannot be shared, or more experts are active than there are.
void require_consistent(const Model& model);

}  // namespace attn
