#include "data/model/model_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/files/limits.hpp"
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
  else if (value.is_number_unsigned() && value.get<std::uint64_t>() > largest)
    setting.value = value.get<double>();
  else if (value.is_number_integer())
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

}  // namespace attn
