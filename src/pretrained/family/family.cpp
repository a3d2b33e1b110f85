#include "pretrained/family/family.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "costs/model/families.hpp"

namespace attn {

namespace {

// Where a setting of rotary positions stands, by its whole name. Where both objects are there, the
// framework takes nothing of the second.
std::optional<std::string> place_of(const SettingReader& reader, const std::string& name) {
  const std::string object =
      reader.has_within("rope_scaling") ? "rope_scaling." : "rope_parameters.";
  if (reader.has(object + name)) return object + name;
  return std::nullopt;
}

std::optional<double> number_of(const SettingReader& reader, const std::string& name) {
  const auto place = place_of(reader, name);
  return place ? reader.number(*place) : std::nullopt;
}

RopeScaling scaling_of(const SettingReader& reader) {
  for (const char* name : {"rope_type", "type"}) {
    const auto place = place_of(reader, name);
    const auto kind = place ? reader.text(*place) : std::nullopt;
    if (!kind) continue;
    for (const auto& known : kRopeScalings)
      if (*kind == known.name) return known.value;
    std::vector<std::string> names;
    for (const auto& known : kRopeScalings) names.push_back(known.name);
    throw InputError(message("{} must be one of {}, but it is \"{}\".", reader.place(*place),
                             listed(names), preview(*kind)));
  }
  return RopeScaling::none;
}

// A number above a bound, or another where none is given.
double number_above(const SettingReader& reader, const std::string& name, double least,
                    double otherwise) {
  constexpr double kMost = 1e12;  // beyond every model, and far from where float ends
  const auto place = place_of(reader, name);
  const double number = number_of(reader, name).value_or(otherwise);
  if (number > least && number <= kMost) return number;
  throw InputError(message("{} must be a number above {} and at most {}, but it is {}.",
                           reader.place(place.value_or(name)), least, kMost, number));
}

[[noreturn]] void refuse_without(const SettingReader& reader, const std::string& name,
                                 RopeScaling scaling) {
  throw InputError(message("{} is missing, and rotary positions of the kind \"{}\" need it.",
                           reader.place(name), name_in(kRopeScalings, scaling)));
}

void refuse_partial(const SettingReader& reader) {
  const auto inside = number_of(reader, "partial_rotary_factor");
  const auto share = inside ? inside : reader.number("partial_rotary_factor");
  if (!share || *share == 1.0) return;
  throw InputError(
      message("{} is {}: positions that turn a part of each head alone are not read, only 1.",
              reader.place("partial_rotary_factor"), *share));
}

// By how much yarn stretches queries and keys, to make up for scores that spread less.
double yarn_length(const SettingReader& reader, double factor) {
  const auto length = [&](double share) {
    return factor <= 1.0 ? 1.0 : 0.1 * share * std::log(factor) + 1.0;
  };
  const double share = number_of(reader, "mscale").value_or(0.0);
  const double of_all = number_of(reader, "mscale_all_dim").value_or(0.0);
  const bool has_both = share != 0.0 && of_all != 0.0;
  return number_above(reader, "attention_factor", 0.0,
                      has_both ? length(share) / length(of_all) : length(1.0));
}

// The pair that turns so many times within the length that the model learned with.
double pair_with_turns(const RotarySettings& settings, double d, double turns) {
  return d * std::log(settings.n_original / (turns * 2 * std::numbers::pi)) /
         (2 * std::log(settings.base));
}

arma::vec yarn_frequencies(const RotarySettings& settings, const arma::vec& plain, double d) {
  double first = pair_with_turns(settings, d, settings.fast);
  double last = pair_with_turns(settings, d, settings.slow);
  if (settings.whole_pairs) {
    first = std::floor(first);
    last = std::ceil(last);
  }
  first = std::max(first, 0.0);
  last = std::min(last, d - 1);
  if (first == last) last += 0.001;  // as the framework keeps from dividing by 0
  arma::vec mixed = plain;
  for (arma::uword i = 0; i < plain.n_elem; ++i) {
    const double share = std::clamp((static_cast<double>(i) - first) / (last - first), 0.0, 1.0);
    mixed(i) = plain(i) * (1 - share) + plain(i) / settings.factor * share;
  }
  return mixed;
}

double llama3_frequency(const RotarySettings& settings, double frequency) {
  const double turns = settings.n_original * frequency / (2 * std::numbers::pi);
  if (turns > settings.high_factor) return frequency;
  if (turns < settings.low_factor) return frequency / settings.factor;
  const double share = (turns - settings.low_factor) / (settings.high_factor - settings.low_factor);
  return (1 - share) * frequency / settings.factor + share * frequency;
}

double stretched_base(const RotarySettings& settings, double d, double n_tokens) {
  const double f = settings.factor, c = settings.n_context;
  return settings.base * std::pow(f * std::max(n_tokens, c) / c - f + 1, d / (d - 2));
}

}  // namespace

RotarySettings rotary_settings(const SettingReader& reader, std::uint64_t n_context) {
  refuse_partial(reader);
  RotarySettings settings{
      .base = number_above(reader, "rope_theta", 1.0,
                           reader.number("rope_theta").value_or(RotarySettings{}.base)),
      .scaling = scaling_of(reader)};
  settings.n_context = settings.n_original = static_cast<double>(n_context);
  if (settings.scaling == RopeScaling::none) return settings;
  const bool may_lack_factor = settings.scaling == RopeScaling::yarn;
  if (n_context == 0) refuse_without(reader, "max_position_embeddings", settings.scaling);
  if (!may_lack_factor && !number_of(reader, "factor"))
    refuse_without(reader, "factor", settings.scaling);
  const std::string learned_with = "original_max_position_embeddings";
  settings.n_original = number_above(reader, learned_with, 0.0,
                                     reader.number(learned_with).value_or(settings.n_context));
  settings.factor = number_above(reader, "factor", 0.0, settings.n_context / settings.n_original);
  settings.low_factor = number_above(reader, "low_freq_factor", 0.0, 1.0);
  settings.high_factor =
      number_above(reader, "high_freq_factor", settings.low_factor, settings.low_factor + 3.0);
  settings.slow = number_above(reader, "beta_slow", 0.0, 1.0);
  settings.fast = number_above(reader, "beta_fast", 0.0, 32.0);
  const auto truncate = place_of(reader, "truncate");
  settings.whole_pairs = !truncate || reader.flag(*truncate, true);
  if (settings.scaling == RopeScaling::yarn) settings.length = yarn_length(reader, settings.factor);
  return settings;
}

arma::vec rotary_frequencies(const RotarySettings& settings, arma::uword d_head,
                             arma::uword n_tokens) {
  const auto d = static_cast<double>(d_head);
  const bool is_dynamic = settings.scaling == RopeScaling::dynamic && d_head > 2;
  const double base =
      is_dynamic ? stretched_base(settings, d, static_cast<double>(n_tokens)) : settings.base;
  arma::vec plain(d_head / 2);
  for (arma::uword i = 0; i < plain.n_elem; ++i)
    plain(i) = std::pow(base, -2.0 * static_cast<double>(i) / d);
  switch (settings.scaling) {
    case RopeScaling::none:
    case RopeScaling::dynamic:
      return plain;
    case RopeScaling::linear:
      return plain / settings.factor;
    case RopeScaling::llama3:
      plain.transform([&](double w) { return llama3_frequency(settings, w); });
      return plain;
    case RopeScaling::yarn:
      return yarn_frequencies(settings, plain, d);
  }
  return plain;
}

namespace {

// What the families differ in, where the sizes do not say it.
struct FamilyRow {
  ModelFamily family;
  const char* epsilon_key;  // none: it is fixed
  double usual_epsilon;
  const char* activation_key;
  const char* usual_activation;
  bool norm_first;
};

constexpr FamilyRow kFamilyRows[] = {
    {ModelFamily::gpt2, "layer_norm_epsilon", 1e-5, "activation_function", "gelu_new", true},
    {ModelFamily::bert, "layer_norm_eps", 1e-12, "hidden_act", "gelu", false},
    {ModelFamily::distilbert, nullptr, 1e-12, "activation", "gelu", false},
    {ModelFamily::roberta, "layer_norm_eps", 1e-12, "hidden_act", "gelu", false},
    {ModelFamily::llama, "rms_norm_eps", 1e-6, "hidden_act", "silu", true},
    {ModelFamily::mistral, "rms_norm_eps", 1e-6, "hidden_act", "silu", true},
    {ModelFamily::qwen2, "rms_norm_eps", 1e-6, "hidden_act", "silu", true},
    {ModelFamily::qwen3, "rms_norm_eps", 1e-6, "hidden_act", "silu", true},
};

constexpr Named<ActivationKind> kActivationNames[] = {
    {ActivationKind::gelu, "gelu"},
    {ActivationKind::gelu, "gelu_python"},
    {ActivationKind::gelu_tanh, "gelu_new"},
    {ActivationKind::gelu_tanh, "gelu_fast"},
    {ActivationKind::gelu_tanh, "gelu_pytorch_tanh"},
    {ActivationKind::silu, "silu"},
    {ActivationKind::silu, "swish"},
    {ActivationKind::relu, "relu"},
};

const FamilyRow& row_of(const SettingReader& reader) {
  const std::string key = "model_type", name = reader.text(key).value_or("");
  if (const auto family = value_in(kModelFamilies, name))
    return *std::find_if(std::begin(kFamilyRows), std::end(kFamilyRows),
                         [&](const FamilyRow& row) { return row.family == *family; });
  if (name.empty())
    throw InputError(
        message("{} is missing. Add it, one of {}.", reader.place(key), listed_model_families()));
  throw InputError(message("{} is \"{}\", and models of these families are run: {}.",
                           reader.place(key), preview(name), listed_model_families()));
}

ActivationKind activation_of(const SettingReader& reader, const FamilyRow& row) {
  const std::string name = reader.text(row.activation_key).value_or(row.usual_activation);
  if (const auto activation = value_in(kActivationNames, name)) return *activation;
  std::vector<std::string> known;
  for (const auto& one : kActivationNames) known.push_back(one.name);
  throw InputError(message("{} must be one of {}, but it is \"{}\".",
                           reader.place(row.activation_key), listed(known), preview(name)));
}

double epsilon_of(const SettingReader& reader, const FamilyRow& row) {
  if (!row.epsilon_key) return row.usual_epsilon;
  const double epsilon = reader.number(row.epsilon_key).value_or(row.usual_epsilon);
  if (epsilon >= 0.0 && epsilon < 1.0) return epsilon;
  throw InputError(message("{} must be a number from 0 to below 1, but it is {}.",
                           reader.place(row.epsilon_key), epsilon));
}

void refuse_second_stack(const SettingReader& reader) {
  if (reader.flag("add_cross_attention", false))
    throw InputError(message("{} is true: models that attend to another stack are not run.",
                             reader.place("add_cross_attention")));
}

// The window of each layer: where kinds of layers are listed, of those; else of the last ones.
std::vector<std::optional<std::uint64_t>> windows_of(const SettingReader& reader,
                                                     const Stack& stack) {
  std::vector<std::optional<std::uint64_t>> windows(stack.n_layers);
  if (!stack.window) return windows;
  const auto types = reader.texts("layer_types");
  const bool are_listed = types && stack.n_windowed_layers < stack.n_layers;
  for (std::uint64_t layer = 0; layer < stack.n_layers; ++layer)
    if (are_listed ? (*types)[layer] == "sliding_attention"
                   : layer >= stack.n_layers - stack.n_windowed_layers)
      windows[layer] = stack.window;
  return windows;
}

void read_positions(const SettingReader& reader, Architecture& architecture) {
  Model& sizes = architecture.sizes;
  if (const auto id = reader.count_if_given({"pad_token_id"}, {.least = 0, .most = 4294967295}))
    architecture.padding_id = static_cast<std::uint32_t>(*id);
  if (sizes.positions == Positions::rotary) {
    if (sizes.d_head % 2 != 0)
      throw InputError(
          message("{}: rotary positions turn pairs of numbers, and a head is {} wide. "
                  "Give an even width.",
                  reader.place("head_dim"), sizes.d_head));
    architecture.rotary = rotary_settings(reader, sizes.n_context);
  }
  if (architecture.family != ModelFamily::roberta) return;
  if (!architecture.padding_id) architecture.padding_id = 1;
  architecture.first_position = *architecture.padding_id + 1;
  if (architecture.first_position >= sizes.n_positions)
    throw InputError(message("{} is {}, and positions begin behind it: {} are too few.",
                             reader.place("pad_token_id"), *architecture.padding_id,
                             sizes.n_positions));
}

}  // namespace

void require_possible_sizes(const Model& sizes) {
  constexpr std::uint64_t kMostLayers = 10'000, kWidest = 1'000'000'000'000;
  for (const Stack& stack : sizes.stacks)
    if (stack.n_layers > kMostLayers)
      throw InputError(
          message("{} layers are too many: at most {} are read. Is config.json damaged?",
                  count_text(stack.n_layers), count_text(kMostLayers)));
  if (sizes.n_heads > kWidest / sizes.d_head)
    throw InputError(
        message("{} heads that are {} wide are too many numbers for one token: at most "
                "{} are read. Is config.json damaged?",
                count_text(sizes.n_heads), count_text(sizes.d_head), count_text(kWidest)));
}

double Architecture::score_scale(std::uint64_t layer) const {
  const double scale = is_scaled ? 1.0 / std::sqrt(static_cast<double>(sizes.d_head)) : 1.0;
  return is_scaled_by_layer ? scale / static_cast<double>(layer + 1) : scale;
}

Architecture architecture_of(const Settings& settings) {
  const SettingReader reader(settings);
  const FamilyRow& row = row_of(reader);
  refuse_second_stack(reader);
  Architecture architecture{.family = row.family,
                            .sizes = model_from(settings),
                            .epsilon = epsilon_of(reader, row),
                            .norm_first = row.norm_first,
                            .activation = activation_of(reader, row)};
  require_consistent(architecture.sizes);
  require_possible_sizes(architecture.sizes);
  architecture.notes = architecture.sizes.notes;
  if (row.family == ModelFamily::gpt2) {
    architecture.is_scaled = reader.flag("scale_attn_weights", true);
    architecture.is_scaled_by_layer = reader.flag("scale_attn_by_inverse_layer_idx", false);
  }
  read_positions(reader, architecture);
  architecture.windows = windows_of(reader, architecture.stack());
  // The counts of an encoder have no head, so that nothing else has asked for this.
  if (!architecture.sizes.has_lm_head)
    architecture.sizes.tied = reader.flag("tie_word_embeddings", true);
  architecture.head = architecture.sizes.has_lm_head || architecture.is_causal()
                          ? ModelHead::next_token
                          : ModelHead::masked_token;
  return architecture;
}

bool is_run(const std::string& model_type) {
  return value_in(kModelFamilies, model_type).has_value();
}

std::string listed_model_families() {
  std::vector<std::string> names;
  for (const auto& family : kModelFamilies) names.push_back(family.name);
  return listed(names);
}

}  // namespace attn
