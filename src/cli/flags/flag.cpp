#include "cli/flags/flag.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {

std::optional<std::uint64_t> Flag::count(std::uint64_t least, std::uint64_t most) const {
  if (!is_given_) return {};
  return count_value(name_, text(), least, most);
}

std::optional<std::uint64_t> Flag::setting(std::uint64_t least) const {
  return count(least, kLargestSetting);
}

std::optional<unsigned> Flag::threads() const {
  constexpr std::uint64_t kMostThreads = 1024;
  if (!is_given_) return {};
  return static_cast<unsigned>(*count(1, kMostThreads));
}

std::vector<std::uint64_t> Flag::counts(std::uint64_t most) const {
  if (!is_given_) return {};
  return count_values(name_, text(), most);
}

std::vector<std::uint64_t> Flag::places(std::uint64_t n) const {
  if (!is_given_) return {};
  return index_list(name_, text(), n);
}

std::optional<double> Flag::number() const {
  if (!is_given_) return {};
  return number_value(name_, text());
}

const std::string& Flag::text() const {
  static const std::string none;
  return texts_.empty() ? none : texts_.back();
}

void Flag::give(std::string text) {
  texts_.push_back(std::move(text));
  is_given_ = true;
}

bool contains(const Flags& flags, const Flag& flag) {
  return std::any_of(flags.begin(), flags.end(),
                     [&flag](const Flag& other) { return other.name() == flag.name(); });
}

Flags given_among(const Flags& flags) {
  Flags given;
  std::copy_if(flags.begin(), flags.end(), std::back_inserter(given),
               [](const Flag& flag) { return bool(flag); });
  return given;
}

Flags unread(const Flags& all, const Flags& read) {
  Flags flags = given_among(all);
  std::erase_if(flags, [&read](const Flag& flag) { return contains(read, flag); });
  return flags;
}

Flags joined(const std::vector<Flags>& groups) {
  Flags all;
  for (const Flags& flags : groups) all.insert(all.end(), flags.begin(), flags.end());
  return all;
}

std::string first_given(const Flags& flags) {
  const Flags given = given_among(flags);
  return given.empty() ? "" : given.front().name();
}

void refuse_beside(const Flag& flag, const Flags& others) {
  for (const Flag& other : given_among(others)) refuse_together(flag, other);
}

void refuse_two_of(const Flags& flags) {
  const Flags given = given_among(flags);
  if (given.size() > 1) refuse_together(given[0], given[1]);
}

void refuse_together(const Flag& flag, const Flag& other) {
  refuse_together(flag.name(), other.name());
}

void require_used_with(const Flags& flags, const std::string& other) {
  for (const Flag& flag : given_among(flags))
    throw InputError(message("{} only works with {}.", flag.name(), other));
}

}  // namespace attn
