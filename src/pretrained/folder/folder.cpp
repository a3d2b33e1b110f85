#include "pretrained/folder/folder.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "costs/model/families.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"
#include "data/model/model_files.hpp"
#include "pretrained/family/family.hpp"
#include "pretrained/forward/forward.hpp"

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

namespace {

using Kind = TensorDifference::Kind;

// Beginnings of names that belong to what is put behind a model for one task.
constexpr const char* kHeads[] = {
    "cls.", "lm_head.", "vocab_", "classifier.", "pre_classifier.", "score.", "qa_outputs."};

// A counted tensor; whether only some classes of the framework have it.
struct CountedTensor {
  NamedTensor tensor;
  bool is_of_class = false;
};

std::vector<CountedTensor> counted_tensors(const ModelTensors& tensors, const Model& model) {
  std::vector<CountedTensor> all;
  const auto add = [&](const std::vector<NamedTensor>& some) {
    for (const NamedTensor& one : some) all.push_back({one});
  };
  add(embedding_tensors(tensors));
  for (const LayerTensors& layer : tensors.layers) add(layer_tensors(layer));
  if (tensors.final_norm) {
    add({tensors.final_norm->weight});
    if (tensors.final_norm->bias) add({*tensors.final_norm->bias});
  }
  if (model.pooler) {
    all.push_back({{"pooler.dense.weight", {model.d_model, model.d_model}}, true});
    all.push_back({{"pooler.dense.bias", {model.d_model}}, true});
  }
  if (model.has_lm_head && !model.tied) all.push_back({tensors.head.decoder.weight, true});
  return all;
}

class TensorComparison {
 public:
  TensorComparison(const Settings& settings, const Model& model, const ModelTensors& tensors,
                   const WeightFiles& files)
      : model_(model),
        tensors_(tensors),
        files_(files),
        source_(files, tensors),
        stated_(stated_quantization(settings)) {
    const auto classes = SettingReader(settings).texts("architectures");
    if (classes && !classes->empty()) result_.saved_as = preview(classes->front());
    result_.counted_as = model.counted_as;
  }

  StoredTensors compared() {
    for (const CountedTensor& counted : counted_tensors(tensors_, model_)) add_counted(counted);
    for (const std::string& name : files_.names()) add_stored(name);
    std::stable_sort(result_.differences.begin(), result_.differences.end(),
                     [](const auto& a, const auto& b) { return a.kind < b.kind; });
    result_.notes = files_.notes();
    for (const std::string& note : source_.notes()) result_.notes.push_back(note);
    tell_quantization();
    tell_adapter();
    return std::move(result_);
  }

 private:
  bool is_another_class() const { return result_.saved_as != result_.counted_as; }

  void add_counted(const CountedTensor& counted) {
    const NamedTensor& wanted = counted.tensor;
    ++result_.counted.n_tensors;
    result_.counted.n_numbers += numbers_in(wanted.shape);
    const auto name = source_.name_in_files(wanted);
    if (!name) {
      const bool may_lack = counted.is_of_class && is_another_class();
      result_.differences.push_back({may_lack ? Kind::other_class : Kind::missing,
                                     source_.expected_name(wanted), std::nullopt, wanted.shape});
      return;
    }
    known_.insert(*name);
    if (const TensorShape& stored = files_.tensor(*name).shape; stored != wanted.shape)
      result_.differences.push_back({Kind::other_shape, *name, stored, wanted.shape});
  }

  void add_stored(const std::string& name) {
    const TensorShape& shape = files_.tensor(name).shape;
    ++result_.stored.n_tensors;
    result_.stored.n_numbers += numbers_in(shape);
    if (known_.count(name) == 0)
      result_.differences.push_back({kind_of(name), name, shape, std::nullopt});
  }

  Kind kind_of(const std::string& name_in_files) const {
    const std::string name = source_.plain_name(name_in_files);
    if (is_no_parameter(name)) return Kind::buffer;
    if (model_.has_lm_head && name == tensors_.head.decoder.weight.name) return Kind::tied;
    const bool is_of_head = !name.starts_with(source_.model_prefix()) ||
                            std::any_of(std::begin(kHeads), std::end(kHeads),
                                        [&](const char* b) { return name.starts_with(b); });
    return is_of_head ? Kind::other_class : Kind::unknown;
  }

  bool fits() const {
    return std::none_of(result_.differences.begin(), result_.differences.end(),
                        [](const TensorDifference& one) {
                          return one.kind == Kind::missing || one.kind == Kind::other_shape;
                        });
  }

  // The tensors decide; what the settings say explains what does not fit.
  void tell_quantization() {
    const auto stored = files_.quantized_tensor();
    if (stated_ && (stored || !fits())) result_.quantized_by.push_back(*stated_);
    if (stored) result_.quantized_by.push_back(*stored);
    if (stated_ && result_.quantized_by.empty())
      result_.notes.push_back(message(
          "{} speaks of quantized weights, but these are stored as ordinary numbers.", *stated_));
  }

  void tell_adapter() {
    for (const std::string& name : files_.names())
      if (name.find(".lora_") != name.npos && result_.adapter.empty()) result_.adapter = name;
  }

  const Model& model_;
  const ModelTensors& tensors_;
  const WeightFiles& files_;
  WeightSource source_;
  std::optional<std::string> stated_;  // what the settings say of quantization
  std::set<std::string> known_;        // names in the files of what is counted
  StoredTensors result_;
};

}  // namespace

StoredTensors compare_tensors(const Settings& settings, const Model& model,
                              const WeightFiles& files) {
  require_possible_sizes(model);
  const std::string family = SettingReader(settings).text("model_type").value_or("");
  const ModelTensors tensors = model_tensors(value_in(kModelFamilies, family).value(), model);
  return TensorComparison(settings, model, tensors, files).compared();
}

}  // namespace attn
