#include "pretrained/folder/folder.hpp"

#include "costs/costs.hpp"
#include "costs/family_config.hpp"
#include "data/safetensors_file.hpp"
#include "pretrained/model_fixtures.hpp"
#include "pretrained/stored_tensors.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace {

const std::string kModelFolders = ATTN_SOURCE_DIR "/tests/pretrained/models/";

std::string refusal_of(const std::string& path) {
  try {
    read_model_folder(path);
  } catch (const InputError& refused) {
    return refused.what();
  }
  return "";
}

TEST_CASE("read_model_folder: settings, weights and tokenizer of one model") {
  const ModelFolder folder = read_model_folder(kModelFolders + "bert/");
  CHECK(folder.name == "bert");
  CHECK(folder.architecture.family == ModelFamily::bert);
  CHECK(folder.files.has("bert.embeddings.word_embeddings.weight"));
  CHECK(folder.tokenizer.mask().has_value());
}

TEST_CASE("read_model_folder: the name of a model in the hub's cache is not its hash") {
  const TemporaryFolder home;
  const auto cached = home.path() / "models--google--tiny" / "snapshots" / "0a1b2c";
  std::filesystem::create_directories(cached.parent_path());
  std::filesystem::copy(kModelFolders + "bert", cached, std::filesystem::copy_options::recursive);
  CHECK(read_model_folder(cached.string()).name == "tiny");
}

TEST_CASE("read_model_folder: a name without a folder is answered with the lines that fetch it") {
  try {
    read_model_folder("gpt2");
    FAIL("no folder gpt2 here");
  } catch (const InputError& refused) {
    REQUIRE(refused.hints.size() == 4);
    CHECK(refused.hints[1].starts_with("hf download openai-community/gpt2 --local-dir gpt2"));
    CHECK(refused.hints[3] == "Then: attn mha --model ./gpt2 \"...\"");
  }
}

TEST_CASE("read_model_folder: what is no folder of a model") {
  for (const std::string nowhere : {"./nowhere", "a b;c", "https://hub/gpt2"})
    CHECK(refusal_of(nowhere) == nowhere + ": there is no such folder. Check the spelling.");
  CHECK(refusal_of("./gpt2").starts_with("There is no folder ./gpt2 here."));
  const TemporaryFolder other;
  std::filesystem::create_directory_symlink("nowhere", other.path("link"));
  CHECK(contains(refusal_of(other.path("link")), "leads to nowhere, and there is nothing."));
  other.file("pytorch_model.bin", "x");
  CHECK(contains(refusal_of(other.path().string()), "is a pickle"));
  CHECK(contains(refusal_of(kModelFolders), "a folder with config.json was expected"));
  CHECK(contains(refusal_of(kModelFolders + "qwen2"), "there is no tokenizer"));
}

TEST_CASE("names_folder: by its slash, or by what is in it") {
  CHECK(names_folder("./anything"));
  CHECK_FALSE(names_folder("gpt2"));
}

TEST_CASE("read_model_folder: weights that are no numbers, or a part of them") {
  const WeightFiles files(kModelFolders + "llama");
  const auto with_tensor = [&](const std::string& key) {
    std::vector<TensorBytes> tensors{{key, "F64", "[1]", "12345678"}};
    for (const std::string& name : files.names())
      tensors.push_back({name, files.tensor(name).dtype,
                         nlohmann::json(files.tensor(name).shape).dump(),
                         std::string(files.tensor(name).bytes)});
    auto copy = std::make_unique<ModelCopy>("llama");
    std::ofstream(copy->path("model.safetensors"), std::ios::binary) << safetensors_file(tensors);
    return copy;
  };
  const auto codes = with_tensor("model.layers.0.x.qweight");
  CHECK(refusal_of(codes->path()) ==
        codes->path() +
            ": the weights are quantized (see model.layers.0.x.qweight), and attn computes with "
            "ordinary numbers. Fetch the model that they were made from, or save it as float: "
            "model.dequantize().save_pretrained(FOLDER).");
  CHECK_THAT(refusal_of(with_tensor("model.layers.0.x.lora_A.weight")->path()),
             ContainsSubstring("belongs to an adapter, which was not added to the weights"));
  const ModelFolder more = read_model_folder(with_tensor("model.layers.7.x.weight")->path());
  CHECK(more.notes == std::vector<std::string>{
                          "Tensors of the files that this model does not have, and that are not "
                          "read: model.layers.7.x.weight."});
}

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

}  // namespace
