#include "costs/model/setting_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

std::string quoted(const std::string& name) { return '"' + name + '"'; }

}  // namespace

std::string SettingReader::place(const std::string& name) const {
  return settings_.source.empty() ? quoted(name)
                                  : fmt::format("{}: {}", settings_.source, quoted(name));
}

const SettingValue* SettingReader::given(const std::string& name) const {
  const auto found = settings_.values.find(name);
  const bool is_given = found != settings_.values.end() &&
                        !std::holds_alternative<SettingValue::Null>(found->second.value);
  return is_given ? &found->second : nullptr;
}

std::uint64_t SettingReader::count_of_setting(const std::string& name, const SettingValue& setting,
                                              const CountRange& range) const {
  const auto* number = std::get_if<std::int64_t>(&setting.value);
  if (number != nullptr && *number >= static_cast<std::int64_t>(range.least) &&
      *number <= static_cast<std::int64_t>(range.most))
    return static_cast<std::uint64_t>(*number);
  throw InputError(message("{} must be a whole number from {} to {}, but it is {}.", place(name),
                           range.least, count_text(range.most), setting.shown));
}

std::optional<std::uint64_t> SettingReader::count_if_given(const Names& names,
                                                           const CountRange& range) const {
  std::optional<std::uint64_t> value;
  std::string read_from;
  for (const std::string& name : names) {
    const SettingValue* setting = given(name);
    if (setting == nullptr) continue;
    const std::uint64_t one = count_of_setting(name, *setting, range);
    if (value && one != *value)
      throw InputError(message("{} is {}, but {} is {}, and both mean the same. Keep one of them.",
                               place(read_from), *value, quoted(name), one));
    value = one;
    read_from = name;
  }
  return value;
}

std::uint64_t SettingReader::count(const Names& names, const CountRange& range) const {
  if (const auto value = count_if_given(names, range)) return *value;
  std::vector<std::string> keys;
  for (const auto& [key, value] : settings_.values) keys.push_back(key);
  std::vector<std::string> hints;
  if (const std::string meant = nearest(names.front(), keys); !meant.empty())
    hints.push_back(message("There is {}. Rename it if it is meant.", quoted(meant)));
  throw InputError(message("{} is missing. Add it: a whole number from {} to {}.",
                           place(names.front()), range.least, count_text(range.most)),
                   hints);
}

std::uint64_t SettingReader::count_or(const Names& names, std::uint64_t otherwise,
                                      const CountRange& range) {
  if (const auto value = count_if_given(names, range)) return *value;
  note(message("{} is not given; {} is assumed.", quoted(names.front()), otherwise));
  return otherwise;
}

std::array<std::uint64_t, 2> SettingReader::sides_or(const std::string& name,
                                                     std::uint64_t otherwise,
                                                     const CountRange& range) {
  const SettingValue* setting = given(name);
  const auto* list =
      setting == nullptr ? nullptr : std::get_if<std::vector<std::int64_t>>(&setting->value);
  if (list == nullptr) {
    const std::uint64_t both = count_or({name}, otherwise, range);
    return {both, both};
  }
  if (list->size() != 2)
    throw InputError(
        message("{} must be a whole number, or a list of two: height and width. It is {}.",
                place(name), setting->shown));
  const auto side = [&](std::size_t i) {
    return count_of_setting(name, {.value = (*list)[i], .shown = setting->shown}, range);
  };
  return {side(0), side(1)};
}

std::optional<double> SettingReader::number(const std::string& name) const {
  const SettingValue* setting = given(name);
  if (setting == nullptr) return std::nullopt;
  if (const auto* whole = std::get_if<std::int64_t>(&setting->value))
    return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&setting->value); real && std::isfinite(*real))
    return *real;
  throw InputError(message("{} must be a number, but it is {}.", place(name), setting->shown));
}

bool SettingReader::flag(const std::string& name, bool otherwise) const {
  const SettingValue* setting = given(name);
  if (setting == nullptr) return otherwise;
  if (const auto* value = std::get_if<bool>(&setting->value)) return *value;
  throw InputError(message("{} must be true or false, but it is {}.", place(name), setting->shown));
}

std::optional<std::string> SettingReader::text(const std::string& name) const {
  const SettingValue* setting = given(name);
  if (setting == nullptr) return std::nullopt;
  if (const auto* value = std::get_if<std::string>(&setting->value)) return *value;
  throw InputError(message("{} must be a text, but it is {}.", place(name), setting->shown));
}

std::optional<std::vector<std::string>> SettingReader::texts(const std::string& name) const {
  const SettingValue* setting = given(name);
  if (setting == nullptr) return std::nullopt;
  if (const auto* value = std::get_if<std::vector<std::string>>(&setting->value)) return *value;
  throw InputError(
      message("{} must be a list of texts, but it is {}.", place(name), setting->shown));
}

}  // namespace attn
