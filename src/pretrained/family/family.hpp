// What each family has: its architecture, its rotary positions, its tensors by name.
#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "base/settings.hpp"
#include "costs/model/families.hpp"
#include "costs/model/model.hpp"
#include "data/matrix/arrays.hpp"
#include "network/layers/layers.hpp"

namespace attn {

/// How rotary positions are stretched beyond the length that a model learned with.
enum class RopeScaling { none, linear, dynamic, llama3, yarn };
inline constexpr Named<RopeScaling> kRopeScalings[] = {{RopeScaling::none, "default"},
                                                       {RopeScaling::linear, "linear"},
                                                       {RopeScaling::dynamic, "dynamic"},
                                                       {RopeScaling::llama3, "llama3"},
                                                       {RopeScaling::yarn, "yarn"}};

/// The rotary positions of a published model.
struct RotarySettings {
  double base = 10000.0;
  RopeScaling scaling = RopeScaling::none;
  double factor = 1.0;
  double n_context = 0.0;                      ///< tokens that the model may be given
  double n_original = 0.0;                     ///< tokens that it learned with
  double low_factor = 1.0, high_factor = 4.0;  ///< of llama3
  double slow = 1.0, fast = 32.0;              ///< of yarn: turns within n_original
  bool whole_pairs = true;                     ///< of yarn: its ramp begins at a pair
  double length = 1.0;                         ///< cos and sin are multiplied by it
};

/// Reads rope_parameters, or rope_theta with rope_scaling, as versions 5 and 4 of the framework
/// write them; what stands inside beats what stands outside.
///
/// Errors:  InputError naming the key for a kind of scaling that is not known, a factor or base
///          that cannot be, or positions for a part of each head alone.
RotarySettings rotary_settings(const SettingReader& reader, std::uint64_t n_context);

/// How fast the angle of each pair of dimensions grows, in a sequence of n tokens.
///
///     none     ω_i = b^(−2i/d)
///     linear   ω_i / f
///     dynamic  b becomes b (f m/c − f + 1)^(d/(d−2)),  m = max(n, c)
///     llama3   ω_i where its wavelength λ < c₀/high, ω_i/f where λ > c₀/low, between them
///              (1 − s) ω_i/f + s ω_i with s = (c₀/λ − low) / (high − low)
///     yarn     ω_i (1 − g_i) + g_i ω_i/f, where g runs from 0 to 1 between the pairs that turn
///              `fast` and `slow` times within c₀ tokens
///
/// Shapes:  result d/2
/// Units:   radians per position
/// Source:  Su et al. 2021, arXiv:2104.09864; Chen et al. 2023, arXiv:2306.15595 (linear); Peng et
///          al. 2023, arXiv:2309.00071 (dynamic, yarn); Llama 3.1 (llama3).
arma::vec rotary_frequencies(const RotarySettings& settings, arma::uword d_head,
                             arma::uword n_tokens);

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

/// What a model says of a token at its end.
enum class ModelHead {
  next_token,    ///< of a causal model: the token that comes next
  masked_token,  ///< of an encoder: the token that stands behind a mask
};

/// How a published model computes: its sizes, and what they leave open.
struct Architecture {
  ModelFamily family{};
  Model sizes;                       ///< as `costs` counts them; one stack
  double epsilon = 1e-5;             ///< of every norm
  bool norm_first = true;            ///< a norm before each part; else after each sum
  ActivationKind activation{};       ///< inside the MLP
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

// What the tensors of a model are called in its files, and what shapes they must have.

/// One tensor by its name, without what may stand before all names of a file ("transformer.").
struct NamedTensor {
  std::string name;
  TensorShape shape;
  bool is_in_head = false;  ///< of the head behind the model; nothing ever stands before its name
};

/// A linear map X W + b, or a norm with its gain and shift. GPT-2 stores W as (in, out), all others
/// as (out, in).
struct NamedPair {
  NamedTensor weight;
  std::optional<NamedTensor> bias{};
};

struct LayerTensors {
  NamedPair attention_norm, mlp_norm;
  std::optional<NamedPair> packed{};  ///< queries, keys and values side by side
  NamedPair query, key, value;        ///< unless they are packed
  std::optional<NamedPair> query_norm{}, key_norm{};
  NamedPair output;
  std::optional<NamedPair> gate{};
  NamedPair up, down;
};

/// What makes logits of the last states.
struct HeadTensors {
  std::optional<NamedPair> dense{}, norm{};  ///< of an encoder
  NamedPair decoder;                         ///< a weight, if not tied, and perhaps a bias
  bool may_be_tied = false;                  ///< the token embedding stands in for the weight
};

struct ModelTensors {
  NamedTensor tokens;
  std::optional<NamedTensor> positions{}, types{};
  std::optional<NamedPair> embedding_norm{}, final_norm{};
  std::vector<LayerTensors> layers;
  HeadTensors head;
  bool is_in_out = false;             ///< linear maps are stored (in, out)
  std::vector<std::string> prefixes;  ///< what may stand before the names
};

/// The tensors of a model of this family.
ModelTensors model_tensors(ModelFamily family, const Model& sizes);

/// Those that make embeddings, one after another, weights before biases.
std::vector<NamedTensor> embedding_tensors(const ModelTensors& tensors);

/// Those of one layer.
std::vector<NamedTensor> layer_tensors(const LayerTensors& layer);

/// Those behind the layers: the last norm, and the head, be it in the files or not.
std::vector<NamedTensor> last_tensors(const ModelTensors& tensors);

/// Whether a file may have it beside the parameters: stored masks, positions and frequencies.
bool is_no_parameter(const std::string& name);

}  // namespace attn
