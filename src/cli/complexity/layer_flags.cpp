#include "cli/complexity/layer_flags.hpp"

#include <algorithm>
#include <iterator>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/complexity/sweep_input.hpp"
#include "cli/flags/head_sizes.hpp"

namespace attn {

void LayerFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("Layers side by side"));
  group.value(layers, "NAMES",
              translated("One layer by its parts, or several compared: sdpa, attention, mha, "
                         "encoder, decoder, rnn, gru, lstm, classifier, simple-classifier, "
                         "rnn-classifier, gru-classifier, lstm-classifier"));
  group.value(hidden, "N", translated("Width of a recurrent layer's state (default d_model)"));
  group.value(bias_vectors, "0|1|2",
              translated("Biases of each gate of a recurrent layer: PyTorch has two (default)"));
  group.value(classes, "N", translated("Classes of a text classifier (default 2)"));
}

namespace {

constexpr const char* kCompared = "attention,mha,rnn,gru,lstm";

std::vector<Layer> layers_named(const LayerFlags& flags) {
  std::vector<std::string> names;
  for (const Layer& layer : all_layers()) names.emplace_back(layer.name);
  std::vector<Layer> layers;
  for (const std::string& name :
       list_items(flags.layers ? plain_value(flags.layers.text()) : kCompared)) {
    const std::size_t place = choice_value(flags.layers.name(), name, names);
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
bool is_always_used(const Layer&) { return true; }
bool is_never_used(const Layer&) { return false; }

// Which layers have a use for a flag. A flag without a line here is refused.
struct Use {
  Flag flag;
  bool (*by)(const Layer& layer);
};

std::vector<Use> uses_of(const LayerFlags& flags, const ModelFlags& model, const PassFlags& pass) {
  return {{flags.layers, is_always_used}, {model.d_model, is_always_used},
          {pass.tokens, is_always_used},  {pass.batch, is_always_used},
          {pass.dtype, is_always_used},   {model.heads, has_heads},
          {model.kv_heads, has_heads},    {model.d_head, is_attention},
          {model.d_ff, has_mlp},          {model.vocab, is_classifier},
          {flags.classes, is_classifier}, {model.positions, has_positions},
          {model.bias, has_projections},  {model.no_bias, has_projections},
          {flags.hidden, is_recurrent},   {flags.bias_vectors, is_recurrent},
          {pass.causal, is_attention},    {pass.full, is_attention}};
}

Use use_of(const Flag& flag, const std::vector<Use>& uses) {
  for (const Use& use : uses)
    if (use.flag.name() == flag.name()) return use;
  return {flag, is_never_used};
}

std::string names_of(const std::vector<Layer>& layers) {
  std::vector<std::string> names;
  for (const Layer& layer : layers) names.emplace_back(layer.name);
  return joined(names, ",");
}

// Recurrent layers have biases as well, but of another kind: a --bias that is not about them must
// not go by in silence, whatever stands beside them.
void require_biases_of_recurrent(const LayerFlags& flags, const ModelFlags& model,
                                 const std::vector<Layer>& layers) {
  std::vector<Layer> recurrent;
  std::copy_if(layers.begin(), layers.end(), std::back_inserter(recurrent), is_recurrent);
  const Flags given = given_among({model.bias, model.no_bias});
  if (given.empty() || recurrent.empty() || flags.bias_vectors) return;
  throw InputError(
      message("{} is about the projections of attention and does not change the biases of {}: "
              "these have --bias-vectors 0, 1 or 2. Give that as well, or instead.",
              given.front().name(), names_of(recurrent)));
}

[[noreturn]] void refuse(const Flag& flag, const std::vector<Layer>& layers) {
  throw InputError(
      message("{} has no effect with --layer {}. Leave it out, or describe a model with --d-model, "
              "--model or --config instead of --layer.",
              flag.name(), names_of(layers)));
}

void read_heads(const ModelFlags& model, const std::vector<Layer>& layers, LayerSizes& sizes) {
  sizes.n_heads = model.heads.setting().value_or(sizes.n_heads);
  if (model.kv_heads) sizes.n_kv_heads = model.kv_heads.setting();
  require_shared_evenly(
      {.n_heads = sizes.n_heads, .n_kv_heads = sizes.n_kv_heads.value_or(sizes.n_heads)});
  if (model.d_head) sizes.d_head = model.d_head.setting();
  if (std::any_of(layers.begin(), layers.end(), has_heads))
    d_head_value(model.d_head, sizes.d_model, sizes.n_heads,
                 kLargestSetting);  // refuses a fraction
}

void read_table_of_positions(const Flag& flag, LayerSizes& sizes) {
  Model model;
  read_positions(flag, model);
  if (model.positions == Positions::learned)
    sizes.n_positions = model.n_positions;
  else if (model.positions != Positions::sinusoidal)
    throw InputError(
        message("The classifier's --positions are sinusoidal or learned:N, not {}.", flag.text()));
}

void read_model_sizes(const ModelFlags& model, const std::vector<Layer>& layers,
                      LayerSizes& sizes) {
  sizes.d_model = model.d_model.setting().value_or(sizes.d_model);
  read_heads(model, layers, sizes);
  if (model.d_ff) sizes.d_ff = model.d_ff.setting(0);
  sizes.n_vocab = model.vocab.setting().value_or(sizes.n_vocab);
  if (model.positions) read_table_of_positions(model.positions, sizes);
  refuse_two_of({model.bias, model.no_bias});
  if (model.bias || model.no_bias) sizes.bias = bool(model.bias);
}

void read_layer_sizes(const LayerFlags& flags, LayerSizes& sizes) {
  constexpr std::uint64_t kMostBiasVectors = 2;
  sizes.n_classes = flags.classes.setting().value_or(sizes.n_classes);
  if (flags.hidden) sizes.d_hidden = flags.hidden.setting();
  sizes.n_bias_vectors =
      flags.bias_vectors.count(0, kMostBiasVectors).value_or(sizes.n_bias_vectors);
}

void read_run(const PassFlags& pass, LayerSizes& sizes) {
  sizes.n_tokens = pass.tokens.setting().value_or(sizes.n_tokens);
  sizes.n_batch = pass.batch.setting().value_or(sizes.n_batch);
  if (pass.dtype) sizes.dtype = dtype_value(pass.dtype);
  refuse_two_of({pass.causal, pass.full});
  if (pass.causal || pass.full) sizes.causal = bool(pass.causal);
}

}  // namespace

LayerInput read_layers(const LayerFlags& flags, const ModelFlags& model, const PassFlags& pass,
                       const Flags& others) {
  LayerInput input;
  input.are_usual = !flags.layers;
  input.layers = layers_named(flags);
  require_biases_of_recurrent(flags, model, input.layers);
  const std::vector<Use> uses = uses_of(flags, model, pass);
  for (const Flag& flag :
       given_among(joined({flags_of(model), flags_of(pass), flags_of(flags), others}))) {
    const Use use = use_of(flag, uses);
    if (std::any_of(input.layers.begin(), input.layers.end(), use.by)) continue;
    if (input.are_usual && use.by == is_never_used) require_model_for(flag.name(), model);
    refuse(flag, input.layers);
  }
  input.sizes = sizes_in_chapters(input.layers);
  read_model_sizes(model, input.layers, input.sizes);
  read_layer_sizes(flags, input.sizes);
  read_run(pass, input.sizes);
  return input;
}

LayerSweepInput read_layer_sweep(const Flag& sweep, const LayerFlags& flags,
                                 const ModelFlags& model, const PassFlags& pass,
                                 const Flags& others) {
  LayerSweepInput input{
      .range = read_sweep_range(sweep, model, pass), .layers = {}, .sizes_at = {}};
  input.sizes_at = [=](std::uint64_t value) {
    ModelFlags swept_model = model;
    PassFlags swept_pass = pass;
    give_swept(sweep, value, swept_model, swept_pass);
    return read_layers(flags, swept_model, swept_pass, others).sizes;
  };
  input.layers = layers_named(flags);
  return input;
}

}  // namespace attn
