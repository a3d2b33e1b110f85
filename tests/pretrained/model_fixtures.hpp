#pragma once

#include <filesystem>
#include <limits>
#include <string>

#include "data/matrix/arrays.hpp"
#include "data/model/model_files.hpp"
#include "data/test_files.hpp"
#include "pretrained/family/family.hpp"
#include "support/json.hpp"

namespace attn {

inline const std::filesystem::path kModels =
    std::filesystem::path(ATTN_SOURCE_DIR) / "tests/pretrained/models";

/// The names of the small models there, of all families.
inline constexpr const char* kModelNames[] = {"gpt2",    "gpt2-scaled", "bert",    "distilbert",
                                              "roberta", "llama",       "mistral", "llama-biased",
                                              "qwen2",   "qwen3"};

inline std::string model_path(const std::string& name) { return (kModels / name).string(); }

/// The config.json of one of them.
inline nlohmann::json config_of(const std::string& name) {
  return json_of(content(kModels / name / "config.json"));
}

inline Settings settings_of(const nlohmann::json& config) {
  return model_config(config.dump(), "config.json");
}

inline Architecture architecture_with(const nlohmann::json& config) {
  return architecture_of(settings_of(config));
}

/// A copy of one of them that may be damaged.
class ModelCopy {
 public:
  explicit ModelCopy(const std::string& name) {
    for (const auto& entry : std::filesystem::directory_iterator(kModels / name))
      if (entry.is_regular_file())
        std::filesystem::copy(entry.path(), folder_.path() / entry.path().filename());
  }

  std::string path() const { return folder_.path().string(); }
  std::string path(const std::string& name) const { return folder_.path(name); }

  /// Writes other bytes over the first ones of a tensor in model.safetensors.
  void overwrite(const std::string& tensor, const std::string& bytes) const {
    const std::string file = path("model.safetensors"), before = content(file);
    const Safetensors header(
        before.size(),
        [&](std::uintmax_t offset, std::size_t count) { return before.substr(offset, count); },
        file);
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(
        static_cast<std::streamoff>(header.data_offset() + header.entries().at(tensor).begin));
    stream << bytes;
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace attn
