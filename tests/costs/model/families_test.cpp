#include "costs/model/families.hpp"

#include "costs/costs.hpp"
#include "costs/family_config.hpp"
#include "costs/model/family_readers.hpp"
#include "data/model/model_files.hpp"
#include "support/catch.hpp"

namespace {

std::map<std::string, std::string> parts_of(const Costs& costs) {
  std::map<std::string, std::string> parts;
  for (const Quantity& part : costs.parameters)
    if (part.count != 0) parts[part.id] = part.count.get_str();
  return parts;
}

TEST_CASE("model_from: every part has as many parameters as the framework's") {
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

TEST_CASE("model_from: notes say what was assumed") {
  using Notes = std::vector<std::string>;
  CHECK(model_of(small("llama")).notes == Notes{});
  CHECK(model_of(without(small("llama"), "num_key_value_heads")).notes == Notes{});
  CHECK(model_of(with(without(small("gemma"), "head_dim"), "attention_bias", true)).notes ==
        Notes{"\"head_dim\" is not given; 256 is assumed."});
  CHECK(model_of(with(small("llama"), "architectures", {"LlamaForCausalLM"})).notes == Notes{});
  CHECK(model_of(with(small("llama"), "architectures", {"LlamaModel"})).notes ==
        Notes{"\"architectures\" names [\"LlamaModel\"]; what is counted is LlamaForCausalLM."});
}

TEST_CASE("model_from: lists the families it knows") {
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

TEST_CASE("model_from: names the key that is missing") {
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

TEST_CASE("model_from: null is not given") {
  CHECK(model_of(with(small("llama"), "num_key_value_heads", nullptr)).n_kv_heads == 6);
  CHECK(
      contains(refused(with(small("llama"), "vocab_size", nullptr)), "\"vocab_size\" is missing"));
}

TEST_CASE("model_from: the class is the family's, whatever the file's own") {
  const Model model = model_of(small("llama"));
  CHECK(model.name == "llama");
  CHECK(model.counted_as == "LlamaForCausalLM");
}

TEST_CASE("stated_quantization: what a config.json says of it") {
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

Settings settings_of(const std::string& text) { return model_config(text, "config.json"); }

template <typename Read>
std::string refusal_of(const std::string& text, Read read) {
  const Settings settings = settings_of(text);
  SettingReader reader(settings);
  return refusal([&] { read(reader); });
}

std::string count_refusal(const std::string& value, const CountRange& range = {}) {
  return refusal_of("{\"n_layer\": " + value + "}",
                    [&](SettingReader& reader) { reader.count({"n_layer"}, range); });
}

TEST_CASE("SettingReader: counts, under any of their names") {
  const Settings settings =
      settings_of(R"({"n_layer": 12, "hidden_size": 768, "n_embd": 768, "none": null, "zero": 0})");
  SettingReader reader(settings);
  CHECK(reader.count({"n_layer"}) == 12);
  CHECK(reader.count({"num_hidden_layers", "n_layer"}) == 12);
  CHECK(reader.count({"n_embd", "hidden_size"}) == 768);
  CHECK(reader.count({"zero"}, {.least = 0}) == 0);
  CHECK(reader.count_if_given({"n_layer"}) == 12);
  CHECK_FALSE(reader.count_if_given({"absent"}));
  CHECK_FALSE(reader.count_if_given({"none"}));
  CHECK(reader.has("none"));
  CHECK_FALSE(reader.is_given("none"));
  CHECK_FALSE(reader.has("absent"));
  CHECK_FALSE(reader.is_given("absent"));
  CHECK(reader.notes().empty());
}

TEST_CASE("SettingReader: a count that is assumed is noted") {
  const Settings settings = settings_of(R"({"n_layer": 12})");
  SettingReader reader(settings);
  CHECK(reader.count_or({"n_layer"}, 3) == 12);
  CHECK(reader.notes().empty());
  CHECK(reader.count_or({"n_positions", "n_ctx"}, 1024) == 1024);
  reader.note("More.");
  CHECK(reader.notes() ==
        std::vector<std::string>{"\"n_positions\" is not given; 1024 is assumed.", "More."});
}

TEST_CASE("SettingReader: flags and texts") {
  const Settings settings =
      settings_of(R"({"tied": false, "kind": "relu", "kinds": ["a", "b"], "none": null})");
  const SettingReader reader(settings);
  CHECK_FALSE(reader.flag("tied", true));
  CHECK(reader.flag("none", true));
  CHECK_FALSE(reader.flag("absent", false));
  CHECK(reader.text("kind") == "relu");
  CHECK_FALSE(reader.text("none"));
  CHECK(reader.texts("kinds") == std::vector<std::string>{"a", "b"});
  CHECK_FALSE(reader.texts("absent"));
}

TEST_CASE("SettingReader: refuses what is no count in the range") {
  const std::string must =
      "config.json: \"n_layer\" must be a whole number from 1 to 1,000,000,000,000, but it is ";
  for (const char* value : {"-3", "0", "2.5", "2.0", "true", "\"5\"", "1000000000001",
                            "18446744073709551615", "-9223372036854775808"}) {
    CHECK(count_refusal(value) == must + value + ".");
  }
  CHECK(count_refusal("1e300") == must + "1e+300.");
  CHECK(count_refusal("[5]") == must + "[5].");
  CHECK(count_refusal("{\"a\": 5}") == must + "{...}.");
  CHECK(count_refusal("1000000000000") == "accepted");
  CHECK(count_refusal("7", {.least = 0, .most = 6}) ==
        "config.json: \"n_layer\" must be a whole number from 0 to 6, but it is 7.");
}

TEST_CASE("SettingReader: a key that is missing, or almost there") {
  const Settings settings = settings_of(R"({"n_layers": 12})");
  const SettingReader reader(settings);
  try {
    reader.count({"n_layer", "num_hidden_layers"});
    FAIL("not refused");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) ==
          "config.json: \"n_layer\" is missing. Add it: a whole number from 1 to "
          "1,000,000,000,000.");
    CHECK(error.hints ==
          std::vector<std::string>{"There is \"n_layers\". Rename it if it is meant."});
  }
  CHECK(contains(refusal_of("{}", [](SettingReader& bare) { bare.count({"n_layer"}); }),
                 "\"n_layer\" is missing"));
}

TEST_CASE("SettingReader: refuses two spellings that differ") {
  CHECK(refusal_of(R"({"n_embd": 768, "hidden_size": 769})",
                   [](SettingReader& reader) {
                     reader.count({"n_embd", "hidden_size"});
                   }) ==
        "config.json: \"n_embd\" is 768, but \"hidden_size\" is 769, and both mean the same. Keep "
        "one of them.");
}

TEST_CASE("SettingReader: refuses the wrong kind") {
  const std::string text = R"({"a": 1, "b": "yes", "c": [1]})";
  CHECK(refusal_of(text, [](SettingReader& reader) { reader.flag("a", false); }) ==
        "config.json: \"a\" must be true or false, but it is 1.");
  CHECK(refusal_of(text, [](SettingReader& reader) { reader.flag("b", false); }) ==
        "config.json: \"b\" must be true or false, but it is \"yes\".");
  CHECK(refusal_of(text, [](SettingReader& reader) { reader.text("a"); }) ==
        "config.json: \"a\" must be a text, but it is 1.");
  CHECK(refusal_of(text, [](SettingReader& reader) { reader.texts("b"); }) ==
        "config.json: \"b\" must be a list of texts, but it is \"yes\".");
  CHECK(refusal_of(text, [](SettingReader& reader) { reader.texts("c"); }) ==
        "config.json: \"c\" must be a list of texts, but it is [1].");
}

TEST_CASE("SettingReader: names the key and where it is from") {
  const Settings nameless;
  CHECK(SettingReader(nameless).place("n_layer") == "\"n_layer\"");
}

TEST_CASE("SettingReader: a number is finite") {
  for (const std::string wild : {"NaN", "Infinity", "-Infinity"})
    CHECK_THAT(
        refusal_of("{\"a\": " + wild + "}", [](SettingReader& reader) { reader.number("a"); }),
        ContainsSubstring("config.json: \"a\" must be a number, but it is "));
}

TEST_CASE("SettingReader: height and width, together or apart") {
  using Sides = std::array<std::uint64_t, 2>;
  const Settings settings = settings_of(R"({"a": 16, "b": [8, 4]})");
  SettingReader reader(settings);
  CHECK(reader.sides_or("a", 1) == Sides{16, 16});
  CHECK(reader.sides_or("b", 1) == Sides{8, 4});
  CHECK(reader.notes().empty());
  CHECK(reader.sides_or("c", 224) == Sides{224, 224});
  CHECK(reader.notes().size() == 1);
  const auto sides_refusal = [](const std::string& value) {
    return refusal_of("{\"a\": " + value + "}",
                      [](SettingReader& reading) { reading.sides_or("a", 1); });
  };
  CHECK(sides_refusal("[1, 2, 3]") ==
        "config.json: \"a\" must be a whole number, or a list of two: height and width. It is "
        "[1,2,3].");
  CHECK_THAT(sides_refusal("[0, 2]"), ContainsSubstring("from 1 to 1,000,000,000,000"));
  CHECK_THAT(sides_refusal("[1.5, 2]"), ContainsSubstring("but it is [...]"));
}

SettingValue number(std::int64_t value) { return {.value = value, .shown = std::to_string(value)}; }

Settings sizes(std::int64_t d_model, std::int64_t n_heads) {
  return {.source = "config.json",
          .values = {{"hidden_size", number(d_model)},
                     {"num_hidden_layers", number(3)},
                     {"num_attention_heads", number(n_heads)}}};
}

TEST_CASE("sized_model: one stack, every head with keys and values of its own") {
  const Settings settings = sizes(24, 6);
  const SettingReader reader(settings);
  const Model model = sized_model(reader);
  CHECK(model.d_model == 24);
  CHECK(model.n_heads == 6);
  CHECK(model.n_kv_heads == 6);
  REQUIRE(model.stacks.size() == 1);
  CHECK(model.stacks.front().n_layers == 3);
  CHECK(divided_width(reader, model) == 4);
}

TEST_CASE("sized_model: reads the spellings it is told") {
  const Settings settings{
      .source = "", .values = {{"dim", number(8)}, {"depth", number(2)}, {"heads", number(4)}}};
  const SettingReader reader(settings);
  const Model model = sized_model(
      reader, {.d_model = {"width", "dim"}, .n_layers = {"depth"}, .n_heads = {"heads"}});
  CHECK(model.d_model == 8);
  CHECK(model.stacks.front().n_layers == 2);
  CHECK(model.n_heads == 4);
}

TEST_CASE("divided_width: heads must fill the width") {
  const Settings settings = sizes(25, 6);
  const SettingReader reader(settings);
  const Model model = sized_model(reader);
  CHECK_REFUSED(divided_width(reader, model),
                "config.json: \"hidden_size\" 25 cannot be split into the 6 heads of "
                "\"num_attention_heads\": 25 / 6 = 4.167. Change one of the two.");
}

TEST_CASE("add_biases: on every projection and in the MLP") {
  Model model;
  add_biases(model);
  CHECK((model.query_bias && model.key_bias && model.value_bias && model.output_bias));
  CHECK(model.mlp_bias);
}

TEST_CASE("gpt2_model: the other spellings mean the same") {
  const json gpt2 = framework_counts()["gpt2"]["config"];
  CHECK(model_of(gpt2).d_ff == 3072);
  CHECK(model_of(with(gpt2, "n_inner", 100)).d_ff == 100);
  CHECK(refused(with(gpt2, "hidden_size", 768)) == "accepted");
  CHECK(refused(with(gpt2, "hidden_size", 769)) ==
        "config.json: \"n_embd\" is 768, but \"hidden_size\" is 769, and both mean the same. Keep "
        "one of them.");
  CHECK(refused(with(gpt2, "n_embd", 770)) ==
        "config.json: \"n_embd\" 770 cannot be split into the 12 heads of \"n_head\": 770 / 12 = "
        "64.17. Change one of the two.");
}

TEST_CASE("t5_model: an encoder and a decoder") {
  const json t5 = framework_counts()["t5-small"]["config"];
  const Model model = model_of(with(t5, "num_decoder_layers", 2));
  REQUIRE(model.stacks.size() == 2);
  const Stack &encoder = model.stacks[0], &decoder = model.stacks[1];
  CHECK(encoder.role == Stack::Role::encoder);
  CHECK(encoder.n_layers == 6);
  CHECK_FALSE(encoder.causal);
  CHECK_FALSE(encoder.keeps_cache);
  CHECK_FALSE(encoder.cross_attention);
  CHECK(decoder.role == Stack::Role::decoder);
  CHECK(decoder.n_layers == 2);
  CHECK(decoder.causal);
  CHECK(decoder.keeps_cache);
  CHECK(decoder.cross_attention);
}

TEST_CASE("t5_model: a gate if the activation says so") {
  const json t5 = framework_counts()["t5-small"]["config"];
  CHECK_FALSE(model_of(t5).gated);
  CHECK_FALSE(model_of(with(t5, "feed_forward_proj", "gelu")).gated);
  CHECK(model_of(with(t5, "feed_forward_proj", "gated-silu")).gated);
  for (const char* wrong : {"wide-gelu", "gated-gelu-new", "-"})
    CHECK(
        refused(with(t5, "feed_forward_proj", wrong)) ==
        "config.json: \"feed_forward_proj\" must be an activation such as \"relu\", or \"gated-\" "
        "before one.");
}

json config_of(const std::string& name) { return framework_counts().at(name).at("config"); }

TEST_CASE("encoder families: every token sees every other, and nothing is cached") {
  for (const char* name :
       {"bert-base-uncased", "roberta-base", "distilbert-base-uncased", "vit-base-patch16-224"}) {
    CAPTURE(name);
    const Model model = model_of(config_of(name));
    CHECK_FALSE(model.stacks.front().causal);
    CHECK_FALSE(model.stacks.front().keeps_cache);
    CHECK_FALSE(model.has_lm_head);
    CHECK(model.pooler == (std::string(name) != "distilbert-base-uncased"));
    CHECK(find(costs_of(model, {}).memory, "kv_cache_bytes") == nullptr);
  }
}

TEST_CASE("encoder families: BERT as a decoder") {
  const json bert = config_of("bert-base-uncased");
  const Stack decoder = model_of(with(bert, "is_decoder", true)).stacks.front();
  CHECK(decoder.causal);
  CHECK(decoder.keeps_cache);
  CHECK_FALSE(decoder.cross_attention);
  CHECK(refused(with(bert, "add_cross_attention", true)) ==
        "config.json: \"add_cross_attention\" is true, but \"is_decoder\" is not: only a decoder "
        "attends to another stack.");
}

TEST_CASE("encoder families: what would change the count is refused or said") {
  const json bert = config_of("bert-base-uncased");
  CHECK(refused(with(bert, "position_embedding_type", "absolute")) == "accepted");
  CHECK(
      refused(with(bert, "position_embedding_type", "relative_key")) ==
      "config.json: \"position_embedding_type\" must be \"absolute\": tables of distances in each "
      "layer are not counted, and newer frameworks do not have them.");
  CHECK(model_of(with(config_of("distilbert-base-uncased"), "sinusoidal_pos_embds", true)).notes ==
        std::vector<std::string>{"The table of positions starts as sines; its numbers are counted, "
                                 "as the framework does."});
}

TEST_CASE("encoder families: an image is cut into whole patches") {
  const json vit = config_of("vit-base-patch16-224");
  CHECK(model_of(vit).patches->n_patches == 196);  // 14 by 14
  CHECK(model_of(vit).n_positions == 197);
  CHECK(model_of(with(vit, "image_size", 239)).patches->n_patches == 196);
  CHECK(model_of(with(vit, "patch_size", 224)).patches->n_patches == 1);
  CHECK(refused(with(vit, "patch_size", 225)) ==
        "config.json: \"patch_size\" is 225, but the image of \"image_size\" is only 224 wide.");
  CHECK(refused(with(vit, "image_size", 1'000'001)) ==
        "config.json: \"image_size\" must be a whole number from 1 to 1,000,000, but it is "
        "1000001.");
  CHECK(model_of(with(vit, "image_size", {224, 224})).patches->n_patches == 196);
  const Model oblong = model_of(with(with(vit, "image_size", {64, 224}), "patch_size", {32, 16}));
  CHECK(oblong.patches->n_patches == 28);  // 2 by 14
  CHECK(oblong.patches->n_pixels == 512);
  CHECK(refused(with(vit, "patch_size", {16, 225})) ==
        "config.json: \"patch_size\" is 225, but the image of \"image_size\" is only 224 wide.");
}

TEST_CASE("rotary families: a decoder that keeps a cache") {
  for (const char* family :
       {"llama", "mistral", "mixtral", "gemma", "gemma2", "qwen2", "qwen3", "phi3"}) {
    CAPTURE(family);
    const Model model = model_of(with(small(family), "max_position_embeddings", 2048));
    CHECK(model.n_context == 2048);
    CHECK(model.positions == Positions::rotary);
    CHECK(model.stacks.size() == 1);
    CHECK(model.stacks.front().causal);
    CHECK(model.stacks.front().keeps_cache);
    CHECK(model.has_lm_head);
  }
  for (const char* family : {"gemma", "gemma2"})
    CHECK_FALSE(
        model_of(with(small(family), "use_bidirectional_attention", true)).stacks.front().causal);
}

TEST_CASE("rotary families: experts of which a token sees a few") {
  // Mixtral 8x7B goes through 2 of 8 MLPs: 46,702,792,704 - 6/8 · 45,097,156,608.
  const json entry = framework_counts()["mixtral-8x7b"];
  const Costs costs = costs_of(model_of(entry["config"]), {});
  CHECK(total_of(costs.parameters).get_str() == "46702792704");
  CHECK(costs.n_active_parameters.get_str() == "12879925248");
}

TEST_CASE("rotary families: windows by family") {
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

TEST_CASE("rotary families: names keys that contradict each other") {
  CHECK(refused(with(small("llama"), "hidden_size", 25)) == "accepted");  // head_dim says how wide
  CHECK(refused(with(small("llama"), "num_key_value_heads", 4)) ==
        "config.json: \"num_key_value_heads\" is 4, and the 6 heads of \"num_attention_heads\" "
        "cannot share them evenly. Give a number that divides 6.");
  CHECK(
      contains(refused(without(small("mistral"), "num_key_value_heads")), "is 8, and the 6 heads"));
  CHECK(refused(with(small("mixtral"), "num_experts_per_tok", 9)) ==
        "config.json: \"num_experts_per_tok\" is 9, but there are only 8 experts in "
        "\"num_local_experts\".");
  CHECK(refused(with(small("gemma2"), "layer_types", {"full_attention"})) ==
        "config.json: \"layer_types\" must name the kind of each of 5 layers, but it has 1 "
        "entries.");
  CHECK(refused(with(with(small("gemma2"), "num_hidden_layers", 2), "layer_types",
                     {"full_attention", "chunked_attention"})) ==
        "config.json: \"layer_types\" may hold \"sliding_attention\" and \"full_attention\", but "
        "its entry 1 is something else.");
}

}  // namespace
