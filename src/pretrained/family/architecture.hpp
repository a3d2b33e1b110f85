#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "base/settings.hpp"
#include "costs/model/model.hpp"
#include "pretrained/family/rotary_settings.hpp"

namespace attn {

/// The families of models that are run.
enum class ModelFamily { gpt2, bert, distilbert, roberta, llama, mistral, qwen2, qwen3 };
inline constexpr Named<ModelFamily> kModelFamilies[] = {{ModelFamily::gpt2, "gpt2"},
                                                        {ModelFamily::bert, "bert"},
                                                        {ModelFamily::distilbert, "distilbert"},
                                                        {ModelFamily::roberta, "roberta"},
                                                        {ModelFamily::llama, "llama"},
                                                        {ModelFamily::mistral, "mistral"},
                                                        {ModelFamily::qwen2, "qwen2"},
                                                        {ModelFamily::qwen3, "qwen3"}};

/// What bends the numbers inside the MLP.
///
///     gelu  x Φ(x)      gelu_tanh  ½ x (1 + tanh(√(2/π) (x + 0.044715 x³)))
///     silu  x σ(x)      relu       max(x, 0)
enum class MlpActivation { gelu, gelu_tanh, silu, relu };

/// What a model says of a token at its end.
enum class ModelHead {
  next_token,    ///< of a causal model: the token that comes next
  masked_token,  ///< of an encoder: the token that stands behind a mask
};

/// How a published model computes: its sizes, and what they leave open.
struct Architecture {
  ModelFamily family{};
  Model sizes;             ///< as `costs` counts them; one stack
  double epsilon = 1e-5;   ///< of every norm
  bool norm_first = true;  ///< a norm before each part; else after each sum
  MlpActivation activation{};
  bool is_scaled = true;             ///< scores are divided by √d_head
  bool is_scaled_by_layer = false;   ///< and by the number of the layer, counted from 1
  std::uint64_t first_position = 0;  ///< roberta begins behind the place of padding
  std::optional<std::uint32_t> padding_id{};
  std::optional<RotarySettings> rotary{};
  std::vector<std::optional<std::uint64_t>> windows;  ///< of each layer
  ModelHead head{};
  std::vector<std::string> notes;

  const Stack& stack() const { return sizes.stacks.front(); }
  std::uint64_t n_layers() const { return stack().n_layers; }
  bool is_causal() const { return stack().causal; }

  /// The tokens that positions reach; 0 where they have no end.
  std::uint64_t n_longest() const {
    return sizes.positions == Positions::learned ? sizes.n_positions - first_position : 0;
  }

  /// What the scores of a layer are multiplied by.
  double score_scale(std::uint64_t layer) const;
};

/// Refuses sizes that no model has: every layer is kept as names and places, and widths are
/// multiplied, so that a wild number would take all memory or wrap around.
///
/// Errors:  InputError
void require_possible_sizes(const Model& sizes);

/// The architecture that a config.json describes.
///
/// Errors:  InputError naming the key for a family that is not run, a part that this family has
/// only
///          elsewhere, or sizes that cannot be.
Architecture architecture_of(const Settings& settings);

/// Whether a model of that name is run: "gpt2".
bool is_run(const std::string& model_type);

/// "gpt2, bert, ...": the families that are run.
std::string listed_model_families();

}  // namespace attn
