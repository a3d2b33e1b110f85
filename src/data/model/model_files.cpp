#include "data/model/model_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"
#include "data/matrix/json_text.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;

std::string advice() {
  return message("A model's settings are a JSON object, such as {}.",
                 R"({"model_type": "gpt2", "n_layer": 12})");
}

bool is_list_of_texts(const Json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_string(); });
}

bool is_list_of_counts(const Json& value) {
  return value.is_array() && !value.empty() &&
         std::all_of(value.begin(), value.end(),
                     [](const Json& item) { return item.is_number_integer(); });
}

std::string shown_setting(const Json& value) {
  constexpr int kLongestList = 60;
  if (const auto number = python_number(value)) return fmt::format("{}", *number);
  if (value.is_object()) return "{...}";
  if (is_list_of_texts(value) || is_list_of_counts(value))
    return preview(value.dump(), kLongestList);
  if (value.is_array()) return "[...]";
  if (value.is_string()) return '"' + preview(value.get_ref<const std::string&>()) + '"';
  return value.dump();
}

SettingValue setting_of(const Json& value) {
  SettingValue setting{.value = SettingValue::Other{}, .shown = shown_setting(value)};
  const auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value.is_null())
    setting.value = SettingValue::Null{};
  else if (value.is_boolean())
    setting.value = value.get<bool>();
  else if (value.is_number_integer() &&
           !(value.is_number_unsigned() && value.get<std::uint64_t>() > largest))
    setting.value = value.get<std::int64_t>();
  else if (value.is_number())
    setting.value = value.get<double>();
  else if (const auto number = python_number(value))
    setting.value = *number;
  else if (value.is_string())
    setting.value = value.get<std::string>();
  else if (is_list_of_counts(value))
    setting.value = value.get<std::vector<std::int64_t>>();
  else if (is_list_of_texts(value))
    setting.value = value.get<std::vector<std::string>>();
  return setting;
}

}  // namespace

Settings model_config(std::string_view text, const std::string& name) {
  const Json root = parsed_python_json(text, name, advice());
  if (!root.is_object())
    throw InputError(message("{}: an object was expected, but {} was given. {}", name,
                             shown_setting(root), advice()));
  Settings settings{.source = name, .values = {}};
  for (const auto& [key, value] : root.items()) {
    settings.values.insert_or_assign(key, setting_of(value));
    if (!value.is_object()) continue;
    for (const auto& [inner, part] : value.items())
      settings.values.emplace(key + "." + inner, setting_of(part));
  }
  return settings;
}

Settings read_model_config(const std::string& path) {
  return model_config(read_file(path, kJsonLimit), path);
}

namespace {

namespace fs = std::filesystem;

constexpr const char* kSingleFile = "model.safetensors";
constexpr const char* kIndexFile = "model.safetensors.index.json";

std::string save_model_again() {
  return message("Save the model again: model.save_pretrained(FOLDER).");
}

// What lies in the folder instead, and what can be done about it; empty where there is nothing.
std::string conversion_advice(const fs::path& folder) {
  constexpr const char* kAdapter = "adapter_config.json";
  if (is_named(folder / kAdapter))
    return message(
        "{} belongs to an adapter, which is only what was added to a model. Merge the two: "
        "model.merge_and_unload().save_pretrained(FOLDER).",
        kAdapter);
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.ends_with(".gguf"))
      return message("{} is a file of llama.cpp. Fetch the model that it was made from.",
                     preview(name));
    if (name.ends_with(".bin") || name.ends_with(".pt") || name.ends_with(".pth"))
      return message(
          "{} is a pickle, which may run any code while it is read. Convert it where you trust it: "
          "AutoModel.from_pretrained(FOLDER).save_pretrained(FOLDER, safe_serialization=True).",
          preview(name));
  }
  return "";
}

[[noreturn]] void refuse_without_weights(const fs::path& folder) {
  const std::string advice = conversion_advice(folder);
  throw InputError(message(
      "{}: there is no {} and no {}. {}", folder.string(), kSingleFile, kIndexFile,
      advice.empty()
          ? message("Fetch that file, too, or save the model: model.save_pretrained(FOLDER).")
          : advice));
}

bool is_plain_name(const std::string& name) {
  const bool is_shown_as_it_is =
      std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c < '\x7f'; });
  return is_shown_as_it_is && name.find('/') == std::string::npos && !name.starts_with('.') &&
         name.ends_with(".safetensors");
}

[[noreturn]] void refuse_index(const std::string& name, const std::string& what) {
  throw InputError(message("{}: an index names the file of each tensor, {}, but {}. {}", name,
                           R"({"weight_map": {"wte.weight": "model-00001-of-00002.safetensors"}})",
                           what, save_model_again()));
}

}  // namespace

ShardIndex shard_index(std::string_view text, const std::string& name) {
  const nlohmann::json root = parsed_json(text, name, save_model_again());
  const auto map = root.is_object() ? root.find("weight_map") : root.end();
  if (!root.is_object() || map == root.end() || !map->is_object() || map->empty())
    refuse_index(name, message("this one has no \"weight_map\" with any"));
  ShardIndex index;
  for (const auto& [tensor, shard] : map->items()) {
    if (!shard.is_string() || !is_plain_name(shard.get_ref<const std::string&>()))
      refuse_index(name, message("{} is said to lie in {}, which is no .safetensors file in this "
                                 "folder",
                                 shown_key(tensor), preview(shard.dump(-1, ' ', true), 60)));
    index.shards[shard.get<std::string>()].push_back(tensor);
  }
  const auto metadata = root.find("metadata");
  if (metadata != root.end() && metadata->is_object()) {
    const auto size = metadata->find("total_size");
    if (size != metadata->end())
      if (const auto n_bytes = whole_in(*size)) index.total_size = *n_bytes;
  }
  return index;
}

void WeightFiles::refuse_other_kinds(const std::string& folder) {
  if (!are_in(folder) && !conversion_advice(folder).empty()) refuse_without_weights(folder);
}

bool WeightFiles::are_in(const std::string& folder) {
  return is_named(fs::path(folder) / kSingleFile) || is_named(fs::path(folder) / kIndexFile);
}

WeightFiles WeightFiles::of_file(const std::string& path) {
  WeightFiles files;
  files.add_file(path, nullptr);
  return files;
}

WeightFiles::WeightFiles(const std::string& folder) {
  const fs::path room(folder), single = room / kSingleFile, index = room / kIndexFile;
  if (is_named(single)) {
    if (is_named(index))
      notes_.push_back(message("There are {} and {}: the first is read.", kSingleFile, kIndexFile));
    add_file(single.string(), nullptr);
  } else if (is_named(index)) {
    add_shards(folder, index.string());
  } else {
    refuse_without_weights(room);
  }
}

std::vector<std::string> WeightFiles::names() const {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : tensors_) names.push_back(name);
  return names;
}

void WeightFiles::add_file(const std::string& path, const std::vector<std::string>* wanted) {
  files_.emplace_back(path);
  const std::string_view bytes = files_.back().bytes();
  const Safetensors file(
      bytes.size(),
      [bytes](std::uintmax_t offset, std::size_t count) {
        return std::string(bytes.substr(static_cast<std::size_t>(offset), count));
      },
      path);
  const auto add = [&](const std::string& name, const SafetensorsEntry& entry) {
    tensors_.insert_or_assign(
        name, StoredTensor{key_place(path, name), entry.dtype, entry.shape,
                           bytes.substr(static_cast<std::size_t>(file.data_offset() + entry.begin),
                                        static_cast<std::size_t>(entry.end - entry.begin))});
  };
  if (!wanted) {
    for (const auto& [name, entry] : file.entries()) add(name, entry);
    return;
  }
  for (const std::string& name : *wanted) {
    const auto found = file.entries().find(name);
    if (found == file.entries().end())
      throw InputError(message("{}: the index says that {} lies in this file, but it does not. {}",
                               path, shown_key(name), save_model_again()));
    add(name, found->second);
  }
}

void WeightFiles::add_shards(const std::string& folder, const std::string& index_path) {
  const ShardIndex index = shard_index(read_file(index_path, kJsonLimit), index_path);
  for (const auto& [shard, names] : index.shards) {
    const fs::path path = fs::path(folder) / shard;
    if (!is_named(path.string()))
      throw InputError(
          message("{}: the index names the file {}, and it is not there. Fetch it, "
                  "too, or save the model again: model.save_pretrained(FOLDER).",
                  index_path, shard));
    add_file(path.string(), &names);
  }
  std::uint64_t n_bytes = 0;
  for (const auto& [name, tensor] : tensors_) n_bytes += tensor.bytes.size();
  if (index.total_size != 0 && index.total_size != n_bytes)
    notes_.push_back(message("{} speaks of {} bytes of weights, and the files have {}.", kIndexFile,
                             index.total_size, n_bytes));
}

std::optional<std::string> WeightFiles::quantized_tensor() const {
  if (const auto name = quantized_name(names())) return shown_key(*name);
  for (const auto& [name, tensor] : tensors_) {
    const std::string& dtype = tensor.dtype;
    const bool is_of_codes = dtype.starts_with('I') || dtype.starts_with('U') ||
                             dtype.starts_with("F8") || dtype.starts_with("F4");
    if (name.ends_with(".weight") && is_of_codes)
      return shown_key(name) + " (" + preview(dtype) + ")";
  }
  return std::nullopt;
}

void WeightFiles::require_whole() const {
  for (const MappedFile& file : files_) file.require_whole();
}

namespace {

constexpr const char* kQuantizedEnds[] = {
    ".qweight",      ".qzeros",      ".absmax",           ".quant_map",         ".SCB",
    ".weight_scale", ".input_scale", ".weight_scale_inv", ".weight_zero_point", ".weight_packed",
    ".weight._data", ".W_q"};

bool is_quantized_name(const std::string& name) {
  return name.find(".quant_state.") != name.npos ||
         std::any_of(std::begin(kQuantizedEnds), std::end(kQuantizedEnds),
                     [&](const char* end) { return name.ends_with(end); });
}

}  // namespace

std::optional<std::string> quantized_name(const std::vector<std::string>& names) {
  const auto found = std::find_if(names.begin(), names.end(), is_quantized_name);
  return found == names.end() ? std::nullopt : std::optional(*found);
}

void refuse_quantized(const std::string& place, const std::string& evidence) {
  throw InputError(
      message("{}: the weights are quantized (see {}), and attn computes with ordinary numbers. "
              "Fetch the model that they were made from, or save it as float: "
              "model.dequantize().save_pretrained(FOLDER).",
              place, evidence));
}

}  // namespace attn
