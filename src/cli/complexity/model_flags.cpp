#include <algorithm>
#include <filesystem>
#include <iterator>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/complexity/complexity.hpp"
#include "cli/flags/shared_flags.hpp"
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
                         "compared with what is counted"),
              {.excludes = {"--config"}});
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
  by_hand.flag(tied, translated("The LM head uses the token embedding's numbers"),
               {.excludes = {"--untied"}});
  by_hand.flag(untied, translated("The LM head has numbers of its own (default)"));
  by_hand.flag(
      bias,
      translated("Every linear layer of a block adds a bias (default with --layer, except for "
                 "attention)"),
      {.excludes = {"--no-bias"}});
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
  refuse_conflicts_of(flags);
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

bool has_cross_attention(const Model& model) {
  return std::any_of(model.stacks.begin(), model.stacks.end(),
                     [](const Stack& stack) { return stack.cross_attention; });
}

namespace {

constexpr std::uint64_t kUsualTokens = 1024;
constexpr std::uint64_t kMostUsualTokens = 4096;  // of models that could read far more

bool generates(const Model& model) {
  return std::any_of(model.stacks.begin(), model.stacks.end(),
                     [](const Stack& stack) { return stack.keeps_cache; });
}

std::uint64_t usual_tokens(const Model& model) {
  return model.n_context == 0 ? kUsualTokens : std::min(model.n_context, kMostUsualTokens);
}

void read_lengths(const PassFlags& flags, const Model& model, Pass& pass) {
  const std::uint64_t n_tokens = flags.tokens.setting().value_or(usual_tokens(model));
  const std::uint64_t n_keys = flags.keys.setting().value_or(n_tokens);
  pass.n_tokens = pass.mode == Mode::decode ? 1 : n_tokens;
  pass.n_keys = has_cross_attention(model) ? n_tokens : n_keys;
  pass.n_source = has_cross_attention(model) ? n_keys : 0;
  if (pass.mode == Mode::decode && flags.keys && flags.tokens && !has_cross_attention(model))
    throw InputError(
        translated("In decoding there is one new token, and --tokens says how many it sees, itself "
                   "among them. Leave out --keys."));
  if (pass.mode == Mode::train && pass.n_keys != pass.n_tokens)
    throw InputError(
        message("In training every token is a query and a key: --keys {} cannot differ from "
                "--tokens {}.",
                n_keys, n_tokens));
}

void read_types(const PassFlags& flags, const Model& model, Pass& pass) {
  if (flags.kv_dtype && (pass.mode == Mode::train || !generates(model)))
    throw InputError(
        message("{} is about the KV cache, and there is none: every token is read at once. Leave "
                "it out.",
                flags.kv_dtype.name()));
  pass.types =
      stored_types(flags.dtype ? dtype_value(flags.dtype) : Dtype{},
                   flags.kv_dtype ? std::optional(dtype_value(flags.kv_dtype)) : std::nullopt);
}

void read_mask_file(const PassFlags& flags, const Model& model, Pass& pass) {
  if (has_cross_attention(model))
    throw InputError(
        translated("--mask describes one kind of attention; an encoder and a decoder have three."));
  if (pass.mode == Mode::decode)
    throw InputError(
        translated("--mask has a row for each token, but decoding runs one token: leave out "
                   "--mode decode."));
  const Mask mask = *flags.read_given_mask();
  if (flags.tokens && pass.n_tokens != mask.n_rows)
    throw InputError(message("The mask has {} rows, one for each token, but --tokens is {}.",
                             mask.n_rows, pass.n_tokens));
  if (flags.keys && pass.n_keys != mask.n_cols)
    throw InputError(message("The mask has {} columns, one for each key, but --keys is {}.",
                             mask.n_cols, pass.n_keys));
  if (pass.mode == Mode::train && mask.n_rows != mask.n_cols)
    throw InputError(
        message("In training every token is a query and a key, but the mask is {} x {}.",
                mask.n_rows, mask.n_cols));
  pass.n_tokens = mask.n_rows;
  pass.n_keys = mask.n_cols;
  pass.given_pairs = count_of(arma::accu(arma::conv_to<arma::umat>::from(mask)));
}

}  // namespace

Dtype dtype_value(const Flag& flag) {
  std::vector<std::string> names;
  for (const Dtype& dtype : all_dtypes()) names.push_back(dtype.name);
  return all_dtypes()[choice_value(flag.name(), flag.text(), names)];
}

void PassFlags::add_to(FlagTable& table) {
  const FlagGroup run(table, translated("One run of it"));
  run.value(tokens, "N",
            translated("Tokens of a sequence; with --mode decode, those that the new one sees"));
  run.value(keys, "N",
            translated("Keys, where more are cached than there are tokens; the encoder's tokens in "
                       "an encoder-decoder (default --tokens)"));
  run.value(batch, "N", translated("Sequences at once (default 1)"));
  run.value(mode, "KIND",
            translated("prefill (default): all tokens at once; decode: one new token with a cache; "
                       "train: forward and backward"));
  run.value(
      dtype, "TYPE",
      translated("Type of the weights: fp32, fp16 (default, or fp32 with --layer), bf16, fp8, int8 "
                 "or int4. Scores have "
                 "it, too, but 16 bits at least; in single layers it is that of all numbers"));
  run.value(kv_dtype, "TYPE", translated("Type of the KV cache (default that of the scores)"));
  run.value(logits, "all|last",
            translated("The LM head at all positions (default) or the last only"));
  const FlagGroup changed = run.in_page(PageRole::setting);
  changed.flag(causal, translated("Count the pairs of a causal mask, exactly"),
               {.excludes = {"--full"}});
  run.flag(full, translated("Count every pair of a query and a key"));
  changed.value(window, "N",
                translated("Only keys less than N places away; causal where the model or --causal "
                           "says so"));
  changed.value(mask, "MATRIX", translated("Count the ones of this mask"),
                {.excludes = {"--causal", "--full", "--window"}});
}

Pass PassFlags::read_pass(const Model& model) const {
  refuse_conflicts_of(*this);
  Pass pass;
  pass.mode = mode.choice(kModes).value_or(Mode::prefill);
  if (pass.mode == Mode::decode && !generates(model))
    throw InputError(
        message("{} reads all its tokens at once; it does not decode one by one. "
                "Leave out --mode decode.",
                model.name));
  pass.logits = logits.choice(kLogits).value_or(Logits::all);
  if (logits && !model.has_lm_head)
    throw InputError(
        translated("This model has no LM head, so --logits says nothing about it. Leave it out; a "
                   "model by hand has one with --vocab N."));
  read_types(*this, model, pass);
  pass.n_batch = batch.setting().value_or(pass.n_batch);
  read_lengths(*this, model, pass);
  if (mask) {
    read_mask_file(*this, model, pass);
    return pass;
  }
  if (causal || full) pass.causal = bool(causal);
  if (window) pass.window = window.setting();
  return pass;
}

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
  refuse_conflicts_of(model);
  refuse_conflicts_of(pass);
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
