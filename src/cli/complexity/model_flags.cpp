#include "cli/complexity/model_flags.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/suggest.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/flags/head_sizes.hpp"
#include "costs/model/families.hpp"
#include "costs/model/presets.hpp"
#include "data/model/model_config.hpp"

namespace attn {

void ModelFlags::add_model_flags(CLI::App& app) {
  const FlagGroup known(app, translated("A known model"));
  known.value("--model", model, "NAME", translated("A model by its name; --list shows them"));
  known.value("--config", config, "FILE", translated("A config.json in the form of Hugging Face"));

  const FlagGroup by_hand(app, translated("A model by hand, or changes to a known one"));
  by_hand.value("--d-model", d_model, "N", translated("Width of an embedding"));
  by_hand.value("--heads", heads, "N", translated("Number of query heads (default 1)"));
  by_hand.value("--kv-heads", kv_heads, "N",
                translated("Number of key-value heads: 1 is multi-query, fewer than --heads is "
                           "grouped-query (default --heads)"));
  by_hand.value("--d-head", d_head, "N", translated("Width of a head (default d_model / heads)"));
  by_hand.value("--layers", layers, "N", translated("Number of layers (default 1)"));
  by_hand.value("--d-ff", d_ff, "N",
                translated("Width inside the MLP (default 4 d_model); 0: no MLP"));
  by_hand.value(
      "--vocab", vocab, "N",
      translated("Words of the vocabulary: adds token embedding, final norm and LM head"));
  by_hand.flag("--gated", gated, translated("The MLP has three matrices, as in SwiGLU"));
  by_hand.flag("--tied", tied, translated("The LM head uses the token embedding's numbers"));
  by_hand.flag("--untied", untied, translated("The LM head has numbers of its own (default)"));
  by_hand.flag("--bias", bias, translated("Every linear layer of a block adds a bias"));
  by_hand.flag("--no-bias", no_bias, translated("No biases (default)"));
  by_hand.value("--norm", norm, "KIND",
                translated("layer (default), layer-no-bias, rms or none: two norms a layer"));
  by_hand.value("--positions", positions, "KIND",
                translated("none (default), sinusoidal, rotary, alibi, learned:N with a table of N "
                           "positions, relative:N with N buckets for each head"));
}

std::string ModelFlags::first_by_hand() const {
  return attn::first_given({{"--d-model", given(d_model)},
                            {"--heads", given(heads)},
                            {"--kv-heads", given(kv_heads)},
                            {"--d-head", given(d_head)},
                            {"--layers", given(layers)},
                            {"--d-ff", given(d_ff)},
                            {"--vocab", given(vocab)},
                            {"--gated", gated},
                            {"--tied", tied},
                            {"--untied", untied},
                            {"--bias", bias},
                            {"--no-bias", no_bias},
                            {"--norm", given(norm)},
                            {"--positions", given(positions)}});
}

std::string ModelFlags::first_given() const {
  if (given(model)) return "--model";
  if (given(config)) return "--config";
  return first_by_hand();
}

namespace {

constexpr std::uint64_t kUsualMlpFactor = 4;  // d_ff = 4 d_model, as in the paper

Norm norm_value(const std::string& text) {
  constexpr Norm kNorms[] = {Norm::layer, Norm::layer_without_bias, Norm::rms, Norm::none};
  return kNorms[choice_value("--norm", text, {"layer", "layer-no-bias", "rms", "none"})];
}

// Heads by hand: what is not said follows from what is.
void read_heads(const ModelFlags& flags, Model& model) {
  const bool shares = model.n_kv_heads != model.n_heads;
  const bool has_own_width = !heads_fill_model(model);
  if (given(flags.d_model)) model.d_model = setting_value("--d-model", flags.d_model);
  if (given(flags.heads)) model.n_heads = setting_value("--heads", flags.heads);
  if (given(flags.kv_heads))
    model.n_kv_heads = setting_value("--kv-heads", flags.kv_heads);
  else if (!shares)
    model.n_kv_heads = model.n_heads;
  require_shared_evenly({.n_heads = model.n_heads, .n_kv_heads = model.n_kv_heads});
  const bool keeps_width = has_own_width || (!given(flags.d_model) && !given(flags.heads));
  if (given(flags.d_head) || model.d_head == 0 || !keeps_width)
    model.d_head = d_head_value(flags.d_head, model.d_model, model.n_heads, kLargestSetting);
}

void read_biases(const ModelFlags& flags, Model& model) {
  if (flags.bias && flags.no_bias) refuse_together("--bias", "--no-bias");
  if (!flags.bias && !flags.no_bias) return;
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = model.mlp_bias =
      flags.bias;
}

void read_gate(const ModelFlags& flags, Model& model) {
  if (flags.gated && model.d_ff == 0)
    throw InputError(translated("--gated is about the MLP, but with --d-ff 0 there is none."));
  if (!flags.gated || model.gated) return;
  model.gated = true;
  model.activation = Activation::silu;
}

// A vocabulary makes a stack of layers a language model.
void read_vocabulary(const ModelFlags& flags, Model& model) {
  if (flags.tied && flags.untied) refuse_together("--tied", "--untied");
  if (given(flags.vocab)) {
    model.n_vocab = setting_value("--vocab", flags.vocab);
    if (!model.has_lm_head && model.name.empty()) {
      model.has_lm_head = true;
      for (Stack& stack : model.stacks) stack.final_norm = true;
    }
  }
  if ((flags.tied || flags.untied) && !model.has_lm_head)
    throw InputError(
        message("{} says where the LM head has its numbers from, but this model has none. "
                "Leave it out; a model by hand has one with --vocab N.",
                flags.tied ? "--tied" : "--untied"));
  if (flags.tied || flags.untied) model.tied = flags.tied;
}

void read_layers(const std::string& text, Model& model) {
  for (Stack& stack : model.stacks) {
    stack.n_layers = setting_value("--layers", text);
    stack.n_windowed_layers = std::min(stack.n_windowed_layers, stack.n_layers);
  }
}

Model changed(Model model, const ModelFlags& flags) {
  const std::uint64_t old_width = model.d_model;
  read_heads(flags, model);
  if (given(flags.layers)) read_layers(flags.layers, model);
  if (given(flags.d_ff))
    model.d_ff = setting_value("--d-ff", flags.d_ff, 0);
  else if (model.d_model != old_width && model.d_ff == kUsualMlpFactor * old_width)
    model.d_ff = kUsualMlpFactor * model.d_model;
  read_vocabulary(flags, model);
  read_gate(flags, model);
  read_biases(flags, model);
  if (given(flags.norm)) model.norm = norm_value(flags.norm);
  if (given(flags.positions)) read_positions(flags.positions, model);
  return model;
}

Model known_model(const std::string& name) {
  if (const std::optional<Model> model = preset_named(name)) return *model;
  std::vector<std::string> names;
  for (const Preset& preset : presets()) names.push_back(preset.name);
  const std::string meant = nearest(name, names);
  if (meant.empty())
    throw InputError(
        message("There is no model named {}. --list shows those that are known; "
                "--config FILE reads any other.",
                preview(name)));
  throw InputError(message("There is no model named {}. Did you mean {}? --list shows all of them.",
                           preview(name), meant));
}

Model by_hand(const ModelFlags& flags) {
  require_model_for(flags.first_by_hand(), flags);
  Model model;
  model.norm = Norm::layer;
  model.stacks = {Stack{}};
  return changed(std::move(model), flags);
}

}  // namespace

void read_positions(const std::string& text, Model& model) {
  const std::size_t colon = text.find(':');
  const std::string word = text.substr(0, colon);
  const std::vector<std::string> words{"none",   "learned", "sinusoidal",
                                       "rotary", "alibi",   "relative"};
  model.positions = static_cast<Positions>(choice_value("--positions", word, words));
  const bool has_table =
      model.positions == Positions::learned || model.positions == Positions::relative;
  if (has_table && colon == std::string::npos)
    throw InputError(
        message("--positions {0} needs the number of rows of its table: {0}:1024, for "
                "instance.",
                word));
  if (!has_table && colon != std::string::npos)
    throw InputError(message("--positions {} has no table, so no number can follow it.", word));
  model.n_positions = has_table ? setting_value("--positions " + word, text.substr(colon + 1)) : 0;
}

void require_model_for(const std::string& flag, const ModelFlags& flags) {
  if (given(flags.d_model) || given(flags.model) || given(flags.config)) return;
  throw InputError(
      message("{} needs a model to belong to: --d-model N by hand, --model NAME or "
              "--config FILE.",
              flag));
}

Model read_model(const ModelFlags& flags) {
  if (given(flags.model) && given(flags.config)) refuse_together("--model", "--config");
  if (!given(flags.model) && !given(flags.config)) return by_hand(flags);
  Model model =
      given(flags.model) ? known_model(flags.model) : model_from(read_model_config(flags.config));
  if (given(flags.config)) model.name = flags.config;
  if (flags.first_by_hand().empty()) return model;
  model = changed(std::move(model), flags);
  model.name = message("{}, changed", model.name);
  model.counted_as.clear();
  model.notes.clear();
  return model;
}

}  // namespace attn
