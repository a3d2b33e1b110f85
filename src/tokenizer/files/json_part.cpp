#include "tokenizer/files/json_part.hpp"

#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {

JsonPart::JsonPart(const nlohmann::json& json, std::string place)
    : json_(json), place_(std::move(place)) {
  if (!json.is_object())
    throw InputError(message("{}: an object was expected, but {} was given.", place_,
                             preview(json.is_array() ? "[...]" : json.dump())));
}

bool JsonPart::has(const std::string& key) const {
  const auto found = json_.find(key);
  return found != json_.end() && !found->is_null();
}

const nlohmann::json& JsonPart::member(const std::string& key) const {
  const auto found = json_.find(key);
  if (found == json_.end()) throw InputError(message("{}: there is no \"{}\".", place_, key));
  return *found;
}

bool JsonPart::flag(const std::string& key) const {
  const auto& value = member(key);
  if (!value.is_boolean()) refuse_member(key, translated("true or false"));
  return value.get<bool>();
}

bool JsonPart::flag(const std::string& key, bool otherwise) const {
  return has(key) ? flag(key) : otherwise;
}

std::optional<bool> JsonPart::optional_flag(const std::string& key) const {
  if (!has(key)) return std::nullopt;
  return flag(key);
}

std::string JsonPart::text(const std::string& key) const {
  const auto& value = member(key);
  if (!value.is_string()) refuse_member(key, translated("a text"));
  return value.get<std::string>();
}

std::string JsonPart::text(const std::string& key, const std::string& otherwise) const {
  return has(key) ? text(key) : otherwise;
}

std::uint64_t JsonPart::count(const std::string& key) const {
  const auto& value = member(key);
  if (!value.is_number_unsigned()) refuse_member(key, translated("a whole number from 0 on"));
  return value.get<std::uint64_t>();
}

std::vector<JsonPart> JsonPart::parts(const std::string& key) const {
  const auto& list = member(key);
  if (!list.is_array()) refuse_member(key, translated("a list"));
  std::vector<JsonPart> parts;
  for (std::size_t i = 0; i < list.size(); ++i)
    parts.emplace_back(list[i], place_ + "." + key + "[" + std::to_string(i) + "]");
  return parts;
}

JsonPart JsonPart::part(const std::string& key) const { return {member(key), place_ + "." + key}; }

void JsonPart::refuse(const std::string& key, const std::string& given,
                      const std::vector<std::string>& known) const {
  constexpr int kLongest = 60;
  throw InputError(message("{}: \"{}\" is \"{}\", which is not known here. These are: {}.", place_,
                           key, preview(given, kLongest), listed(known)));
}

void JsonPart::refuse_member(const std::string& key, const std::string& wanted) const {
  constexpr int kLongest = 60;
  throw InputError(message("{}: \"{}\" is {}, but {} was expected.", place_, key,
                           preview(member(key).dump(), kLongest), wanted));
}

}  // namespace attn
