#include "costs/layers/layers.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {
namespace {

// A single head without W_O; d_head is the width of its queries, keys and values.
Model attention(const LayerSizes& sizes) {
  const bool has_bias = sizes.bias.value_or(false);
  Model model;
  model.d_model = sizes.d_model;
  model.d_head = sizes.d_head.value_or(sizes.d_model);
  model.projects_output = false;
  model.query_bias = model.key_bias = model.value_bias = has_bias;
  model.stacks = {{.keeps_cache = false}};
  return model;
}

Model mha(const LayerSizes& sizes) {
  Model model = attention(sizes);
  model.n_heads = sizes.n_heads;
  model.n_kv_heads = sizes.n_kv_heads.value_or(sizes.n_heads);
  model.d_head = sizes.d_head.value_or(sizes.d_model / sizes.n_heads);
  model.projects_output = true;
  const bool has_bias = sizes.bias.value_or(true);
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = has_bias;
  return model;
}

// What is left of it when queries, keys and values of every head are given.
Model sdpa(const LayerSizes& sizes) {
  Model model = mha(sizes);
  model.projects_input = model.projects_output = false;
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = false;
  return model;
}

Model encoder(const LayerSizes& sizes) {
  Model model = mha(sizes);
  model.d_ff = sizes.d_ff.value_or(4 * sizes.d_model);
  model.mlp_bias = model.output_bias;
  model.norm = Norm::layer;
  return model;
}

Model decoder(const LayerSizes& sizes) {
  Model model = encoder(sizes);
  model.stacks.front().causal = model.stacks.front().cross_attention = true;
  return model;
}

// Words in, one class out.
Model with_classes(Model model, const LayerSizes& sizes) {
  model.n_vocab = sizes.n_vocab;
  model.n_classes = sizes.n_classes;
  return model;
}

Model simple_classifier(const LayerSizes& sizes) { return with_classes(mha(sizes), sizes); }

Model classifier(const LayerSizes& sizes) {
  Model model = with_classes(encoder(sizes), sizes);
  model.positions = sizes.n_positions ? Positions::learned : Positions::sinusoidal;
  model.n_positions = sizes.n_positions.value_or(0);
  return model;
}

Model model_at_any_size(const Layer& layer) { return layer.model({}); }

}  // namespace

bool Layer::has_heads() const { return model != nullptr && model_at_any_size(*this).n_heads > 1; }

bool Layer::has_projections() const {
  return model != nullptr && model_at_any_size(*this).projects_input;
}

bool Layer::has_mlp() const { return model != nullptr && model_at_any_size(*this).d_ff > 0; }

std::vector<Layer> all_layers() {
  return {
      {.name = "sdpa",
       .label = translated("scaled dot-product attention"),
       .about = translated("queries, keys and values are given: no parameters"),
       .model = sdpa},
      {.name = "attention",
       .label = translated("self-attention, one head"),
       .about = translated("W_Q, W_K and W_V, but no W_O"),
       .model = attention},
      {.name = "mha",
       .label = translated("multi-head attention"),
       .about = translated("W_Q, W_K, W_V and W_O"),
       .model = mha},
      {.name = "encoder",
       .label = translated("encoder layer"),
       .about = translated("multi-head attention, MLP and two LayerNorms"),
       .reads_all_at_once = true,
       .model = encoder},
      {.name = "decoder",
       .label = translated("decoder layer"),
       .about = translated("causal attention, attention to the encoder, MLP, three LayerNorms"),
       .model = decoder},
      {.name = "rnn",
       .label = translated("plain recurrent layer"),
       .about = translated("one product with the token and one with the last state"),
       .cell = RecurrentCell::rnn},
      {.name = "gru",
       .label = translated("gated recurrent unit"),
       .about = translated("three gates, each with weights of its own"),
       .cell = RecurrentCell::gru},
      {.name = "lstm",
       .label = translated("long short-term memory"),
       .about = translated("four gates, and a cell beside the hidden state"),
       .cell = RecurrentCell::lstm},
      {.name = "classifier",
       .label = translated("text classifier with an encoder layer"),
       .about = translated("embedding, positions, encoder layer, mean, linear layer"),
       .is_classifier = true,
       .reads_all_at_once = true,
       .model = classifier},
      {.name = "simple-classifier",
       .label = translated("simplified text classifier"),
       .about = translated("embedding, multi-head attention, mean, linear layer; no positions"),
       .is_classifier = true,
       .reads_all_at_once = true,
       .model = simple_classifier},
      {.name = "rnn-classifier",
       .label = translated("text classifier with a plain recurrent layer"),
       .about = translated("embedding, recurrent layer, linear layer on the last state"),
       .cell = RecurrentCell::rnn,
       .is_classifier = true},
      {.name = "gru-classifier",
       .label = translated("text classifier with a GRU"),
       .about = translated("embedding, GRU, linear layer on the last state"),
       .cell = RecurrentCell::gru,
       .is_classifier = true},
      {.name = "lstm-classifier",
       .label = translated("text classifier with an LSTM"),
       .about = translated("embedding, LSTM, linear layer on the last state"),
       .cell = RecurrentCell::lstm,
       .is_classifier = true},
  };
}

LayerSizes sizes_in_chapters(const std::vector<Layer>& layers) {
  LayerSizes sizes;
  const bool has_classifier = std::any_of(layers.begin(), layers.end(),
                                          [](const Layer& layer) { return layer.is_classifier; });
  if (has_classifier) sizes.d_model = 256;
  return sizes;
}

}  // namespace attn
