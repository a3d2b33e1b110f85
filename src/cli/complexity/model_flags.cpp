#include "cli/complexity/model_flags.hpp"

#include <filesystem>

#include "base/message.hpp"
#include "base/text.hpp"
#include "costs/model/families.hpp"
#include "costs/model/model.hpp"
#include "data/model/model_files.hpp"
#include "pretrained/family/family.hpp"
#include "pretrained/folder/folder.hpp"

namespace attn {

void ModelFlags::add_to(FlagTable& table) {
  const FlagGroup known(table, translated("A known model"));
  known.value(model, "NAME|DIR",
              translated("A model by its name, --list shows them; or its folder, whose weights are "
                         "compared with what is counted"));
  known.value(config, "FILE", translated("A config.json in the form of Hugging Face"));

  const FlagGroup by_hand(table, translated("A model by hand, or changes to a known one"));
  by_hand.value(d_model, "N", translated("Width of an embedding"));
  add_head_flags(by_hand, translated("Number of query heads (default 1, or 8 with --layer)"));
  by_hand.value(layers, "N", translated("Number of layers (default 1)"));
  by_hand.value(d_ff, "N", translated("Width inside the MLP (default 4 d_model); 0: no MLP"));
  by_hand.value(
      vocab, "N",
      translated("Words of the vocabulary: adds token embedding, final norm and LM head"));
  by_hand.flag(gated, translated("The MLP has three matrices, as in SwiGLU"));
  by_hand.flag(tied, translated("The LM head uses the token embedding's numbers"));
  by_hand.flag(untied, translated("The LM head has numbers of its own (default)"));
  by_hand.flag(
      bias,
      translated("Every linear layer of a block adds a bias (default with --layer, except for "
                 "attention)"));
  by_hand.flag(no_bias, translated("No biases (default, unless --layer says otherwise)"));
  by_hand.value(norm, "KIND",
                translated("layer (default), layer-no-bias, rms or none: two norms a layer"));
  by_hand.value(positions, "KIND",
                translated("none (default), sinusoidal, rotary, alibi, learned:N with a table of N "
                           "positions, relative:N with N buckets for each head"));
}

namespace {

constexpr std::uint64_t kUsualMlpFactor = 4;  // d_ff = 4 d_model, as in the paper

// The flags that describe a model by themselves, or change one that has a name.
Flags given_by_hand(const ModelFlags& flags) {
  return unread(flags_of(flags), {flags.model, flags.config});
}

// Heads by hand: what is not said follows from what is.
void read_heads(const ModelFlags& flags, Model& model) {
  const bool shares = model.n_kv_heads != model.n_heads;
  const bool has_own_width = !heads_fill_model(model);
  model.d_model = flags.d_model.setting().value_or(model.d_model);
  model.n_heads = flags.heads.setting().value_or(model.n_heads);
  model.n_kv_heads = flags.kv_heads.setting().value_or(shares ? model.n_kv_heads : model.n_heads);
  require_shared_evenly({.n_heads = model.n_heads, .n_kv_heads = model.n_kv_heads});
  const bool keeps_width = has_own_width || (!flags.d_model && !flags.heads);
  if (flags.d_head || model.d_head == 0 || !keeps_width)
    model.d_head = d_head_value(flags.d_head, model.d_model, model.n_heads, kLargestSetting);
}

void read_biases(const ModelFlags& flags, Model& model) {
  refuse_two_of({flags.bias, flags.no_bias});
  if (!flags.bias && !flags.no_bias) return;
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = model.mlp_bias =
      bool(flags.bias);
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
  const Flags head = given_among({flags.tied, flags.untied});
  refuse_two_of(head);
  if (flags.vocab) {
    model.n_vocab = *flags.vocab.setting();
    if (!model.has_lm_head && model.name.empty()) {
      model.has_lm_head = true;
      for (Stack& stack : model.stacks) stack.final_norm = true;
    }
  }
  if (!head.empty() && !model.has_lm_head)
    throw InputError(
        message("{} says where the LM head gets its weights, but this model has none. Leave it "
                "out; a model by hand has one with --vocab N.",
                head.front().name()));
  if (!head.empty()) model.tied = bool(flags.tied);
}

void read_layers(std::uint64_t n_layers, Model& model) {
  for (Stack& stack : model.stacks) {
    stack.n_layers = n_layers;
    stack.n_windowed_layers = std::min(stack.n_windowed_layers, stack.n_layers);
  }
}

Model changed(Model model, const ModelFlags& flags) {
  const std::uint64_t old_width = model.d_model;
  read_heads(flags, model);
  if (const auto n_layers = flags.layers.setting()) read_layers(*n_layers, model);
  if (flags.d_ff)
    model.d_ff = *flags.d_ff.setting(0);
  else if (model.d_model != old_width && model.d_ff == kUsualMlpFactor * old_width)
    model.d_ff = kUsualMlpFactor * model.d_model;
  read_vocabulary(flags, model);
  read_gate(flags, model);
  read_biases(flags, model);
  model.norm = flags.norm.choice(kNorms).value_or(model.norm);
  if (flags.positions) read_positions(flags.positions, model);
  return model;
}

// The config.json of a model that is given as a folder. A known name wins.
std::optional<std::string> config_in_folder(const ModelFlags& flags) {
  if (!flags.model || preset_named(flags.model.text()) || !names_folder(flags.model.text()))
    return std::nullopt;
  return (std::filesystem::path(flags.model.text()) / "config.json").string();
}

Model known_model(const std::string& name) {
  if (const std::optional<Model> model = preset_named(name)) return *model;
  std::vector<std::string> names;
  for (const Preset& preset : presets()) names.push_back(preset.name);
  const std::string meant = nearest(name, names);
  if (meant.empty())
    throw InputError(
        message("There is no model named {}. --list shows those that are known; "
                "--config FILE reads any other, and so does --model DIR with its folder.",
                preview(name)));
  throw InputError(message("There is no model named {}. Did you mean {}? --list shows all of them.",
                           preview(name), meant));
}

Model counted_model(const std::string& config) {
  const Settings settings = read_model_config(config);
  Model model = model_from(settings);
  if (const auto stated = stated_quantization(settings))
    model.notes.push_back(
        message("{} says that weights are quantized. Which of them are, and the scales beside "
                "them, is not counted: every weight has the bytes of --dtype, half a byte with "
                "--dtype int4.",
                *stated));
  return model;
}

Model by_hand(const ModelFlags& flags) {
  require_model_for(first_given(given_by_hand(flags)), flags);
  Model model;
  model.norm = Norm::layer;
  model.stacks = {Stack{}};
  return changed(std::move(model), flags);
}

}  // namespace

void read_positions(const Flag& flag, Model& model) {
  const std::string text = plain_value(flag.text());
  const std::size_t colon = text.find(':');
  const std::string word = text.substr(0, colon);
  model.positions = choice_value(flag.name(), word, kPositions);
  const bool has_table =
      model.positions == Positions::learned || model.positions == Positions::relative;
  if (has_table && colon == std::string::npos)
    throw InputError(
        message("--positions {0} needs the number of rows of its table: {0}:1024, for "
                "instance.",
                word));
  if (!has_table && colon != std::string::npos)
    throw InputError(message("--positions {} has no table, so no number can follow it.", word));
  model.n_positions =
      has_table ? setting_value(flag.name() + " " + word, text.substr(colon + 1)) : 0;
}

void require_model_for(const std::string& flag, const ModelFlags& flags) {
  if (flags.d_model || flags.model || flags.config) return;
  throw InputError(
      message("{} needs a model to belong to: --d-model N by hand, --model NAME or "
              "--config FILE.",
              flag));
}

Model read_model(const ModelFlags& flags) {
  refuse_two_of({flags.model, flags.config});
  if (!flags.model && !flags.config) return by_hand(flags);
  const std::optional<std::string> config =
      flags.config ? flags.config.text() : config_in_folder(flags);
  Model model = config ? counted_model(*config) : known_model(flags.model.text());
  if (config) model.name = flags.config ? flags.config.text() : flags.model.text();
  if (given_by_hand(flags).empty()) return model;
  model = changed(std::move(model), flags);
  model.name = message("{}, changed", model.name);
  model.counted_as.clear();
  model.notes.clear();
  return model;
}

std::optional<StoredTensors> read_stored_tensors(const ModelFlags& flags, Model& model) {
  const auto config = config_in_folder(flags);
  if (!config || !given_by_hand(flags).empty() || !WeightFiles::are_in(flags.model.text()))
    return std::nullopt;
  const Settings settings = read_model_config(*config);
  const std::string family = SettingReader(settings).text("model_type").value_or("");
  if (is_run(family)) return compare_tensors(settings, model, WeightFiles(flags.model.text()));
  model.notes.push_back(
      message("The weights beside it are not compared: the names of their "
              "tensors are known for {}.",
              listed_model_families()));
  return std::nullopt;
}

}  // namespace attn
