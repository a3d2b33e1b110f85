#include "costs/model/families.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "costs/model/family_readers.hpp"

namespace attn {

namespace {

struct Family {
  const char* name;        // the model_type
  const char* counted_as;  // the framework's class with these parameters
  Model (*read)(SettingReader&);
};

constexpr std::array<Family, 14> kFamilies{{
    {"bert", "BertModel", bert_model},
    {"distilbert", "DistilBertModel", distilbert_model},
    {"gemma", "GemmaForCausalLM", gemma_model},
    {"gemma2", "Gemma2ForCausalLM", gemma2_model},
    {"gpt2", "GPT2LMHeadModel", gpt2_model},
    {"llama", "LlamaForCausalLM", llama_model},
    {"mistral", "MistralForCausalLM", mistral_model},
    {"mixtral", "MixtralForCausalLM", mixtral_model},
    {"phi3", "Phi3ForCausalLM", phi3_model},
    {"qwen2", "Qwen2ForCausalLM", qwen2_model},
    {"qwen3", "Qwen3ForCausalLM", qwen3_model},
    {"roberta", "RobertaModel", bert_model},
    {"t5", "T5ForConditionalGeneration", t5_model},
    {"vit", "ViTModel", vit_model},
}};

const Family& family_of(const SettingReader& reader, const Settings& settings) {
  const auto name = reader.text("model_type");
  if (!name)
    throw InputError(message("{} is missing. Add it, one of {}.", reader.place("model_type"),
                             listed(families())));
  for (const Family& family : kFamilies)
    if (family.name == *name) return family;
  const std::string given = settings.values.at("model_type").shown;
  const std::string meant = nearest(*name, families());
  // "llama4" is no slip of the pen, but another family than "llama".
  if (meant.empty() || name->starts_with(meant))
    throw InputError(message("{} must be one of {}, but it is {}.", reader.place("model_type"),
                             listed(families()), given));
  throw InputError(message("{} must be one of {}, but it is {}. Did you mean {}?",
                           reader.place("model_type"), listed(families()), given, meant));
}

// A file may be that of a class with another head, or with none.
void note_other_class(SettingReader& reader, const Settings& settings, const char* counted_as) {
  const auto classes = reader.texts("architectures");
  if (!classes || classes->empty()) return;
  if (std::find(classes->begin(), classes->end(), counted_as) != classes->end()) return;
  reader.note(message("\"architectures\" names {}; what is counted is {}.",
                      settings.values.at("architectures").shown, counted_as));
}

}  // namespace

std::vector<std::string> families() {
  std::vector<std::string> names;
  for (const Family& family : kFamilies) names.emplace_back(family.name);
  return names;
}

std::optional<std::string> stated_quantization(const Settings& settings) {
  const auto value_of = [&](const std::string& key) {
    const auto found = settings.values.find(key);
    return found == settings.values.end() ? SettingValue{} : found->second;
  };
  const auto is_true = [&](const std::string& key) {
    const SettingValue value = value_of(key);
    const bool* const flag = std::get_if<bool>(&value.value);
    return flag != nullptr && *flag;
  };
  for (const std::string key : {"quantization_config", "quantization", "compression_config"}) {
    const SettingReader reader(settings);
    if (!reader.is_given(key) || !reader.has_within(key)) continue;
    std::vector<std::string> facts;
    for (const char* name : {".quant_method", ".quant_type", ".format"})
      if (const SettingValue method = value_of(key + name);
          facts.empty() && std::holds_alternative<std::string>(method.value))
        facts.push_back(preview(std::get<std::string>(method.value)));
    const SettingValue bits = value_of(key + ".bits");
    if (const auto* const n_bits = std::get_if<std::int64_t>(&bits.value))
      facts.push_back(message("{} bits", *n_bits));
    else if (is_true(key + ".load_in_4bit") || is_true(key + ".load_in_8bit"))
      facts.push_back(message("{} bits", is_true(key + ".load_in_4bit") ? 4 : 8));
    return '"' + key + '"' + (facts.empty() ? "" : " (" + listed(facts) + ")");
  }
  return std::nullopt;
}

Model model_from(const Settings& settings) {
  SettingReader reader(settings);
  const Family& family = family_of(reader, settings);
  Model model = family.read(reader);
  model.name = family.name;
  model.counted_as = family.counted_as;
  note_other_class(reader, settings, family.counted_as);
  model.notes = reader.notes();
  return model;
}

Model sized_model(const SettingReader& reader, const SizeNames& names) {
  Model model;
  model.d_model = reader.count(names.d_model);
  model.stacks = {{.n_layers = reader.count(names.n_layers)}};
  model.n_heads = model.n_kv_heads = reader.count(names.n_heads);
  return model;
}

std::uint64_t divided_width(const SettingReader& reader, const Model& model,
                            const SizeNames& names) {
  if (model.d_model % model.n_heads == 0) return model.d_model / model.n_heads;
  throw InputError(message(
      "{} {} cannot be split into the {} heads of \"{}\": {} / {} = {}. Change one of "
      "the two.",
      reader.place(names.d_model.front()), model.d_model, model.n_heads, names.n_heads.front(),
      model.d_model, model.n_heads, uneven_quotient_text(model.d_model, model.n_heads)));
}

void add_biases(Model& model) {
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = true;
  model.mlp_bias = true;
}

namespace {

// "relu" is a plain MLP, "gated-gelu" one with a gate.
bool is_gated(const SettingReader& reader) {
  const std::string key = "feed_forward_proj";
  const std::string kind = reader.text(key).value_or("relu");
  const auto dash = kind.find('-');
  if (dash == std::string::npos) return false;
  if (kind.substr(0, dash) == "gated" && kind.find('-', dash + 1) == std::string::npos) return true;
  throw InputError(message("{} must be an activation such as \"relu\", or \"gated-\" before one.",
                           reader.place(key)));
}

}  // namespace

Model gpt2_model(SettingReader& reader) {
  const SizeNames names{.d_model = {"n_embd", "hidden_size"},
                        .n_layers = {"n_layer", "num_hidden_layers"},
                        .n_heads = {"n_head", "num_attention_heads"}};
  Model model = sized_model(reader, names);
  model.d_head = divided_width(reader, model, names);
  model.d_ff = reader.count_if_given({"n_inner"}).value_or(4 * model.d_model);
  model.n_vocab = reader.count({"vocab_size"});
  model.n_positions = model.n_context =
      reader.count_or({"n_positions", "max_position_embeddings"}, 1024);
  model.positions = Positions::learned;
  model.norm = Norm::layer;
  add_biases(model);
  model.has_lm_head = true;
  model.tied = reader.flag("tie_word_embeddings", true);
  Stack& stack = model.stacks.front();
  stack.causal = stack.final_norm = true;
  stack.cross_attention = reader.flag("add_cross_attention", false);
  return model;
}

Model t5_model(SettingReader& reader) {
  Model model = sized_model(reader, {.d_model = {"d_model", "hidden_size"},
                                     .n_layers = {"num_layers", "num_hidden_layers"},
                                     .n_heads = {"num_heads", "num_attention_heads"}});
  model.d_head = reader.count_or({"d_kv", "head_dim"}, 64);
  model.d_ff = reader.count({"d_ff"});
  model.n_vocab = reader.count({"vocab_size"});
  model.gated = is_gated(reader);
  if (reader.text("feed_forward_proj").value_or("relu") == "relu")
    model.activation = Activation::relu;
  model.norm = Norm::rms;
  model.positions = Positions::relative;
  model.n_positions = reader.count_or({"relative_attention_num_buckets"}, 32);
  model.has_lm_head = true;
  model.tied = reader.flag("tie_word_embeddings", true);

  const std::uint64_t n_layers = model.stacks.front().n_layers;
  const auto n_decoder_layers = reader.count_if_given({"num_decoder_layers"});
  model.stacks = {{.role = Stack::Role::encoder,
                   .n_layers = n_layers,
                   .final_norm = true,
                   .keeps_cache = false},
                  {.role = Stack::Role::decoder,
                   .n_layers = n_decoder_layers.value_or(n_layers),
                   .causal = true,
                   .cross_attention = true,
                   .final_norm = true}};
  return model;
}

namespace {

Model encoder_model(SettingReader& reader, const SizeNames& names, const char* width_of_mlp) {
  Model model = sized_model(reader, names);
  model.d_head = divided_width(reader, model, names);
  model.d_ff = reader.count({width_of_mlp});
  model.norm = Norm::layer;
  model.positions = Positions::learned;
  model.stacks.front().keeps_cache = false;
  add_biases(model);
  return model;
}

// Words, positions and a norm on their sum.
void add_word_embeddings(SettingReader& reader, Model& model) {
  model.n_vocab = reader.count({"vocab_size"});
  model.n_positions = model.n_context = reader.count_or({"max_position_embeddings"}, 512);
  model.embedding_norm = true;
}

void refuse_relative_positions(const SettingReader& reader) {
  const std::string key = "position_embedding_type";
  const auto type = reader.text(key);
  if (type && *type != "absolute")
    throw InputError(
        message("{} must be \"absolute\": tables of distances in each layer are not "
                "counted, and newer frameworks do not have them.",
                reader.place(key)));
}

}  // namespace

Model bert_model(SettingReader& reader) {
  Model model = encoder_model(reader, {}, "intermediate_size");
  add_word_embeddings(reader, model);
  refuse_relative_positions(reader);
  model.n_token_types = reader.count_or({"type_vocab_size"}, 2, {.least = 0});
  model.pooler = true;
  Stack& stack = model.stacks.front();
  stack.causal = stack.keeps_cache = reader.flag("is_decoder", false);
  stack.cross_attention = reader.flag("add_cross_attention", false);
  if (stack.cross_attention && !stack.causal)
    throw InputError(message("{} is true, but {} is not: only a decoder attends to another stack.",
                             reader.place("add_cross_attention"), "\"is_decoder\""));
  return model;
}

Model distilbert_model(SettingReader& reader) {
  const SizeNames names{.d_model = {"dim", "hidden_size"},
                        .n_layers = {"n_layers", "num_hidden_layers"},
                        .n_heads = {"n_heads", "num_attention_heads"}};
  Model model = encoder_model(reader, names, "hidden_dim");
  add_word_embeddings(reader, model);
  if (reader.flag("sinusoidal_pos_embds", false))
    reader.note(
        translated("The table of positions starts as sines; its numbers are counted, as the "
                   "framework does."));
  return model;
}

Model vit_model(SettingReader& reader) {
  Model model = encoder_model(reader, {}, "intermediate_size");
  if (const auto width = reader.count_if_given({"head_dim"})) model.d_head = *width;
  model.query_bias = model.key_bias = model.value_bias = reader.flag("qkv_bias", true);
  constexpr CountRange kPixels{.most = 1'000'000};
  const auto image = reader.sides_or("image_size", 224, kPixels);
  const auto patch = reader.sides_or("patch_size", 16, kPixels);
  for (const std::size_t side : {0, 1})
    if (patch[side] > image[side])
      throw InputError(message("{} is {}, but the image of \"image_size\" is only {} wide.",
                               reader.place("patch_size"), patch[side], image[side]));
  const std::uint64_t n_patches = (image[0] / patch[0]) * (image[1] / patch[1]);
  model.patches = Patches{.n_patches = n_patches,
                          .n_pixels = patch[0] * patch[1],
                          .n_channels = reader.count_or({"num_channels"}, 3, kPixels)};
  model.class_token = true;
  model.n_positions = model.n_context = n_patches + 1;
  model.stacks.front().final_norm = true;
  model.pooler = true;
  model.d_pooler = reader.count_if_given({"pooler_output_size"}).value_or(0);
  return model;
}

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

namespace {

std::string quoted(const std::string& name) { return '"' + name + '"'; }

}  // namespace

std::string SettingReader::place(const std::string& name) const {
  return settings_.source.empty() ? quoted(name)
                                  : fmt::format("{}: {}", settings_.source, quoted(name));
}

const SettingValue* SettingReader::given(const std::string& name) const {
  const auto found = settings_.values.find(name);
  const bool is_given = found != settings_.values.end() &&
                        !std::holds_alternative<SettingValue::Null>(found->second.value);
  return is_given ? &found->second : nullptr;
}

std::uint64_t SettingReader::count_of_setting(const std::string& name, const SettingValue& setting,
                                              const CountRange& range) const {
  const auto* number = std::get_if<std::int64_t>(&setting.value);
  if (number != nullptr && *number >= static_cast<std::int64_t>(range.least) &&
      *number <= static_cast<std::int64_t>(range.most))
    return static_cast<std::uint64_t>(*number);
  throw InputError(message("{} must be a whole number from {} to {}, but it is {}.", place(name),
                           range.least, count_text(range.most), setting.shown));
}

std::optional<std::uint64_t> SettingReader::count_if_given(const Names& names,
                                                           const CountRange& range) const {
  std::optional<std::uint64_t> value;
  std::string read_from;
  for (const std::string& name : names) {
    const SettingValue* setting = given(name);
    if (setting == nullptr) continue;
    const std::uint64_t one = count_of_setting(name, *setting, range);
    if (value && one != *value)
      throw InputError(message("{} is {}, but {} is {}, and both mean the same. Keep one of them.",
                               place(read_from), *value, quoted(name), one));
    value = one;
    read_from = name;
  }
  return value;
}

std::uint64_t SettingReader::count(const Names& names, const CountRange& range) const {
  if (const auto value = count_if_given(names, range)) return *value;
  std::vector<std::string> keys;
  for (const auto& [key, value] : settings_.values) keys.push_back(key);
  std::vector<std::string> hints;
  if (const std::string meant = nearest(names.front(), keys); !meant.empty())
    hints.push_back(message("There is {}. Rename it if it is meant.", quoted(meant)));
  throw InputError(message("{} is missing. Add it: a whole number from {} to {}.",
                           place(names.front()), range.least, count_text(range.most)),
                   hints);
}

std::uint64_t SettingReader::count_or(const Names& names, std::uint64_t otherwise,
                                      const CountRange& range) {
  if (const auto value = count_if_given(names, range)) return *value;
  note(message("{} is not given; {} is assumed.", quoted(names.front()), otherwise));
  return otherwise;
}

std::array<std::uint64_t, 2> SettingReader::sides_or(const std::string& name,
                                                     std::uint64_t otherwise,
                                                     const CountRange& range) {
  const SettingValue* setting = given(name);
  const auto* list =
      setting == nullptr ? nullptr : std::get_if<std::vector<std::int64_t>>(&setting->value);
  if (list == nullptr) {
    const std::uint64_t both = count_or({name}, otherwise, range);
    return {both, both};
  }
  if (list->size() != 2)
    throw InputError(
        message("{} must be a whole number, or a list of two: height and width. It is {}.",
                place(name), setting->shown));
  const auto side = [&](std::size_t i) {
    return count_of_setting(name, {.value = (*list)[i], .shown = setting->shown}, range);
  };
  return {side(0), side(1)};
}

std::optional<double> SettingReader::number(const std::string& name) const {
  const SettingValue* setting = given(name);
  if (setting == nullptr) return std::nullopt;
  if (const auto* whole = std::get_if<std::int64_t>(&setting->value))
    return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&setting->value); real && std::isfinite(*real))
    return *real;
  throw InputError(message("{} must be a number, but it is {}.", place(name), setting->shown));
}

bool SettingReader::flag(const std::string& name, bool otherwise) const {
  const SettingValue* setting = given(name);
  if (setting == nullptr) return otherwise;
  if (const auto* value = std::get_if<bool>(&setting->value)) return *value;
  throw InputError(message("{} must be true or false, but it is {}.", place(name), setting->shown));
}

std::optional<std::string> SettingReader::text(const std::string& name) const {
  const SettingValue* setting = given(name);
  if (setting == nullptr) return std::nullopt;
  if (const auto* value = std::get_if<std::string>(&setting->value)) return *value;
  throw InputError(message("{} must be a text, but it is {}.", place(name), setting->shown));
}

std::optional<std::vector<std::string>> SettingReader::texts(const std::string& name) const {
  const SettingValue* setting = given(name);
  if (setting == nullptr) return std::nullopt;
  if (const auto* value = std::get_if<std::vector<std::string>>(&setting->value)) return *value;
  throw InputError(
      message("{} must be a list of texts, but it is {}.", place(name), setting->shown));
}

}  // namespace attn
