#include "pretrained/folder/model_folder.hpp"

#include <filesystem>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "data/model/model_config.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfig = "config.json";
constexpr int kLongestShown = 200;

bool is_found(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// The names of the models that people have heard of, and where they are published.
struct KnownModel {
  const char *name, *published_as;
};
constexpr KnownModel kKnownModels[] = {
    {"gpt2", "openai-community/gpt2"},
    {"bert", "google-bert/bert-base-uncased"},
    {"bert-base-uncased", "google-bert/bert-base-uncased"},
    {"distilbert", "distilbert/distilbert-base-uncased"},
    {"roberta", "FacebookAI/roberta-base"},
    {"roberta-base", "FacebookAI/roberta-base"},
    {"qwen2", "Qwen/Qwen2.5-0.5B"},
    {"qwen3", "Qwen/Qwen3-0.6B"},
};

std::string published_name(const std::string& typed) {
  for (const KnownModel& known : kKnownModels)
    if (typed == known.name) return known.published_as;
  return typed;
}

// Nothing is fetched from here; the lines that do it are the user's to type.
[[noreturn]] void refuse_missing_folder(const std::string& typed) {
  const std::string shown = preview(typed, kLongestShown);
  if (is_found(typed))
    throw InputError(
        message("{}: a folder with {} was expected. Give the folder in which a model "
                "was saved.",
                shown, kConfig));
  if (typed.starts_with('/') || typed.starts_with('.') || typed.ends_with('/'))
    throw InputError(message("{}: there is no such folder. Check the spelling.", shown));
  const std::string from = published_name(typed);
  const std::string folder = fs::path(from).filename().string();
  throw InputError(
      message("There is no folder {} here. attn fetches nothing by itself; these lines do:", shown),
      {"pip install huggingface_hub", "hf download " + from + " --local-dir " + folder + " \\",
       "   --include '*.json' '*.txt' '*.safetensors'",
       message("Then: {}", "attn mha --model ./" + folder + " \"...\"")});
}

// "gpt2" of "./gpt2/"; of the hub's cache, models--openai-community--gpt2/snapshots/HASH, "gpt2".
std::string name_of(const fs::path& path) {
  std::error_code ignored;
  fs::path whole = fs::weakly_canonical(path, ignored);
  if (!whole.has_filename()) whole = whole.parent_path();
  if (whole.parent_path().filename() == "snapshots") {
    const std::string cached = whole.parent_path().parent_path().filename().string();
    if (const auto at = cached.rfind("--"); at != std::string::npos) return cached.substr(at + 2);
  }
  return whole.filename().string();
}

void append(std::vector<std::string>& all, const std::vector<std::string>& some) {
  all.insert(all.end(), some.begin(), some.end());
}

}  // namespace

bool names_folder(const std::string& typed) {
  return typed.find('/') != std::string::npos || is_found(fs::path(typed) / kConfig);
}

ModelFolder read_model_folder(const std::string& path) {
  if (!is_found(fs::path(path) / kConfig)) refuse_missing_folder(path);
  const Settings settings = read_model_config((fs::path(path) / kConfig).string());
  Architecture architecture = architecture_of(settings);
  const std::string family = name_in(kModelFamilies, architecture.family);
  ModelFolder folder{.name = name_of(path),
                     .architecture = std::move(architecture),
                     .files = WeightFiles(path),
                     .tokenizer = read_tokenizer(path, family),
                     .notes = {}};
  append(folder.notes, folder.files.notes());
  append(folder.notes, folder.tokenizer.notes());
  return folder;
}

}  // namespace attn
