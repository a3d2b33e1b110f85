#include "costs/model/model.hpp"

#include <array>
#include <charconv>
#include <sstream>
#include <utility>

#include "base/message.hpp"
#include "core/heads.hpp"
#include "costs/model/families.hpp"

namespace attn {

// Divided, because the product of two settings need not fit into 64 bits.
bool heads_fill_model(const Model& model) {
  return model.d_model % model.n_heads == 0 && model.d_head == model.d_model / model.n_heads;
}

void require_consistent(const Model& model) {
  kv_head_of(0, {.n_heads = model.n_heads, .n_kv_heads = model.n_kv_heads});
  if (model.n_active_experts > model.n_experts)
    throw InputError(message("{} experts cannot be active for each token where there are {}.",
                             model.n_active_experts, model.n_experts));
}

const std::vector<Dtype>& all_dtypes() {
  static const std::vector<Dtype> dtypes{{"fp32", 32}, {"fp16", 16}, {"bf16", 16},
                                         {"fp8", 8},   {"int8", 8},  {"int4", 4}};
  return dtypes;
}

StoredTypes stored_types(const Dtype& weights, const std::optional<Dtype>& cache) {
  const Dtype values = weights.n_bits < Dtype{}.n_bits ? Dtype{} : weights;
  return {weights, values, cache.value_or(values)};
}

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

namespace {

/// A published model: the keys of its config.json that decide its costs, each with its value.
struct Published {
  const char* name;
  const char* settings;
};

constexpr std::array kPublished{
    Published{"gpt2",
              "model_type gpt2 vocab_size 50257 n_positions 1024 n_embd 768 n_layer 12 "
              "n_head 12"},
    Published{"gpt2-medium",
              "model_type gpt2 vocab_size 50257 n_positions 1024 n_embd 1024 "
              "n_layer 24 n_head 16"},
    Published{"gpt2-large",
              "model_type gpt2 vocab_size 50257 n_positions 1024 n_embd 1280 "
              "n_layer 36 n_head 20"},
    Published{"gpt2-xl",
              "model_type gpt2 vocab_size 50257 n_positions 1024 n_embd 1600 "
              "n_layer 48 n_head 25"},
    Published{"bert-base-uncased",
              "model_type bert vocab_size 30522 hidden_size 768 num_hidden_layers 12 "
              "num_attention_heads 12 intermediate_size 3072 max_position_embeddings 512 "
              "type_vocab_size 2"},
    Published{"bert-large-uncased",
              "model_type bert vocab_size 30522 hidden_size 1024 num_hidden_layers 24 "
              "num_attention_heads 16 intermediate_size 4096 max_position_embeddings 512 "
              "type_vocab_size 2"},
    Published{"roberta-base",
              "model_type roberta vocab_size 50265 hidden_size 768 num_hidden_layers 12 "
              "num_attention_heads 12 intermediate_size 3072 max_position_embeddings 514 "
              "type_vocab_size 1"},
    Published{"distilbert-base-uncased",
              "model_type distilbert vocab_size 30522 dim 768 n_layers 6 n_heads 12 "
              "hidden_dim 3072 max_position_embeddings 512"},
    Published{"llama-2-7b",
              "model_type llama vocab_size 32000 hidden_size 4096 intermediate_size 11008 "
              "num_hidden_layers 32 num_attention_heads 32 num_key_value_heads 32 "
              "max_position_embeddings 4096"},
    Published{"llama-2-13b",
              "model_type llama vocab_size 32000 hidden_size 5120 intermediate_size 13824 "
              "num_hidden_layers 40 num_attention_heads 40 num_key_value_heads 40 "
              "max_position_embeddings 4096"},
    Published{"llama-2-70b",
              "model_type llama vocab_size 32000 hidden_size 8192 intermediate_size 28672 "
              "num_hidden_layers 80 num_attention_heads 64 num_key_value_heads 8 "
              "max_position_embeddings 4096"},
    Published{"llama-3-8b",
              "model_type llama vocab_size 128256 hidden_size 4096 intermediate_size 14336 "
              "num_hidden_layers 32 num_attention_heads 32 num_key_value_heads 8 "
              "max_position_embeddings 8192"},
    Published{"llama-3-70b",
              "model_type llama vocab_size 128256 hidden_size 8192 intermediate_size 28672 "
              "num_hidden_layers 80 num_attention_heads 64 num_key_value_heads 8 "
              "max_position_embeddings 8192"},
    Published{"llama-3.2-1b",
              "model_type llama vocab_size 128256 hidden_size 2048 intermediate_size 8192 "
              "num_hidden_layers 16 num_attention_heads 32 num_key_value_heads 8 head_dim 64 "
              "max_position_embeddings 131072 tie_word_embeddings true"},
    Published{"mistral-7b-v0.1",
              "model_type mistral vocab_size 32000 hidden_size 4096 intermediate_size 14336 "
              "num_hidden_layers 32 num_attention_heads 32 num_key_value_heads 8 "
              "max_position_embeddings 32768 sliding_window 4096"},
    Published{"mixtral-8x7b",
              "model_type mixtral vocab_size 32000 hidden_size 4096 intermediate_size 14336 "
              "num_hidden_layers 32 num_attention_heads 32 num_key_value_heads 8 "
              "max_position_embeddings 32768 num_local_experts 8 num_experts_per_tok 2"},
    Published{"gemma-2b",
              "model_type gemma vocab_size 256000 hidden_size 2048 intermediate_size 16384 "
              "num_hidden_layers 18 num_attention_heads 8 num_key_value_heads 1 head_dim 256 "
              "max_position_embeddings 8192"},
    Published{"gemma-7b",
              "model_type gemma vocab_size 256000 hidden_size 3072 intermediate_size 24576 "
              "num_hidden_layers 28 num_attention_heads 16 num_key_value_heads 16 head_dim 256 "
              "max_position_embeddings 8192"},
    Published{"gemma-2-2b",
              "model_type gemma2 vocab_size 256000 hidden_size 2304 intermediate_size 9216 "
              "num_hidden_layers 26 num_attention_heads 8 num_key_value_heads 4 head_dim 256 "
              "max_position_embeddings 8192 sliding_window 4096"},
    Published{"gemma-2-9b",
              "model_type gemma2 vocab_size 256000 hidden_size 3584 intermediate_size 14336 "
              "num_hidden_layers 42 num_attention_heads 16 num_key_value_heads 8 head_dim 256 "
              "max_position_embeddings 8192 sliding_window 4096"},
    Published{"qwen2-0.5b",
              "model_type qwen2 vocab_size 151936 hidden_size 896 intermediate_size 4864 "
              "num_hidden_layers 24 num_attention_heads 14 num_key_value_heads 2 "
              "max_position_embeddings 131072 tie_word_embeddings true"},
    Published{"qwen2-7b",
              "model_type qwen2 vocab_size 152064 hidden_size 3584 intermediate_size 18944 "
              "num_hidden_layers 28 num_attention_heads 28 num_key_value_heads 4 "
              "max_position_embeddings 131072"},
    Published{"qwen3-0.6b",
              "model_type qwen3 vocab_size 151936 hidden_size 1024 intermediate_size 3072 "
              "num_hidden_layers 28 num_attention_heads 16 num_key_value_heads 8 head_dim 128 "
              "max_position_embeddings 40960 tie_word_embeddings true"},
    Published{"qwen3-8b",
              "model_type qwen3 vocab_size 151936 hidden_size 4096 intermediate_size 12288 "
              "num_hidden_layers 36 num_attention_heads 32 num_key_value_heads 8 head_dim 128 "
              "max_position_embeddings 40960"},
    Published{"phi-3-mini",
              "model_type phi3 vocab_size 32064 hidden_size 3072 intermediate_size 8192 "
              "num_hidden_layers 32 num_attention_heads 32 num_key_value_heads 32 "
              "max_position_embeddings 4096 sliding_window 2047"},
    Published{"t5-small",
              "model_type t5 vocab_size 32128 d_model 512 d_kv 64 d_ff 2048 num_layers 6 "
              "num_decoder_layers 6 num_heads 8 relative_attention_num_buckets 32"},
    Published{"t5-base",
              "model_type t5 vocab_size 32128 d_model 768 d_kv 64 d_ff 3072 num_layers 12 "
              "num_decoder_layers 12 num_heads 12 relative_attention_num_buckets 32"},
    Published{"t5-v1_1-base",
              "model_type t5 vocab_size 32128 d_model 768 d_kv 64 d_ff 2048 num_layers 12 "
              "num_decoder_layers 12 num_heads 12 relative_attention_num_buckets 32 "
              "feed_forward_proj gated-gelu tie_word_embeddings false"},
    Published{"vit-base-patch16-224",
              "model_type vit hidden_size 768 num_hidden_layers 12 num_attention_heads 12 "
              "intermediate_size 3072 image_size 224 patch_size 16 num_channels 3"},
    Published{"vit-large-patch16-224",
              "model_type vit hidden_size 1024 num_hidden_layers 24 num_attention_heads 16 "
              "intermediate_size 4096 image_size 224 patch_size 16 num_channels 3"},
};

SettingValue setting_of(const std::string& text) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  if (std::from_chars(text.data(), end, number).ptr == end) return {.value = number, .shown = text};
  if (text == "true" || text == "false") return {.value = text == "true", .shown = text};
  return {.value = text, .shown = text};
}

Settings settings_of(const Published& published) {
  Settings settings{.source = published.name, .values = {}};
  std::istringstream words(published.settings);
  for (std::string key, value; words >> key >> value;)
    settings.values.emplace(key, setting_of(value));
  return settings;
}

}  // namespace

std::vector<std::string> published_models() {
  std::vector<std::string> names;
  for (const Published& published : kPublished) names.emplace_back(published.name);
  return names;
}

std::optional<Settings> published_settings(const std::string& name) {
  for (const Published& published : kPublished)
    if (published.name == name) return settings_of(published);
  return std::nullopt;
}

Count numbers_in(const std::optional<TensorDifference::Shape>& shape) {
  if (!shape) return 0;
  Count n = 1;
  for (const std::uint64_t size : *shape) n *= count_of(size);
  return n;
}

}  // namespace attn
