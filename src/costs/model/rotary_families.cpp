#include <algorithm>

#include "base/message.hpp"
#include "costs/model/family_readers.hpp"

namespace attn {
namespace {

constexpr const char* kWindowed = "sliding_attention";  // in a list of the kinds of layers

/// What differs between the families of decoders with rotary positions.
struct Defaults {
  std::optional<std::uint64_t> n_kv_heads;  // none: as many as query heads
  std::optional<std::uint64_t> d_head;      // none: d_model / n_heads
  bool tied = false;
};

std::uint64_t kv_heads_of(SettingReader& reader, const Model& model, const Defaults& defaults) {
  const std::string key = "num_key_value_heads";
  std::uint64_t n_kv_heads = model.n_heads;
  if (defaults.n_kv_heads && !reader.has(key))
    n_kv_heads = reader.count_or({key}, *defaults.n_kv_heads);
  else
    n_kv_heads = reader.count_if_given({key}).value_or(model.n_heads);
  if (model.n_heads % n_kv_heads == 0) return n_kv_heads;
  throw InputError(
      message("{} is {}, and the {} heads of \"num_attention_heads\" cannot share them evenly. "
              "Give a number that divides {}.",
              reader.place(key), n_kv_heads, model.n_heads, model.n_heads));
}

std::uint64_t head_width_of(SettingReader& reader, const Model& model, const Defaults& defaults) {
  if (defaults.d_head) return reader.count_or({"head_dim"}, *defaults.d_head);
  const auto given = reader.count_if_given({"head_dim"});
  return given ? *given : divided_width(reader, model);
}

Model rotary_model(SettingReader& reader, const Defaults& defaults) {
  Model model = sized_model(reader);
  model.n_kv_heads = kv_heads_of(reader, model, defaults);
  model.d_head = head_width_of(reader, model, defaults);
  model.d_ff = reader.count({"intermediate_size"});
  model.n_vocab = reader.count({"vocab_size"});
  model.gated = true;
  if (reader.text("hidden_act").value_or("silu") == "silu") model.activation = Activation::silu;
  model.norm = Norm::rms;
  model.positions = Positions::rotary;
  model.n_context = reader.count_if_given({"max_position_embeddings"}).value_or(0);
  model.has_lm_head = true;
  model.tied = reader.flag("tie_word_embeddings", defaults.tied);
  model.stacks.front().causal = true;
  model.stacks.front().final_norm = true;
  return model;
}

void read_attention_bias(const SettingReader& reader, Model& model) {
  model.query_bias = model.key_bias = model.value_bias = model.output_bias =
      reader.flag("attention_bias", false);
}

void set_window(Model& model, std::optional<std::uint64_t> window, std::uint64_t n_layers) {
  Stack& stack = model.stacks.front();
  if (!window || n_layers == 0) return;
  stack.window = window;
  stack.n_windowed_layers = n_layers;
}

// The window of every layer.
void read_window(SettingReader& reader, Model& model, std::optional<std::uint64_t> otherwise = {}) {
  const std::string key = "sliding_window";
  const auto window = otherwise && !reader.has(key) ? reader.count_or({key}, *otherwise)
                                                    : reader.count_if_given({key});
  set_window(model, window, model.stacks.front().n_layers);
}

// How many layers have a window: listed one by one, or else as the family alternates them.
std::uint64_t windowed_layers(const SettingReader& reader, const Model& model,
                              std::uint64_t otherwise) {
  const auto types = reader.texts("layer_types");
  if (!types) return otherwise;
  const std::uint64_t n_layers = model.stacks.front().n_layers;
  if (types->size() != n_layers)
    throw InputError(message("{} must name the kind of each of {} layers, but it has {} entries.",
                             reader.place("layer_types"), n_layers, types->size()));
  for (std::size_t i = 0; i < types->size(); ++i)
    if ((*types)[i] != kWindowed && (*types)[i] != "full_attention")
      throw InputError(
          message("{} may hold \"sliding_attention\" and \"full_attention\", but its entry {} is "
                  "something else.",
                  reader.place("layer_types"), i));
  return static_cast<std::uint64_t>(std::count(types->begin(), types->end(), kWindowed));
}

// Qwen's window: only if it is switched on, and only in the last layers.
void read_late_window(SettingReader& reader, Model& model) {
  if (!reader.flag("use_sliding_window", false)) return;
  const std::string key = "sliding_window";
  const std::uint64_t n_layers = model.stacks.front().n_layers;
  const auto window = reader.has(key) ? reader.count_if_given({key}) : reader.count_or({key}, 4096);
  const std::uint64_t first = reader.count_or({"max_window_layers"}, 28, {.least = 0});
  set_window(model, window,
             windowed_layers(reader, model, first < n_layers ? n_layers - first : 0));
}

}  // namespace

Model llama_model(SettingReader& reader) {
  Model model = rotary_model(reader, {});
  read_attention_bias(reader, model);
  model.mlp_bias = reader.flag("mlp_bias", false);
  return model;
}

Model mistral_model(SettingReader& reader) {
  Model model = rotary_model(reader, {.n_kv_heads = 8});
  read_window(reader, model, 4096);
  return model;
}

Model mixtral_model(SettingReader& reader) {
  Model model = rotary_model(reader, {.n_kv_heads = 8});
  read_window(reader, model);
  model.n_experts = reader.count_or({"num_local_experts", "num_experts"}, 8);
  model.n_active_experts = reader.count_or({"num_experts_per_tok"}, 2);
  if (model.n_active_experts <= model.n_experts) return model;
  throw InputError(message("{} is {}, but there are only {} experts in \"num_local_experts\".",
                           reader.place("num_experts_per_tok"), model.n_active_experts,
                           model.n_experts));
}

Model gemma_model(SettingReader& reader) {
  Model model = rotary_model(reader, {.n_kv_heads = 16, .d_head = 256, .tied = true});
  model.activation = Activation::gelu;
  read_attention_bias(reader, model);
  model.stacks.front().causal = !reader.flag("use_bidirectional_attention", false);
  return model;
}

Model gemma2_model(SettingReader& reader) {
  Model model = rotary_model(reader, {.n_kv_heads = 4, .d_head = 256, .tied = true});
  model.activation = Activation::gelu;
  read_attention_bias(reader, model);
  model.stacks.front().causal = !reader.flag("use_bidirectional_attention", false);
  model.n_norms = 4;  // before and after attention, before and after the MLP
  const std::string key = "sliding_window";
  const auto window = reader.has(key) ? reader.count_if_given({key}) : reader.count_or({key}, 4096);
  const std::uint64_t n_layers = model.stacks.front().n_layers;
  set_window(model, window, windowed_layers(reader, model, (n_layers + 1) / 2));
  return model;
}

Model qwen2_model(SettingReader& reader) {
  Model model = rotary_model(reader, {.n_kv_heads = 32});
  model.query_bias = model.key_bias = model.value_bias = true;
  read_late_window(reader, model);
  return model;
}

Model qwen3_model(SettingReader& reader) {
  Model model = rotary_model(reader, {.n_kv_heads = 32, .d_head = 128});
  read_attention_bias(reader, model);
  model.query_key_norm = true;
  read_late_window(reader, model);
  return model;
}

Model phi3_model(SettingReader& reader) {
  Model model = rotary_model(reader, {});
  read_window(reader, model);
  return model;
}

}  // namespace attn
