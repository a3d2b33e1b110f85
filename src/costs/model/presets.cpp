#include "costs/model/presets.hpp"

#include <array>
#include <utility>

#include "base/message.hpp"
#include "costs/model/families.hpp"
#include "costs/model/published_models.hpp"

namespace attn {
namespace {

const char* description_of(const std::string& family) {
  const std::array<std::pair<const char*, const char*>, 14> texts{{
      {"bert", translated("BERT: encoder, learned positions, pooler")},
      {"distilbert", translated("DistilBERT: encoder, learned positions")},
      {"gemma", translated("Gemma: decoder, heads of width 256")},
      {"gemma2", translated("Gemma 2: window in every other layer")},
      {"gpt2", translated("GPT-2: decoder, learned positions")},
      {"llama", translated("Llama: decoder, RoPE, gated MLP")},
      {"mistral", translated("Mistral: decoder, grouped queries, window")},
      {"mixtral", translated("Mixtral: decoder with experts")},
      {"phi3", translated("Phi-3: decoder, RoPE, gated MLP")},
      {"qwen2", translated("Qwen2: decoder, biases on Q, K and V")},
      {"qwen3", translated("Qwen3: decoder, norms on Q and K")},
      {"roberta", translated("RoBERTa: encoder, learned positions, pooler")},
      {"t5", translated("T5: encoder and decoder, relative positions")},
      {"vit", translated("ViT: encoder of image patches, pooler")},
  }};
  for (const auto& [name, text] : texts)
    if (name == family) return text;
  return "";
}

// As trained without biases: the norms have none either.
Model gpt2_without_biases() {
  Model model = model_from(*published_settings("gpt2"));
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = false;
  model.mlp_bias = false;
  model.norm = Norm::layer_without_bias;
  model.counted_as.clear();
  return model;
}

struct Original {
  std::uint64_t d_model = 512, n_heads = 8, d_ff = 2048;
  bool attention_bias = true, final_norms = false;
};

// The Transformer of "Attention Is All You Need". The words of both sides and the head share one
// embedding, so it counts once.
Model original(const Original& sizes) {
  Model model;
  model.d_model = sizes.d_model;
  model.n_heads = model.n_kv_heads = sizes.n_heads;
  model.d_head = sizes.d_model / sizes.n_heads;
  model.d_ff = sizes.d_ff;
  model.n_vocab = 37000;
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = sizes.attention_bias;
  model.mlp_bias = true;
  model.norm = Norm::layer;
  model.positions = Positions::sinusoidal;
  model.has_lm_head = model.tied = true;
  model.stacks = {{.role = Stack::Role::encoder,
                   .n_layers = 6,
                   .final_norm = sizes.final_norms,
                   .keeps_cache = false},
                  {.role = Stack::Role::decoder,
                   .n_layers = 6,
                   .causal = true,
                   .cross_attention = true,
                   .final_norm = sizes.final_norms}};
  return model;
}

// PyTorch's module has the layers only.
Model nn_transformer() {
  Model model = original({.final_norms = true});
  model.counted_as = "torch.nn.Transformer";
  model.n_vocab = 0;
  model.positions = Positions::none;
  model.has_lm_head = model.tied = false;
  return model;
}

Model base() { return original({}); }
Model base_with_final_norms() { return original({.final_norms = true}); }
Model base_without_attention_bias() { return original({.attention_bias = false}); }
constexpr Original kBig{.d_model = 1024, .n_heads = 16, .d_ff = 4096, .attention_bias = false};
Model big_without_attention_bias() { return original(kBig); }
Model big_with_final_norms() {
  Original sizes = kBig;
  sizes.attention_bias = sizes.final_norms = true;
  return original(sizes);
}

struct Row {
  const char* name;
  const char* description;
  Model (*model)();
};

// The models that no config.json describes.
std::array<Row, 7> other_models() {
  return {{
      {"gpt2-nobias", translated("GPT-2 without any bias, also in its norms"), gpt2_without_biases},
      {"transformer-base", translated("2017 Transformer, base: biases"), base},
      {"transformer-base-final-norms", translated("2017 Transformer, base: biases, final norms"),
       base_with_final_norms},
      {"transformer-base-no-attention-bias",
       translated("2017 Transformer, base: no attention bias"), base_without_attention_bias},
      {"transformer-big-no-attention-bias", translated("2017 Transformer, big: no attention bias"),
       big_without_attention_bias},
      {"transformer-big-final-norms", translated("2017 Transformer, big: biases, final norms"),
       big_with_final_norms},
      {"nn-transformer", translated("torch.nn.Transformer(): layers only"), nn_transformer},
  }};
}

}  // namespace

std::vector<Preset> presets() {
  std::vector<Preset> all;
  for (const std::string& name : published_models()) {
    const SettingValue family = published_settings(name)->values.at("model_type");
    all.push_back({name, description_of(family.shown)});
  }
  for (const Row& row : other_models()) all.push_back({row.name, row.description});
  return all;
}

std::optional<Model> preset_named(const std::string& name) {
  std::optional<Model> model;
  if (const auto settings = published_settings(name)) model = model_from(*settings);
  for (const Row& row : other_models())
    if (row.name == name) model = row.model();
  if (model) model->name = name;
  return model;
}

}  // namespace attn
