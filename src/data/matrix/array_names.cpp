#include "data/matrix/array_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {

std::string shown_key(const std::string& key) {
  constexpr int kLongest = 80;  // "bert.encoder.layer.11.attention.self.query.weight" is ordinary
  return preview(key, kLongest);
}

std::string listed_keys(const std::vector<std::string>& keys) {
  constexpr std::size_t kShown = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(keys.size(), kShown); ++i) {
    list += (i == 0 ? "" : ", ") + shown_key(keys[i]);
  }
  if (keys.size() > kShown) list += fmt::format(", ... ({})", keys.size());
  return list;
}

std::string key_place(const std::string& name, const std::string& key) {
  return name + ":" + shown_key(key);
}

void require_keys(const std::string& name, const std::vector<std::string>& keys) {
  if (!keys.empty()) return;
  throw InputError(message("{}: there is no matrix in it. Give a file with at least one.", name));
}

std::string chosen_key(const std::string& name, const std::vector<std::string>& keys,
                       const std::vector<std::string>& preferred) {
  require_keys(name, keys);
  for (const std::string& key : preferred) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) return key;
  }
  if (keys.size() == 1) return keys.front();
  throw InputError(message(
      "{}: one matrix was expected, but it holds {}: {}. Name one after a colon, such as {}:{}.",
      name, keys.size(), listed_keys(keys), name, shown_key(keys.front())));
}

void refuse_missing_key(const std::string& name, const std::string& key,
                        const std::vector<std::string>& keys) {
  require_keys(name, keys);
  if (keys.size() == 1 && keys.front().empty()) {
    throw InputError(message(
        "{}: it holds one matrix without a name, and '{}' was asked for. Leave the name out.", name,
        shown_key(key)));
  }
  throw InputError(message("{}: there is no matrix named '{}' in it. Choose one of: {}.", name,
                           shown_key(key), listed_keys(keys)));
}

void refuse_twice(const std::string& name, const std::string& key) {
  throw InputError(
      message("{}: the name '{}' occurs twice in it, so that it is unclear which one is meant. "
              "Keep one of them.",
              name, shown_key(key)));
}

std::string stage_key(std::string group, const std::string& id) {
  std::erase(group, ' ');
  return group.empty() ? id : group + "." + id;
}

}  // namespace attn
