#include "costs/families.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "costs/costs.hpp"
#include "data/model_config.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;
using nlohmann::json;

namespace {

Model model_of(const json& config) {
  return model_from(model_config(config.dump(), "config.json"));
}

// Recounted with the framework by check_families.py.
json framework_counts() {
  return json::parse(content(ATTN_SOURCE_DIR "/tests/costs/family_counts.json"));
}

std::map<std::string, std::string> parts_of(const Costs& costs) {
  std::map<std::string, std::string> parts;
  for (const Quantity& part : costs.parameters)
    if (part.count != 0) parts[part.id] = part.count.get_str();
  return parts;
}

json small(const std::string& family) {
  return {{"model_type", family},     {"vocab_size", 103},      {"hidden_size", 24},
          {"intermediate_size", 37},  {"num_hidden_layers", 5}, {"num_attention_heads", 6},
          {"num_key_value_heads", 3}, {"head_dim", 10}};
}

json with(json config, const std::string& key, const json& value) {
  config[key] = value;
  return config;
}

json without(json config, const std::string& key) {
  config.erase(key);
  return config;
}

std::string refused(const json& config) {
  return refusal([&] { model_of(config); });
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

TEST_CASE("model_from: what is not in the parameters is read, too", "[costs][families]") {
  const Model llama = model_of(with(small("llama"), "max_position_embeddings", 2048));
  CHECK(llama.name == "llama");
  CHECK(llama.counted_as == "LlamaForCausalLM");
  CHECK(llama.n_context == 2048);
  CHECK(llama.stacks.front().causal);
  CHECK(llama.stacks.front().keeps_cache);
  CHECK_FALSE(llama.stacks.front().window);

  const json bert{{"model_type", "bert"},     {"vocab_size", 97},
                  {"hidden_size", 20},        {"num_hidden_layers", 2},
                  {"num_attention_heads", 5}, {"intermediate_size", 33},
                  {"type_vocab_size", 2},     {"max_position_embeddings", 19}};
  CHECK_FALSE(model_of(bert).stacks.front().causal);
  CHECK_FALSE(model_of(bert).stacks.front().keeps_cache);
  CHECK(model_of(with(bert, "is_decoder", true)).stacks.front().causal);

  const Model bidirectional = model_of(with(small("gemma"), "use_bidirectional_attention", true));
  CHECK_FALSE(bidirectional.stacks.front().causal);
}

TEST_CASE("model_from: experts of which a token sees a few", "[costs][families]") {
  // Mixtral 8x7B goes through 2 of 8 MLPs: 46,702,792,704 - 6/8 · 45,097,156,608.
  const json entry = framework_counts()["mixtral-8x7b"];
  const Costs costs = costs_of(model_of(entry["config"]), {});
  CHECK(total_of(costs.parameters).get_str() == "46702792704");
  CHECK(costs.n_active_parameters.get_str() == "12879925248");
}

TEST_CASE("model_from: windows by family", "[costs][families]") {
  const auto windowed = [](const json& config) {
    const Stack stack = model_of(config).stacks.front();
    return std::pair(stack.window, stack.n_windowed_layers);
  };
  using Window = std::pair<std::optional<std::uint64_t>, std::uint64_t>;
  const Window none{std::nullopt, 0};
  // In every layer, and only in Mistral's without being asked for.
  CHECK(windowed(small("mistral")) == Window{4096, 5});
  CHECK(windowed(with(small("mistral"), "sliding_window", 7)) == Window{7, 5});
  CHECK(windowed(with(small("mistral"), "sliding_window", nullptr)) == none);
  CHECK(windowed(small("mixtral")) == none);
  CHECK(windowed(with(small("mixtral"), "sliding_window", 7)) == Window{7, 5});
  CHECK(windowed(with(small("phi3"), "sliding_window", 7)) == Window{7, 5});
  // In every other layer, beginning with the first.
  CHECK(windowed(small("gemma2")) == Window{4096, 3});
  CHECK(windowed(with(small("gemma2"), "num_hidden_layers", 4)) == Window{4096, 2});
  const json types{"full_attention", "full_attention", "sliding_attention", "full_attention",
                   "full_attention"};
  CHECK(windowed(with(small("gemma2"), "layer_types", types)) == Window{4096, 1});
  // In the last layers, if it is switched on.
  const json qwen = with(with(small("qwen2"), "sliding_window", 7), "max_window_layers", 3);
  CHECK(windowed(qwen) == none);
  CHECK(windowed(with(qwen, "use_sliding_window", true)) == Window{7, 2});
  CHECK(windowed(with(with(qwen, "use_sliding_window", true), "max_window_layers", 9)) == none);
  CHECK(windowed(with(with(qwen, "use_sliding_window", true), "layer_types", types)) ==
        Window{7, 1});
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
  CHECK(families().size() == 14);
  CHECK(refused({{"model_type", "gpt_neox_japanese"}}) ==
        "config.json: \"model_type\" must be one of " + known +
            ", but it is \"gpt_neox_japanese\".");
  CHECK(refused({{"model_type", "gemma3"}}) == "config.json: \"model_type\" must be one of " +
                                                   known +
                                                   ", but it is \"gemma3\". Did you mean gemma?");
  CHECK(refused(json::object()) ==
        "config.json: \"model_type\" is missing. Add it, one of " + known + ".");
  CHECK(refused({{"model_type", 3}}) == "config.json: \"model_type\" must be a text, but it is 3.");
}

TEST_CASE("model_from: names the key that is missing", "[costs][families][error]") {
  for (const auto& [name, entry] : framework_counts().items()) {
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

TEST_CASE("model_from: names the key that is senseless", "[costs][families][error]") {
  const std::string must =
      "config.json: \"num_hidden_layers\" must be a whole number from 1 to 1,000,000,000,000, "
      "but it is ";
  const auto refused_layers = [](const json& value) {
    return refused(with(small("llama"), "num_hidden_layers", value));
  };
  CHECK(refused_layers(-3) == must + "-3.");
  CHECK(refused_layers(0) == must + "0.");
  CHECK(refused_layers(2.5) == must + "2.5.");
  CHECK(refused_layers(2.0) == must + "2.0.");
  CHECK(refused_layers("5") == must + "\"5\".");
  CHECK(refused_layers(true) == must + "true.");
  CHECK(refused_layers(json::array({5})) == must + "[...].");
  CHECK(refused_layers(json::object()) == must + "{...}.");
  CHECK(refused_layers(1'000'000'000'001) == must + "1000000000001.");
  CHECK(refused_layers(18'446'744'073'709'551'615u) == must + "18446744073709551615.");
  CHECK(refused_layers(1'000'000'000'000) == "accepted");
  CHECK(refused(with(small("llama"), "tie_word_embeddings", 1)) ==
        "config.json: \"tie_word_embeddings\" must be true or false, but it is 1.");
  CHECK(refused(with(small("qwen2"), "use_sliding_window", "yes")) ==
        "config.json: \"use_sliding_window\" must be true or false, but it is \"yes\".");
  CHECK(refused(with(small("llama"), "architectures", "LlamaModel")) ==
        "config.json: \"architectures\" must be a list of texts, but it is \"LlamaModel\".");
}

TEST_CASE("model_from: names keys that contradict each other", "[costs][families][error]") {
  CHECK(refused(with(without(small("llama"), "head_dim"), "hidden_size", 25)) ==
        "config.json: \"hidden_size\" 25 cannot be split into the 6 heads of "
        "\"num_attention_heads\": 25 / 6 = 4.167. Change one of the two.");
  CHECK(refused(with(small("llama"), "hidden_size", 25)) == "accepted");  // head_dim says how wide
  CHECK(refused(with(small("llama"), "num_key_value_heads", 4)) ==
        "config.json: \"num_key_value_heads\" is 4, and the 6 heads of \"num_attention_heads\" "
        "cannot share them evenly. Give a number that divides 6.");
  CHECK(refused(without(small("mistral"), "num_key_value_heads")).find("is 8, and the 6 heads") !=
        std::string::npos);
  CHECK(refused(with(small("mixtral"), "num_experts_per_tok", 9)) ==
        "config.json: \"num_experts_per_tok\" is 9, but there are only 8 experts in "
        "\"num_local_experts\".");
  CHECK(refused(with(small("gemma2"), "layer_types", {"full_attention"})) ==
        "config.json: \"layer_types\" must name the kind of each of 5 layers, but it has 1 "
        "entries.");

  const json counts = framework_counts();
  const json gpt2 = counts["gpt2"]["config"];
  CHECK(refused(with(gpt2, "hidden_size", 769)) ==
        "config.json: \"n_embd\" is 768, but \"hidden_size\" is 769, and both mean the same. Keep "
        "one of them.");
  CHECK(refused(with(gpt2, "hidden_size", 768)) == "accepted");
  CHECK(refused(with(gpt2, "n_embd", 770)).find("\"n_embd\" 770 cannot be split") !=
        std::string::npos);
  const json vit = counts["vit-base-patch16-224"]["config"];
  CHECK(refused(with(vit, "patch_size", 225)) ==
        "config.json: \"patch_size\" is 225, but the image of \"image_size\" is only 224 wide.");
  CHECK(refused(with(vit, "image_size", 1'000'001)).find("from 1 to 1,000,000, but it is") !=
        std::string::npos);
  CHECK(refused(with(counts["t5-small"]["config"], "feed_forward_proj", "wide-gelu")) ==
        "config.json: \"feed_forward_proj\" must be an activation such as \"relu\", or \"gated-\" "
        "before one.");
  const json bert = counts["bert-base-uncased"]["config"];
  CHECK(refused(with(bert, "position_embedding_type", "relative_key"))
            .find("\"position_embedding_type\" must be \"absolute\"") != std::string::npos);
  CHECK(refused(with(bert, "add_cross_attention", true)) ==
        "config.json: \"add_cross_attention\" is true, but \"is_decoder\" is not: only a decoder "
        "attends to another stack.");
}
