#include "costs/model/model.hpp"

#include "costs/costs.hpp"
#include "costs/model/families.hpp"
#include "data/model/model_files.hpp"
#include "support/catch.hpp"
#include "support/golden_data.hpp"
#include "support/model_examples.hpp"

TEST_CASE("require_consistent: lets every example pass") {
  for (const Model& model : small_models()) CHECK_NOTHROW(require_consistent(model));
}

TEST_CASE("require_consistent: refuses what contradicts itself") {
  Model model = gpt2_model();
  model.n_kv_heads = 5;
  CHECK_REFUSED(require_consistent(model),
                "12 query heads cannot share 5 key-value heads evenly: the first number must be a "
                "multiple of the second.");
  model = gpt2_model();
  model.n_experts = 4;
  model.n_active_experts = 5;
  CHECK_REFUSED(require_consistent(model),
                "5 experts cannot be active for each token where there are 4.");
}

TEST_CASE("heads_fill_model: also where the product has more than 64 bits") {
  CHECK(heads_fill_model({.d_model = 12, .n_heads = 3, .d_head = 4}));
  CHECK_FALSE(heads_fill_model({.d_model = 12, .n_heads = 3, .d_head = 5}));
  CHECK_FALSE(heads_fill_model({.d_model = 13, .n_heads = 3, .d_head = 4}));
  // 2^32 2^32 is 0 in 64 bits.
  const std::uint64_t large = std::uint64_t{1} << 32;
  CHECK_FALSE(heads_fill_model({.d_model = 0, .n_heads = large, .d_head = large}));
}

TEST_CASE("all_dtypes: the bits of each") {
  std::string bits;
  for (const Dtype& dtype : all_dtypes())
    bits += dtype.name + " " + std::to_string(dtype.n_bits) + ", ";
  CHECK(bits == "fp32 32, fp16 16, bf16 16, fp8 8, int8 8, int4 4, ");
}

TEST_CASE("stored_types: values and cache have 16 bits at least") {
  const auto types = [](const StoredTypes& all) {
    return all.weights.name + " " + all.values.name + " " + all.cache.name;
  };
  CHECK(types(stored_types({"fp32", 32})) == "fp32 fp32 fp32");
  CHECK(types(stored_types({"bf16", 16})) == "bf16 bf16 bf16");
  CHECK(types(stored_types({"int8", 8})) == "int8 fp16 fp16");
  CHECK(types(stored_types({"int4", 4}, Dtype{"int8", 8})) == "int4 fp16 int8");
}

using nlohmann::json;

namespace {

Costs costs_of_preset(const std::string& name) { return costs_of(preset_named(name).value(), {}); }

std::string total_of_preset(const std::string& name) {
  return total_of(costs_of_preset(name).parameters).get_str();
}

// The count of a part, per layer where layers have it; 0 where there is none.
std::string count_at(const Costs& costs, const std::string& id, bool per_layer = false) {
  const Quantity* part = find(costs.parameters, id);
  if (part == nullptr) return "0";
  return (per_layer ? part->per_layer : part->count).get_str();
}

// Names of models as the golden data has them.
struct Named {
  const char* golden;
  const char* preset;
};
constexpr Named kGolden[] = {
    {"gpt2", "gpt2"},
    {"gpt2-nobias (nanoGPT bias=False)", "gpt2-nobias"},
    {"gpt2-medium", "gpt2-medium"},
    {"gpt2-large", "gpt2-large"},
    {"bert-base-uncased (BertModel)", "bert-base-uncased"},
    {"llama-2-7b", "llama-2-7b"},
    {"llama-2-13b", "llama-2-13b"},
    {"llama-3-8b", "llama-3-8b"},
    {"mistral-7b-v0.1", "mistral-7b-v0.1"},
    {"torch nn.Transformer() defaults", "nn-transformer"},
    {"transformer-base bias, tied V=37000", "transformer-base"},
    {"transformer-base bias+final norms", "transformer-base-final-norms"},
    {"transformer-base attn no-bias (T2T)", "transformer-base-no-attention-bias"},
    {"transformer-big attn no-bias V=37000", "transformer-big-no-attention-bias"},
    {"transformer-big bias+norms V=37000", "transformer-big-final-norms"},
};

// One layer of a stack, all parts of it.
std::string layer_of(const Costs& costs, const std::string& stack) {
  Count sum = 0;
  for (const Quantity& part : costs.parameters)
    if (part.id.starts_with(stack)) sum += part.per_layer;
  return sum.get_str();
}

void check_parts(const Costs& costs, const json& parts, const json& attention) {
  CHECK(count_at(costs, "token_embedding") == parts["tok_emb"].dump());
  CHECK(count_at(costs, "position_embedding") == parts["pos_emb"].dump());
  CHECK(count_at(costs, "token_type_embedding") == parts["type_emb"].dump());
  CHECK(count_at(costs, "embedding_norm") == parts["emb_norm"].dump());
  CHECK(count_at(costs, "wq", true) == attention["q"].dump());
  CHECK(count_at(costs, "wk", true) == attention["k"].dump());
  CHECK(count_at(costs, "wv", true) == attention["v"].dump());
  CHECK(count_at(costs, "wo", true) == attention["o"].dump());
  CHECK(count_at(costs, "mlp", true) == parts["mlp_per_layer"].dump());
  CHECK(count_at(costs, "norms", true) == parts["norm_per_layer"].dump());
  CHECK(layer_of(costs, "") == parts["layer"].dump());
  CHECK(count_at(costs, "final_norm") == parts["final_norm"].dump());
  CHECK(count_at(costs, "pooler") == parts["pooler"].dump());
  CHECK(count_at(costs, "lm_head") == parts["lm_head"].dump());
}

TEST_CASE("preset_named: every part of the golden models") {
  const json golden = read_golden("models.json");
  REQUIRE(golden.size() == std::size(kGolden));
  for (const auto& [name, preset] : kGolden) {
    CAPTURE(name);
    const json& model = golden.at(name);
    const Costs costs = costs_of_preset(preset);
    const bool has_parts = model.contains("parts");
    CHECK(total_of(costs.parameters).get_str() ==
          (has_parts ? model["parts"]["total"] : model["total"]).dump());
    if (has_parts) {
      check_parts(costs, model["parts"], model["attn_parts"]);
    } else {
      CHECK(layer_of(costs, "encoder") == model["enc_layer"].dump());
      CHECK(layer_of(costs, "decoder") == model["dec_layer"].dump());
    }
    if (model.contains("kv_bytes_per_token_fp16")) {
      CHECK(find(costs.memory, "kv_cache_bytes_per_token")->count.get_str() ==
            model["kv_bytes_per_token_fp16"].dump());
    }
  }
}

TEST_CASE("preset_named: sizes that the published models state") {
  CHECK(total_of_preset("gpt2-xl") == "1557611200");
  CHECK(total_of_preset("roberta-base") == "124645632");
  CHECK(total_of_preset("distilbert-base-uncased") == "66362880");
  CHECK(total_of_preset("llama-3.2-1b") == "1235814400");
  CHECK(total_of_preset("mixtral-8x7b") == "46702792704");
  CHECK(total_of_preset("gemma-2b") == "2506172416");
  CHECK(total_of_preset("gemma-2-2b") == "2614341888");
  CHECK(total_of_preset("qwen2-7b") == "7615616512");
  CHECK(total_of_preset("qwen3-0.6b") == "596049920");
  CHECK(total_of_preset("phi-3-mini") == "3821079552");
  CHECK(total_of_preset("t5-base") == "222903552");
  CHECK(total_of_preset("t5-v1_1-base") == "247577856");
  CHECK(total_of_preset("vit-base-patch16-224") == "86389248");
}

TEST_CASE("presets: each has a name of its own, a description and a model") {
  std::set<std::string> names;
  for (const Preset& preset : presets()) {
    CAPTURE(preset.name);
    CHECK(names.insert(preset.name).second);
    CHECK_FALSE(preset.description.empty());
    const auto model = preset_named(preset.name);
    REQUIRE(model);
    CHECK(model->name == preset.name);
    CHECK(model->notes.empty());  // nothing is left to be assumed
  }
  CHECK(names.size() >= 37);
  CHECK_FALSE(preset_named("llama"));
  CHECK_FALSE(preset_named(""));
}

TEST_CASE("preset_named: forward passes that other programs and papers state") {
  struct Vector {
    const char* name;
    std::uint64_t n_tokens;
    bool causal;
    const char* flops;
  };
  const Vector vectors[] = {
      {"gpt2", 1024, false, "291648307200"},
      {"gpt2", 1024, true, "272339828736"},
      {"bert-base-uncased", 128, false, "22348431360"},
      {"bert-base-uncased", 512, false, "96637943808"},
      {"llama-2-7b", 128, false, "1700001742848"},
      {"llama-2-7b", 4096, false, "62921270886400"},
      {"llama-2-7b", 4096, true, "58524298117120"},
      {"llama-3-8b", 8192, false, "158140695838720"},
      {"llama-3-8b", 8192, true, "140550657277952"},
  };
  for (const Vector& vector : vectors) {
    CAPTURE(vector.name, vector.n_tokens, vector.causal);
    const Pass pass{
        .n_tokens = vector.n_tokens, .n_keys = vector.n_tokens, .causal = vector.causal};
    const Costs costs = costs_of(preset_named(vector.name).value(), pass);
    CHECK(Count(2 * total_of(costs.macs)).get_str() == vector.flops);
  }
}

TEST_CASE("preset_named: bytes that weights, cache and scores take") {
  const Pass pass{.n_tokens = 4096, .n_keys = 4096};
  const auto bytes = [&pass](const char* name, const char* id) {
    return find(costs_of(preset_named(name).value(), pass).memory, id)->count.get_str();
  };
  CHECK(bytes("llama-2-7b", "weights_bytes") == "13476831232");  // 13.477 GB, 12.551 GiB
  CHECK(bytes("llama-2-7b", "kv_cache_bytes") == "2147483648");  // 2 GiB
  CHECK(bytes("llama-3-8b", "kv_cache_bytes") == "536870912");   // 0.5 GiB
  CHECK(bytes("llama-2-7b", "scores_bytes") == "1073741824");    // 1 GiB
  // Mistral's window of 4096 covers all of it; of 8192 tokens it keeps no more.
  CHECK(bytes("mistral-7b-v0.1", "kv_cache_bytes") == "536870912");
  const Pass longer{.n_tokens = 8192, .n_keys = 8192};
  CHECK(find(costs_of(preset_named("mistral-7b-v0.1").value(), longer).memory, "kv_cache_bytes")
            ->count == 536870912);
}

TEST_CASE("numbers_in: the product of a shape, exact however large") {
  CHECK(numbers_in(std::nullopt) == 0);
  CHECK(numbers_in(TensorDifference::Shape{}) == 1);
  CHECK(numbers_in(TensorDifference::Shape{2, 3, 4}) == 24);
  CHECK(numbers_in(TensorDifference::Shape{5, 0}) == 0);
  CHECK(numbers_in(TensorDifference::Shape{UINT64_MAX, 2}).get_str() == "36893488147419103230");
}

const std::filesystem::path kConfigs = ATTN_SOURCE_DIR "/tests/costs/configs";

std::vector<std::string> shown(const std::vector<Quantity>& quantities) {
  std::vector<std::string> rows;
  for (const Quantity& quantity : quantities)
    rows.push_back(quantity.id + " = " + quantity.formula.text() + " = " +
                   quantity.count.get_str());
  return rows;
}

TEST_CASE("published_models: a name costs what its config.json costs") {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kConfigs))
    files.insert(entry.path().stem().string());
  const std::vector<std::string> names = published_models();
  CHECK(files == std::set<std::string>(names.begin(), names.end()));

  for (const std::string& name : names) {
    CAPTURE(name);
    const Model from_file = model_from(read_model_config(kConfigs / (name + ".json")));
    const Pass pass{.n_tokens = 300, .n_keys = 300, .n_source = 200};
    const Costs of_file = costs_of(from_file, pass);
    const Costs of_name = costs_of(preset_named(name).value(), pass);
    CHECK(from_file.notes.empty());
    CHECK(from_file.counted_as == of_name.model.counted_as);
    CHECK(from_file.n_context == of_name.model.n_context);
    CHECK(shown(of_file.parameters) == shown(of_name.parameters));
    CHECK(shown(of_file.macs) == shown(of_name.macs));
    CHECK(shown(of_file.memory) == shown(of_name.memory));
  }
}

TEST_CASE("published_settings: numbers, words and flags") {
  const auto settings = published_settings("t5-v1_1-base");
  REQUIRE(settings);
  CHECK(settings->source == "t5-v1_1-base");
  CHECK(std::get<std::int64_t>(settings->values.at("d_kv").value) == 64);
  CHECK(std::get<std::string>(settings->values.at("feed_forward_proj").value) == "gated-gelu");
  CHECK_FALSE(std::get<bool>(settings->values.at("tie_word_embeddings").value));
  CHECK(settings->values.at("d_kv").shown == "64");
  CHECK_FALSE(published_settings("t5"));
}

}  // namespace
