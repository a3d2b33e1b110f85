// What is counted: a transformer, one pass through it, models by name, and what their files hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/count.hpp"
#include "base/named.hpp"
#include "base/settings.hpp"

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

enum class Mode { prefill, decode, train };
inline constexpr Named<Mode> kModes[] = {
    {Mode::prefill, "prefill"}, {Mode::decode, "decode"}, {Mode::train, "train"}};
enum class Logits { all, last };
inline constexpr Named<Logits> kLogits[] = {{Logits::all, "all"}, {Logits::last, "last"}};

/// How a stored number is coded.
struct Dtype {
  std::string name = "fp16";
  std::uint64_t n_bits = 16;
};

/// Every type: fp32, fp16, bf16, fp8, int8, int4.
const std::vector<Dtype>& all_dtypes();

/// What each kind of number is stored in.
struct StoredTypes {
  Dtype weights, values, cache;  ///< values: scores and whatever else is computed
};

/// The types of a run whose weights have that one: types below 16 bits are for what is only read,
/// so values then have 16. The cache has the type of the values, unless it is given.
StoredTypes stored_types(const Dtype& weights, const std::optional<Dtype>& cache = {});

/// One run of a model: how many tokens, and who attends to whom.
struct Pass {
  Mode mode = Mode::prefill;
  std::uint64_t n_batch = 1;
  std::uint64_t n_tokens = 1;  ///< T: queries of a sequence; in decoding the one new token
  std::uint64_t n_keys = 1;    ///< S: what they may attend to, with the cache and themselves
  std::uint64_t n_source = 0;  ///< M: tokens of the encoder, where there is one beside a decoder
  std::optional<bool> causal;  ///< in place of what the stack says
  std::optional<std::uint64_t> window;  ///< in every layer, in place of what the stack says
  std::optional<Count> given_pairs;     ///< the open cells of a mask, in place of both
  Logits logits = Logits::all;
  StoredTypes types;
};

/// A model that can be asked for by name.
struct Preset {
  std::string name;         ///< "llama-2-7b"
  std::string description;  ///< one line, translated
};

/// Every model that has a name here, families together.
std::vector<Preset> presets();

/// The model of that name; nothing if there is none.
/// Source:  the papers and published config.json files of the models
std::optional<Model> preset_named(const std::string& name);

// What is counted by formulas beside what a model's files hold: plain data.

/// One tensor in which the two differ.
struct TensorDifference {
  enum class Kind {
    missing,      ///< counted, and not in the files
    other_shape,  ///< in both, with different shapes
    other_class,  ///< the class that was saved has it and the counted one has not, or the reverse
    buffer,       ///< stored, but no parameter: a mask, positions, frequencies
    tied,         ///< a head that is stored although it is the token embedding
    unknown,      ///< stored, and the family has no such name
  } kind{};
  std::string name;  ///< in the files, or as they would have it
  using Shape = std::vector<std::uint64_t>;
  std::optional<Shape> stored{}, counted{};
};
inline constexpr Named<TensorDifference::Kind> kTensorDifferences[] = {
    {TensorDifference::Kind::missing, "missing"},
    {TensorDifference::Kind::other_shape, "other_shape"},
    {TensorDifference::Kind::other_class, "other_class"},
    {TensorDifference::Kind::buffer, "buffer"},
    {TensorDifference::Kind::tied, "tied"},
    {TensorDifference::Kind::unknown, "unknown"}};

/// How many numbers a tensor has; 0 where there is none.
Count numbers_in(const std::optional<TensorDifference::Shape>& shape);

/// Tensors, and the numbers in them.
struct TensorSum {
  std::uint64_t n_tensors = 0;
  Count n_numbers = 0;
};

/// The tensors of a model's files beside those that are counted.
struct StoredTensors {
  std::string counted_as, saved_as;  ///< classes of the framework; "" where it is not said
  TensorSum counted, stored;
  std::vector<TensorDifference> differences;  ///< by kind
  std::vector<std::string> quantized_by;      ///< what tells that the weights are quantized
  std::string adapter;  ///< a tensor of an adapter that was not added to the weights; "": none
  std::vector<std::string> notes;
};

/// The names of the published models that are known, families together.
std::vector<std::string> published_models();

/// What the config.json of that model says about its size; nothing if the name is not known.
/// Source:  the config.json files that the models are published with
std::optional<Settings> published_settings(const std::string& name);

}  // namespace attn
