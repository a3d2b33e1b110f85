#include "data/choose_key.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/message.hpp"
#include "data/preview.hpp"

namespace attn {
namespace {

// "encoder.layer.11.attention.self.query.weight" and longer are ordinary names.
constexpr int kLongestKey = 64;

void require_some(const std::string& name, const std::vector<std::string>& keys) {
  if (!keys.empty()) return;
  throw InputError(message("{}: there is no matrix in it. Give a file with at least one.", name));
}

}  // namespace

std::string listed_keys(const std::vector<std::string>& keys) {
  constexpr std::size_t kShown = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(keys.size(), kShown); ++i) {
    list += (i == 0 ? "" : ", ") + preview(keys[i], kLongestKey);
  }
  if (keys.size() > kShown) list += fmt::format(", ... ({})", keys.size());
  return list;
}

std::string key_place(const std::string& name, const std::string& key) {
  return name + ":" + preview(key, kLongestKey);
}

std::string chosen_key(const std::string& name, const std::vector<std::string>& keys,
                       const std::vector<std::string>& preferred) {
  require_some(name, keys);
  for (const std::string& key : preferred) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) return key;
  }
  if (keys.size() == 1) return keys.front();
  throw InputError(message(
      "{}: one matrix was expected, and it holds {}: {}. Name one after a colon, such as {}:{}.",
      name, keys.size(), listed_keys(keys), name, preview(keys.front(), kLongestKey)));
}

void refuse_missing_key(const std::string& name, const std::string& key,
                        const std::vector<std::string>& keys) {
  require_some(name, keys);
  if (keys.size() == 1 && keys.front().empty()) {
    throw InputError(message(
        "{}: it holds one matrix without a name, and '{}' was asked for. Leave the name out.", name,
        preview(key, kLongestKey)));
  }
  throw InputError(message("{}: there is no matrix named '{}' in it. Choose one of: {}.", name,
                           preview(key, kLongestKey), listed_keys(keys)));
}

void refuse_twice(const std::string& name, const std::string& key) {
  throw InputError(
      message("{}: the name '{}' occurs twice in it, so that it is unclear which one is meant. "
              "Keep one of them.",
              name, preview(key, kLongestKey)));
}

std::string stage_key(std::string group, const std::string& id) {
  std::erase(group, ' ');
  return group.empty() ? id : group + "." + id;
}

}  // namespace attn
