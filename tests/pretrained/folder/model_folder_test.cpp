#include "pretrained/folder/model_folder.hpp"

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
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
