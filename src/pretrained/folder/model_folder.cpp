#include "pretrained/folder/model_folder.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"
#include "data/model/model_files.hpp"
#include "pretrained/folder/compare_tensors.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfig = "config.json";
constexpr int kLongestShown = 200;

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
    {"distilbert-base-uncased", "distilbert/distilbert-base-uncased"},
    {"llama", "meta-llama/Llama-3.2-1B"},
    {"mistral", "mistralai/Mistral-7B-v0.1"},
    {"qwen2", "Qwen/Qwen2.5-0.5B"},
    {"qwen3", "Qwen/Qwen3-0.6B"},
};

std::string published_name(const std::string& typed) {
  for (const KnownModel& known : kKnownModels)
    if (typed == known.name) return known.published_as;
  return typed;
}

// "gpt2", "Qwen/Qwen3-0.6B", and "./gpt2" where somebody has yet to fetch it.
bool is_name_of_hub(const std::string& typed) {
  const bool is_plain = std::all_of(typed.begin(), typed.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '.' || c == '_' || c == '-' || c == '/';
  });
  const auto n_slashes = std::count(typed.begin(), typed.end(), '/');
  return is_plain && !typed.empty() && std::isalnum(static_cast<unsigned char>(typed.front())) &&
         std::isalnum(static_cast<unsigned char>(typed.back())) && n_slashes <= 1;
}

// Nothing is fetched from here; the lines that do it are the user's to type.
[[noreturn]] void refuse_missing_folder(const std::string& typed) {
  const std::string shown = preview(typed, kLongestShown);
  WeightFiles::refuse_other_kinds(typed);
  refuse_dangling_link(typed);
  if (is_named(typed))
    throw InputError(
        message("{}: a folder with {} was expected. Give the folder in which a model "
                "was saved.",
                shown, kConfig));
  const bool is_path = typed.starts_with("./");
  const std::string name = is_path ? typed.substr(2) : typed;
  const std::string from = published_name(name);
  if (!is_name_of_hub(name) || (is_path && from == name))
    throw InputError(message("{}: there is no such folder. Check the spelling.", shown));
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

void require_ordinary_weights(const std::string& path, const StoredTensors& stored) {
  if (!stored.quantized_by.empty()) refuse_quantized(path, listed(stored.quantized_by));
  if (!stored.adapter.empty())
    throw InputError(
        message("{}: {} belongs to an adapter, which was not added to the weights beside it. Merge "
                "the two: model.merge_and_unload().save_pretrained(FOLDER).",
                path, shown_key(stored.adapter)));
}

// Nothing in a file is passed over without a word.
std::vector<std::string> unread_tensors(const StoredTensors& stored) {
  std::vector<std::string> names;
  for (const TensorDifference& one : stored.differences)
    if (one.kind == TensorDifference::Kind::unknown) names.push_back(one.name);
  if (names.empty()) return {};
  return {message("Tensors of the files that this model does not have, and that are not read: {}.",
                  listed_keys(names))};
}

void append(std::vector<std::string>& all, const std::vector<std::string>& some) {
  all.insert(all.end(), some.begin(), some.end());
}

}  // namespace

bool names_folder(const std::string& typed) {
  return typed.find('/') != std::string::npos || is_named(fs::path(typed) / kConfig);
}

ModelFolder read_model_folder(const std::string& path) {
  if (!is_named(fs::path(path) / kConfig)) refuse_missing_folder(path);
  const Settings settings = read_model_config((fs::path(path) / kConfig).string());
  Architecture architecture = architecture_of(settings);
  const std::string family = name_in(kModelFamilies, architecture.family);
  WeightFiles files(path);
  const StoredTensors stored = compare_tensors(settings, architecture.sizes, files);
  require_ordinary_weights(path, stored);
  ModelFolder folder{.name = name_of(path),
                     .architecture = std::move(architecture),
                     .files = std::move(files),
                     .tokenizer = read_tokenizer(path, family),
                     .notes = stored.notes};
  append(folder.notes, unread_tensors(stored));
  append(folder.notes, folder.tokenizer.notes());
  return folder;
}

}  // namespace attn
