#include "costs/model/families.hpp"

#include <map>

#include "costs/costs.hpp"
#include "costs/family_config.hpp"
#include "data/model/model_config.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::map<std::string, std::string> parts_of(const Costs& costs) {
  std::map<std::string, std::string> parts;
  for (const Quantity& part : costs.parameters)
    if (part.count != 0) parts[part.id] = part.count.get_str();
  return parts;
}

}  // namespace

TEST_CASE("model_from: every part has as many parameters as the framework's", "[costs][families]") {
  const json counts = framework_counts();
  REQUIRE(counts.size() > 80);
  for (const auto& [name, entry] : counts.items()) {
    CAPTURE(name);
    const Costs costs = costs_of(model_of(entry["config"]), {});
    CHECK(total_of(costs.parameters).get_str() == entry["total"].dump());
    std::map<std::string, std::string> expected;
    for (const auto& [id, count] : entry["parts"].items()) expected[id] = count.dump();
    CHECK(parts_of(costs) == expected);
  }
}

TEST_CASE("model_from: notes say what was assumed", "[costs][families]") {
  using Notes = std::vector<std::string>;
  CHECK(model_of(small("llama")).notes == Notes{});
  CHECK(model_of(without(small("llama"), "num_key_value_heads")).notes == Notes{});
  CHECK(model_of(with(without(small("gemma"), "head_dim"), "attention_bias", true)).notes ==
        Notes{"\"head_dim\" is not given; 256 is assumed."});
  CHECK(model_of(with(small("llama"), "architectures", {"LlamaForCausalLM"})).notes == Notes{});
  CHECK(model_of(with(small("llama"), "architectures", {"LlamaModel"})).notes ==
        Notes{"\"architectures\" names [\"LlamaModel\"]; what is counted is LlamaForCausalLM."});
}

TEST_CASE("model_from: lists the families it knows", "[costs][families][error]") {
  const std::string known =
      "bert, distilbert, gemma, gemma2, gpt2, llama, mistral, mixtral, phi3, qwen2, qwen3, "
      "roberta, t5, vit";
  CHECK(refused({{"model_type", "gpt_neox_japanese"}}) ==
        "config.json: \"model_type\" must be one of " + known +
            ", but it is \"gpt_neox_japanese\".");
  CHECK(refused({{"model_type", "lama"}}) == "config.json: \"model_type\" must be one of " + known +
                                                 ", but it is \"lama\". Did you mean llama?");
  CHECK(refused({{"model_type", "llama4"}}).ends_with("but it is \"llama4\"."));  // not llama
  CHECK(refused(json::object()) ==
        "config.json: \"model_type\" is missing. Add it, one of " + known + ".");
  CHECK(refused({{"model_type", 3}}) == "config.json: \"model_type\" must be a text, but it is 3.");
}

TEST_CASE("model_from: names the key that is missing", "[costs][families][error]") {
  const json counts = framework_counts();
  for (const auto& [name, entry] : counts.items()) {
    if (name.find("no more than it needs") == std::string::npos) continue;
    for (const auto& [key, value] : entry["config"].items()) {
      if (key == "model_type") continue;
      CAPTURE(name, key);
      CHECK(refused(without(entry["config"], key)) ==
            "config.json: \"" + key +
                "\" is missing. Add it: a whole number from 1 to 1,000,000,000,000.");
    }
  }
}

TEST_CASE("model_from: null is not given", "[costs][families]") {
  CHECK(model_of(with(small("llama"), "num_key_value_heads", nullptr)).n_kv_heads == 6);
  CHECK(refused(with(small("llama"), "vocab_size", nullptr)).find("\"vocab_size\" is missing") !=
        std::string::npos);
}

TEST_CASE("model_from: the class is the family's, whatever the file's own", "[costs][families]") {
  const Model model = model_of(small("llama"));
  CHECK(model.name == "llama");
  CHECK(model.counted_as == "LlamaForCausalLM");
}

TEST_CASE("stated_quantization: what a config.json says of it", "[costs][families]") {
  const auto stated = [](const json& quantization) {
    const json config = with(small("llama"), "quantization_config", quantization);
    return stated_quantization(model_config(config.dump(), "config.json")).value_or("nothing");
  };
  CHECK(stated({{"quant_method", "gptq"}, {"bits", 4}}) ==
        "\"quantization_config\" (gptq, 4 bits)");
  CHECK(
      stated({{"quant_method", "bitsandbytes"}, {"load_in_4bit", false}, {"load_in_8bit", true}}) ==
      "\"quantization_config\" (bitsandbytes, 8 bits)");
  CHECK(stated({{"quant_method", "fp8"}, {"fmt", "e4m3"}}) == "\"quantization_config\" (fp8)");
  CHECK(stated({{"group_size", 64}}) == "\"quantization_config\"");
  CHECK(stated(nullptr) == "nothing");
  CHECK(stated(json::object()) == "nothing");
}
