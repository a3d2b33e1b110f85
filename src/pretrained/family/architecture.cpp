#include "pretrained/family/architecture.hpp"

#include <algorithm>
#include <cmath>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "costs/model/families.hpp"

namespace attn {
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

constexpr Named<MlpActivation> kActivationNames[] = {
    {MlpActivation::gelu, "gelu"},
    {MlpActivation::gelu, "gelu_python"},
    {MlpActivation::gelu_tanh, "gelu_new"},
    {MlpActivation::gelu_tanh, "gelu_fast"},
    {MlpActivation::gelu_tanh, "gelu_pytorch_tanh"},
    {MlpActivation::silu, "silu"},
    {MlpActivation::silu, "swish"},
    {MlpActivation::relu, "relu"},
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

MlpActivation activation_of(const SettingReader& reader, const FamilyRow& row) {
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
