#include "costs/model/families.hpp"

#include <algorithm>
#include <array>

#include "base/message.hpp"
#include "base/text.hpp"
#include "costs/model/family_readers.hpp"
#include "costs/model/setting_reader.hpp"

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

}  // namespace attn
