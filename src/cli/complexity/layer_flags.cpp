#include "cli/complexity/layer_flags.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/flags/head_sizes.hpp"

namespace attn {

void LayerFlags::add_layer_flags(CLI::App& app) {
  const FlagGroup group(app, translated("Layers side by side"));
  group.value("--layer", layers, "NAMES",
              translated("One layer by its parts, or several compared: sdpa, attention, mha, "
                         "encoder, decoder, rnn, gru, lstm, classifier, simple-classifier, "
                         "rnn-classifier, gru-classifier, lstm-classifier"));
  group.value("--hidden", hidden, "N",
              translated("Width of a recurrent layer's state (default d_model)"));
  group.value("--bias-vectors", bias_vectors, "0|1|2",
              translated("Biases of each gate of a recurrent layer: PyTorch has two (default)"));
  group.value("--classes", classes, "N", translated("Classes of a text classifier (default 2)"));
}

std::string LayerFlags::first_given() const {
  return attn::first_given({{"--layer", given(layers)},
                            {"--hidden", given(hidden)},
                            {"--bias-vectors", given(bias_vectors)},
                            {"--classes", given(classes)}});
}

namespace {

constexpr const char* kCompared = "attention,mha,rnn,gru,lstm";

std::vector<Layer> layers_named(const std::string& text) {
  std::vector<std::string> names;
  for (const Layer& layer : all_layers()) names.emplace_back(layer.name);
  std::vector<Layer> layers;
  for (const std::string& name : list_items(text)) {
    const std::size_t place = choice_value("--layer", name, names);
    for (const Layer& layer : layers)
      if (layer.name == name) throw InputError(message("--layer names {} twice.", name));
    layers.push_back(all_layers()[place]);
  }
  return layers;
}

bool is_attention(const Layer& layer) { return layer.model != nullptr; }
bool is_recurrent(const Layer& layer) { return layer.cell.has_value(); }
bool has_heads(const Layer& layer) { return layer.has_heads(); }
bool has_projections(const Layer& layer) { return layer.has_projections(); }
bool has_mlp(const Layer& layer) { return layer.has_mlp(); }
bool is_classifier(const Layer& layer) { return layer.is_classifier; }
bool has_positions(const Layer& layer) { return layer.has_mlp() && layer.is_classifier; }
bool is_never_used(const Layer&) { return false; }

struct Use {
  const char* flag;
  bool is_given;
  bool (*by)(const Layer& layer);
};

std::vector<Use> uses_of(const LayerFlags& flags, const ModelFlags& model, const PassFlags& pass) {
  return {{"--heads", given(model.heads), has_heads},
          {"--kv-heads", given(model.kv_heads), has_heads},
          {"--d-head", given(model.d_head), is_attention},
          {"--d-ff", given(model.d_ff), has_mlp},
          {"--vocab", given(model.vocab), is_classifier},
          {"--classes", given(flags.classes), is_classifier},
          {"--positions", given(model.positions), has_positions},
          {"--bias", model.bias, has_projections},
          {"--no-bias", model.no_bias, has_projections},
          {"--hidden", given(flags.hidden), is_recurrent},
          {"--bias-vectors", given(flags.bias_vectors), is_recurrent},
          {"--causal", pass.causal, is_attention},
          {"--full", pass.full, is_attention},
          {"--model", given(model.model), is_never_used},
          {"--config", given(model.config), is_never_used},
          {"--layers", given(model.layers), is_never_used},
          {"--gated", model.gated, is_never_used},
          {"--tied", model.tied, is_never_used},
          {"--untied", model.untied, is_never_used},
          {"--norm", given(model.norm), is_never_used},
          {"--keys", given(pass.keys), is_never_used},
          {"--window", given(pass.window), is_never_used},
          {"--mask", given(pass.mask), is_never_used},
          {"--mode", given(pass.mode), is_never_used},
          {"--logits", given(pass.logits), is_never_used}};
}

[[noreturn]] void refuse(const std::string& flag, const std::vector<Layer>& layers) {
  std::string names;
  for (const Layer& layer : layers) names += (names.empty() ? "" : ",") + std::string(layer.name);
  throw InputError(
      message("{} says nothing about --layer {}. Leave it out, or describe a model with --d-model, "
              "--model or --config instead of --layer.",
              flag, names));
}

void read_heads(const ModelFlags& model, const std::vector<Layer>& layers, LayerSizes& sizes) {
  if (given(model.heads)) sizes.n_heads = setting_value("--heads", model.heads);
  if (given(model.kv_heads)) sizes.n_kv_heads = setting_value("--kv-heads", model.kv_heads);
  require_shared_evenly(
      {.n_heads = sizes.n_heads, .n_kv_heads = sizes.n_kv_heads.value_or(sizes.n_heads)});
  if (given(model.d_head)) sizes.d_head = setting_value("--d-head", model.d_head);
  if (std::any_of(layers.begin(), layers.end(), has_heads))
    d_head_value(model.d_head, sizes.d_model, sizes.n_heads,
                 kLargestSetting);  // refuses a fraction
}

void read_table_of_positions(const std::string& text, LayerSizes& sizes) {
  Model model;
  read_positions(text, model);
  if (model.positions == Positions::learned)
    sizes.n_positions = model.n_positions;
  else if (model.positions != Positions::sinusoidal)
    throw InputError(
        message("The classifier's --positions are sinusoidal or learned:N, not {}.", text));
}

void read_model_sizes(const ModelFlags& model, const std::vector<Layer>& layers,
                      LayerSizes& sizes) {
  if (given(model.d_model)) sizes.d_model = setting_value("--d-model", model.d_model);
  read_heads(model, layers, sizes);
  if (given(model.d_ff)) sizes.d_ff = setting_value("--d-ff", model.d_ff, 0);
  if (given(model.vocab)) sizes.n_vocab = setting_value("--vocab", model.vocab);
  if (given(model.positions)) read_table_of_positions(model.positions, sizes);
  if (model.bias && model.no_bias) refuse_together("--bias", "--no-bias");
  if (model.bias || model.no_bias) sizes.bias = model.bias;
}

void read_layer_sizes(const LayerFlags& flags, LayerSizes& sizes) {
  constexpr std::uint64_t kMostBiasVectors = 2;
  if (given(flags.classes)) sizes.n_classes = setting_value("--classes", flags.classes);
  if (given(flags.hidden)) sizes.d_hidden = setting_value("--hidden", flags.hidden);
  if (given(flags.bias_vectors))
    sizes.n_bias_vectors = count_value("--bias-vectors", flags.bias_vectors, 0, kMostBiasVectors);
}

void read_run(const PassFlags& pass, LayerSizes& sizes) {
  if (given(pass.tokens)) sizes.n_tokens = setting_value("--tokens", pass.tokens);
  if (given(pass.batch)) sizes.n_batch = setting_value("--batch", pass.batch);
  if (given(pass.dtype)) sizes.dtype = dtype_value(pass.dtype);
  if (pass.causal && pass.full) refuse_together("--causal", "--full");
  if (pass.causal || pass.full) sizes.causal = pass.causal;
}

}  // namespace

LayerInput read_layers(const LayerFlags& flags, const ModelFlags& model, const PassFlags& pass,
                       const std::vector<GivenFlag>& others) {
  LayerInput input;
  input.are_usual = !given(flags.layers);
  input.layers = layers_named(given(flags.layers) ? flags.layers : kCompared);
  std::vector<Use> uses = uses_of(flags, model, pass);
  for (const auto& [flag, is_given] : others) uses.push_back({flag, is_given, is_never_used});
  for (const Use& use : uses) {
    if (!use.is_given || std::any_of(input.layers.begin(), input.layers.end(), use.by)) continue;
    if (input.are_usual && use.by == is_never_used) require_model_for(use.flag, model);
    refuse(use.flag, input.layers);
  }
  input.sizes = sizes_in_chapters(input.layers);
  read_model_sizes(model, input.layers, input.sizes);
  read_layer_sizes(flags, input.sizes);
  read_run(pass, input.sizes);
  return input;
}

}  // namespace attn
