#include "pretrained/folder/compare_tensors.hpp"

#include <algorithm>
#include <functional>

#include "costs/costs.hpp"
#include "costs/family_config.hpp"
#include "pretrained/model_fixtures.hpp"
#include "pretrained/stored_tensors.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Kind = TensorDifference::Kind;
using Shape = TensorDifference::Shape;

StoredTensors compared(const json& config, const WeightFiles& files) {
  const Settings settings = settings_of(config);
  return compare_tensors(settings, model_from(settings), files);
}

StoredTensors compared(const std::string& name, const json& config) {
  return compared(config, WeightFiles(model_path(name)));
}

std::vector<std::string> names_of(const StoredTensors& stored, Kind kind) {
  std::vector<std::string> names;
  for (const TensorDifference& one : stored.differences)
    if (one.kind == kind) names.push_back(one.name);
  return names;
}

// The counted numbers and all differences make the stored ones.
void require_adds_up(const StoredTensors& stored) {
  Count sum = stored.counted.n_numbers;
  for (const TensorDifference& one : stored.differences)
    sum += numbers_in(one.stored) - numbers_in(one.counted);
  CHECK(sum == stored.stored.n_numbers);
}

}  // namespace

TEST_CASE("compare_tensors: the tensors of every family add up to its counted parameters") {
  const StoredModel nothing({float64_tensor("x", "[1]", {1.0})});
  int n_compared = 0;
  const json counts = framework_counts();
  for (const auto& [name, entry] : counts.items()) {
    const json& config = entry["config"];
    if (!is_run(config["model_type"]) || config.value("add_cross_attention", false)) continue;
    CAPTURE(name);
    ++n_compared;
    CHECK(compared(config, nothing.files()).counted.n_numbers.get_str() == entry["total"].dump());
  }
  CHECK(n_compared > 40);
  const json gpt2 = with(with(with(config_of("gpt2"), "n_embd", 768), "n_layer", 12), "n_head", 12);
  const StoredTensors real =
      compared(with(with(gpt2, "vocab_size", 50257), "n_positions", 1024), nothing.files());
  CHECK(real.counted.n_numbers == 124'439'808);
  CHECK(real.counted.n_tensors == 148);
}

TEST_CASE("compare_tensors: files that hold what is counted") {
  for (const char* name : {"gpt2-scaled", "llama", "llama-biased", "mistral", "qwen2", "qwen3"}) {
    CAPTURE(name);
    const StoredTensors stored = compared(name, config_of(name));
    CHECK(stored.differences.empty());
    CHECK(stored.counted.n_numbers == stored.stored.n_numbers);
    CHECK(stored.counted.n_tensors == stored.stored.n_tensors);
    CHECK(stored.notes.empty());
  }
}

TEST_CASE("compare_tensors: masks beside the parameters") {
  const StoredTensors stored = compared("gpt2", config_of("gpt2"));
  CHECK(names_of(stored, Kind::buffer) ==
        std::vector<std::string>{"h.0.attn.bias", "h.1.attn.bias"});
  CHECK(stored.differences.size() == 2);
  CHECK(stored.differences[0].stored == Shape{1, 1, 40, 40});
  CHECK_FALSE(stored.differences[0].counted.has_value());
  CHECK(stored.saved_as == "GPT2LMHeadModel");
  CHECK(stored.counted_as == "GPT2LMHeadModel");
  require_adds_up(stored);
}

TEST_CASE("compare_tensors: another class has another head, and no pooler") {
  const StoredTensors bert = compared("bert", config_of("bert"));
  CHECK(bert.saved_as == "BertForMaskedLM");
  CHECK(bert.counted_as == "BertModel");
  CHECK(bert.differences.size() == 7);
  CHECK(names_of(bert, Kind::other_class).size() == 7);
  CHECK(bert.differences[0].name == "bert.pooler.dense.weight");
  CHECK(bert.differences[0].counted == Shape{32, 32});
  CHECK_FALSE(bert.differences[0].stored.has_value());
  require_adds_up(bert);
  for (const char* name : {"roberta", "distilbert"}) {
    CAPTURE(name);
    const StoredTensors stored = compared(name, config_of(name));
    CHECK(names_of(stored, Kind::other_class).size() == stored.differences.size());
    require_adds_up(stored);
  }
  // A model without its head, by the class that was saved or against its word.
  const json untied = with(config_of("gpt2"), "tie_word_embeddings", false);
  CHECK(names_of(compared("gpt2", untied), Kind::missing) ==
        std::vector<std::string>{"lm_head.weight"});
  CHECK(names_of(compared("gpt2", with(untied, "architectures", {"GPT2Model"})),
                 Kind::other_class) == std::vector<std::string>{"lm_head.weight"});
}

TEST_CASE("compare_tensors: what is tied and stored, unknown, missing or of another shape") {
  const StoredTensors tied =
      compared("llama", with(config_of("llama"), "tie_word_embeddings", true));
  CHECK(names_of(tied, Kind::tied) == std::vector<std::string>{"lm_head.weight"});
  CHECK(tied.differences.size() == 1);
  require_adds_up(tied);

  const StoredTensors fewer = compared("qwen2", with(config_of("qwen2"), "num_hidden_layers", 1));
  const std::vector<std::string> unknown = names_of(fewer, Kind::unknown);
  CHECK(unknown.size() == 12);
  CHECK(std::all_of(unknown.begin(), unknown.end(),
                    [](const std::string& name) { return name.starts_with("model.layers.1."); }));
  require_adds_up(fewer);

  const StoredTensors other =
      compared("gpt2", with(with(config_of("gpt2"), "n_layer", 3), "n_positions", 41));
  CHECK(names_of(other, Kind::missing).size() == 12);
  CHECK(names_of(other, Kind::other_shape) == std::vector<std::string>{"wpe.weight"});
  const auto shape = std::find_if(other.differences.begin(), other.differences.end(),
                                  [](const auto& one) { return one.kind == Kind::other_shape; });
  CHECK(shape->stored == Shape{40, 32});
  CHECK(shape->counted == Shape{41, 32});
  require_adds_up(other);
}

TEST_CASE("compare_tensors: refuses more layers than there can be") {
  CHECK_THAT(refusal([] {
               compared("llama", with(config_of("llama"), "num_hidden_layers", 1'000'000'000));
             }),
             ContainsSubstring("1,000,000,000 layers are too many"));
}

namespace {

// The tensors of a small model under other names, or as codes.
std::vector<TensorBytes> tensors_of(const std::string& name,
                                    const std::function<void(TensorBytes&)>& change) {
  const WeightFiles files(model_path(name));
  std::vector<TensorBytes> tensors;
  for (const std::string& key : files.names()) {
    const StoredTensor& tensor = files.tensor(key);
    tensors.push_back({key, tensor.dtype, json(tensor.shape).dump(), std::string(tensor.bytes)});
    change(tensors.back());
  }
  return tensors;
}

void as_codes(TensorBytes& tensor) {
  if (!tensor.key.ends_with("proj.weight")) return;
  tensor = {tensor.key.substr(0, tensor.key.size() - 6) + "qweight", "I32", "[1]", "1234"};
}

}  // namespace

TEST_CASE("compare_tensors: names with a prefix are those of the family") {
  for (const char* prefix : {"_orig_mod.", "module._orig_mod.", "base_model.model."}) {
    const StoredModel model(
        tensors_of("llama", [&](TensorBytes& tensor) { tensor.key = prefix + tensor.key; }));
    const StoredTensors stored = compared(config_of("llama"), model.files());
    CHECK(stored.differences.empty());
    REQUIRE(stored.notes.size() == 1);
    CHECK_THAT(stored.notes.front(), ContainsSubstring(std::string(prefix) + "model."));
  }
  const StoredModel bert(
      tensors_of("bert", [&](TensorBytes& tensor) { tensor.key = "module." + tensor.key; }));
  CHECK(names_of(compared(config_of("bert"), bert.files()), Kind::other_class).size() == 7);
  const StoredModel bare(tensors_of("llama", [&](TensorBytes& tensor) {
    if (tensor.key.starts_with("model.")) tensor.key = tensor.key.substr(6);
  }));
  CHECK(compared(config_of("llama"), bare.files()).differences.empty());
}

TEST_CASE("compare_tensors: what tells of quantized weights") {
  const json stated =
      with(config_of("llama"), "quantization_config", {{"quant_method", "gptq"}, {"bits", 4}});
  const std::string by_config = "\"quantization_config\" (gptq, 4 bits)";
  const StoredModel codes(tensors_of("llama", as_codes));
  const std::string by_tensor = "model.layers.0.mlp.down_proj.qweight";
  CHECK(compared(config_of("llama"), codes.files()).quantized_by ==
        std::vector<std::string>{by_tensor});
  CHECK(compared(stated, codes.files()).quantized_by ==
        std::vector<std::string>{by_config, by_tensor});
  // What does not fit is explained by the settings; what fits is not quantized.
  CHECK(compared("llama", with(stated, "vocab_size", 100)).quantized_by ==
        std::vector<std::string>{by_config});
  const StoredTensors numbers = compared("llama", stated);
  CHECK(numbers.quantized_by.empty());
  CHECK(numbers.notes ==
        std::vector<std::string>{by_config + " speaks of quantized weights, but these are "
                                             "stored as ordinary numbers."});
}

TEST_CASE("compare_tensors: an adapter that was not added") {
  const StoredModel model(tensors_of("llama", [](TensorBytes& tensor) {
    if (tensor.key.ends_with("norm.weight")) tensor.key += ".lora_A.weight";
  }));
  CHECK_THAT(compared(config_of("llama"), model.files()).adapter, ContainsSubstring(".lora_A."));
  CHECK(compared("llama", config_of("llama")).adapter.empty());
}
