#include "pretrained/folder/model_folder.hpp"

#include <filesystem>
#include <fstream>

#include "base/message.hpp"
#include "data/safetensors_file.hpp"
#include "pretrained/model_fixtures.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

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

}  // namespace

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
  CHECK(refusal_of(other.path("link")).find("leads to nowhere, and there is nothing.") !=
        std::string::npos);
  other.file("pytorch_model.bin", "x");
  CHECK(refusal_of(other.path().string()).find("is a pickle") != std::string::npos);
  CHECK(refusal_of(kModelFolders).find("a folder with config.json was expected") !=
        std::string::npos);
  CHECK(refusal_of(kModelFolders + "qwen2").find("there is no tokenizer") != std::string::npos);
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
