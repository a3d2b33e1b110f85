#include <fmt/format.h>

#include <algorithm>

#include "pretrained/family/family.hpp"

namespace attn {
namespace {

// The names of a family; {} is the number of a layer. What a family has not is null.
struct NameRow {
  const char* prefix;
  const char *tokens, *positions, *types, *embedding_norm, *final_norm;
  const char* layer;
  const char *attention_norm, *packed, *query, *key, *value, *query_norm, *key_norm, *output;
  const char *mlp_norm, *gate, *up, *down;
  const char *head_dense, *head_norm, *decoder, *decoder_bias;
};

constexpr NameRow kGpt2{.prefix = "transformer.",
                        .tokens = "wte.weight",
                        .positions = "wpe.weight",
                        .final_norm = "ln_f",
                        .layer = "h.{}.",
                        .attention_norm = "ln_1",
                        .packed = "attn.c_attn",
                        .output = "attn.c_proj",
                        .mlp_norm = "ln_2",
                        .up = "mlp.c_fc",
                        .down = "mlp.c_proj",
                        .decoder = "lm_head.weight"};

constexpr NameRow kBert{.prefix = "bert.",
                        .tokens = "embeddings.word_embeddings.weight",
                        .positions = "embeddings.position_embeddings.weight",
                        .types = "embeddings.token_type_embeddings.weight",
                        .embedding_norm = "embeddings.LayerNorm",
                        .layer = "encoder.layer.{}.",
                        .attention_norm = "attention.output.LayerNorm",
                        .query = "attention.self.query",
                        .key = "attention.self.key",
                        .value = "attention.self.value",
                        .output = "attention.output.dense",
                        .mlp_norm = "output.LayerNorm",
                        .up = "intermediate.dense",
                        .down = "output.dense",
                        .head_dense = "cls.predictions.transform.dense",
                        .head_norm = "cls.predictions.transform.LayerNorm",
                        .decoder = "cls.predictions.decoder.weight",
                        .decoder_bias = "cls.predictions.bias"};

constexpr NameRow roberta_names() {
  NameRow row = kBert;
  row.prefix = "roberta.";
  row.head_dense = "lm_head.dense";
  row.head_norm = "lm_head.layer_norm";
  row.decoder = "lm_head.decoder.weight";
  row.decoder_bias = "lm_head.bias";
  return row;
}

constexpr NameRow kDistilbert{.prefix = "distilbert.",
                              .tokens = "embeddings.word_embeddings.weight",
                              .positions = "embeddings.position_embeddings.weight",
                              .embedding_norm = "embeddings.LayerNorm",
                              .layer = "transformer.layer.{}.",
                              .attention_norm = "sa_layer_norm",
                              .query = "attention.q_lin",
                              .key = "attention.k_lin",
                              .value = "attention.v_lin",
                              .output = "attention.out_lin",
                              .mlp_norm = "output_layer_norm",
                              .up = "ffn.lin1",
                              .down = "ffn.lin2",
                              .head_dense = "vocab_transform",
                              .head_norm = "vocab_layer_norm",
                              .decoder = "vocab_projector.weight",
                              .decoder_bias = "vocab_projector.bias"};

constexpr NameRow kLlama{.prefix = "model.",
                         .tokens = "embed_tokens.weight",
                         .final_norm = "norm",
                         .layer = "layers.{}.",
                         .attention_norm = "input_layernorm",
                         .query = "self_attn.q_proj",
                         .key = "self_attn.k_proj",
                         .value = "self_attn.v_proj",
                         .query_norm = "self_attn.q_norm",
                         .key_norm = "self_attn.k_norm",
                         .output = "self_attn.o_proj",
                         .mlp_norm = "post_attention_layernorm",
                         .gate = "mlp.gate_proj",
                         .up = "mlp.up_proj",
                         .down = "mlp.down_proj",
                         .decoder = "lm_head.weight"};

const NameRow& names_of(ModelFamily family) {
  static constexpr NameRow kRoberta = roberta_names();
  switch (family) {
    case ModelFamily::gpt2:
      return kGpt2;
    case ModelFamily::bert:
      return kBert;
    case ModelFamily::roberta:
      return kRoberta;
    case ModelFamily::distilbert:
      return kDistilbert;
    default:
      return kLlama;
  }
}

// The sizes of a model and the names of its family, put together.
class Namer {
 public:
  Namer(ModelFamily family, const Model& sizes)
      : sizes_(sizes), row_(names_of(family)), is_in_out_(family == ModelFamily::gpt2) {}

  ModelTensors tensors() const {
    ModelTensors all;
    all.is_in_out = is_in_out_;
    all.prefixes = {"", row_.prefix};
    all.tokens = {row_.tokens, {sizes_.n_vocab, sizes_.d_model}};
    if (row_.positions && sizes_.positions == Positions::learned)
      all.positions = {row_.positions, {sizes_.n_positions, sizes_.d_model}};
    if (row_.types && sizes_.n_token_types > 0)
      all.types = {row_.types, {sizes_.n_token_types, sizes_.d_model}};
    if (row_.embedding_norm) all.embedding_norm = norm(row_.embedding_norm, sizes_.d_model);
    if (row_.final_norm) all.final_norm = norm(row_.final_norm, sizes_.d_model);
    for (std::uint64_t layer = 0; layer < sizes_.stacks.front().n_layers; ++layer)
      all.layers.push_back(layer_tensors(fmt::format(fmt::runtime(row_.layer), layer)));
    all.head = head();
    return all;
  }

 private:
  NamedPair norm(const std::string& name, std::uint64_t width) const {
    NamedPair pair{{name + ".weight", {width}}};
    if (sizes_.norm == Norm::layer) pair.bias = {name + ".bias", {width}};
    return pair;
  }

  NamedPair linear(const std::string& name, std::uint64_t in, std::uint64_t out,
                   bool has_bias) const {
    NamedPair pair{{name + ".weight", is_in_out_ ? TensorShape{in, out} : TensorShape{out, in}}};
    if (has_bias) pair.bias = {name + ".bias", {out}};
    return pair;
  }

  LayerTensors layer_tensors(const std::string& layer) const {
    const std::uint64_t d = sizes_.d_model, all = sizes_.n_heads * sizes_.d_head,
                        all_kv = sizes_.n_kv_heads * sizes_.d_head;
    LayerTensors tensors;
    tensors.attention_norm = norm(layer + row_.attention_norm, d);
    tensors.mlp_norm = norm(layer + row_.mlp_norm, d);
    if (row_.packed) {
      tensors.packed = linear(layer + row_.packed, d, all + 2 * all_kv, sizes_.query_bias);
    } else {
      tensors.query = linear(layer + row_.query, d, all, sizes_.query_bias);
      tensors.key = linear(layer + row_.key, d, all_kv, sizes_.key_bias);
      tensors.value = linear(layer + row_.value, d, all_kv, sizes_.value_bias);
    }
    if (sizes_.query_key_norm) {
      tensors.query_norm = norm(layer + row_.query_norm, sizes_.d_head);
      tensors.key_norm = norm(layer + row_.key_norm, sizes_.d_head);
    }
    tensors.output = linear(layer + row_.output, all, d, sizes_.output_bias);
    if (row_.gate) tensors.gate = linear(layer + row_.gate, d, sizes_.d_ff, sizes_.mlp_bias);
    tensors.up = linear(layer + row_.up, d, sizes_.d_ff, sizes_.mlp_bias);
    tensors.down = linear(layer + row_.down, sizes_.d_ff, d, sizes_.mlp_bias);
    return tensors;
  }

  static NamedTensor in_head(NamedTensor tensor) {
    tensor.is_in_head = true;
    return tensor;
  }

  static NamedPair in_head(NamedPair pair) {
    pair.weight.is_in_head = true;
    if (pair.bias) pair.bias->is_in_head = true;
    return pair;
  }

  HeadTensors head() const {
    HeadTensors head;
    const std::uint64_t d = sizes_.d_model;
    if (row_.head_dense) {
      head.dense = in_head(linear(row_.head_dense, d, d, true));
      head.norm = in_head(norm(row_.head_norm, d));
    }
    head.decoder.weight = in_head(NamedTensor{row_.decoder, {sizes_.n_vocab, d}});
    if (row_.decoder_bias)
      head.decoder.bias = in_head(NamedTensor{row_.decoder_bias, {sizes_.n_vocab}});
    head.may_be_tied = sizes_.tied;
    return head;
  }

  const Model& sizes_;
  const NameRow& row_;
  bool is_in_out_;
};

void append(std::vector<NamedTensor>& all, const std::optional<NamedPair>& pair) {
  if (!pair || pair->weight.name.empty()) return;
  all.push_back(pair->weight);
  if (pair->bias) all.push_back(*pair->bias);
}

}  // namespace

ModelTensors model_tensors(ModelFamily family, const Model& sizes) {
  return Namer(family, sizes).tensors();
}

std::vector<NamedTensor> embedding_tensors(const ModelTensors& tensors) {
  std::vector<NamedTensor> all{tensors.tokens};
  for (const auto& table : {tensors.positions, tensors.types})
    if (table) all.push_back(*table);
  append(all, tensors.embedding_norm);
  return all;
}

std::vector<NamedTensor> layer_tensors(const LayerTensors& layer) {
  std::vector<NamedTensor> all;
  append(all, layer.attention_norm);
  append(all, layer.packed);
  for (const NamedPair* pair : {&layer.query, &layer.key, &layer.value}) append(all, *pair);
  append(all, layer.query_norm);
  append(all, layer.key_norm);
  append(all, layer.output);
  append(all, layer.mlp_norm);
  append(all, layer.gate);
  append(all, layer.up);
  append(all, layer.down);
  return all;
}

std::vector<NamedTensor> last_tensors(const ModelTensors& tensors) {
  std::vector<NamedTensor> all;
  append(all, tensors.final_norm);
  append(all, tensors.head.dense);
  append(all, tensors.head.norm);
  append(all, tensors.head.decoder);
  return all;
}

bool is_no_parameter(const std::string& name) {
  for (const char* end :
       {".attn.bias", ".masked_bias", "position_ids", "token_type_ids", "rotary_emb.inv_freq"})
    if (name.ends_with(end)) return true;
  return false;
}

}  // namespace attn
