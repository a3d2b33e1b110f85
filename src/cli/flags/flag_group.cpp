#include "cli/flags/flag_group.hpp"

#include <algorithm>

namespace attn {

Flags FlagTable::flags() const {
  Flags flags;
  for (const Entry& entry : entries_)
    if (entry.flag) flags.push_back(*entry.flag);
  return flags;
}

bool is_typed(const std::vector<FlagTable::Entry>& entries, const std::string& name) {
  return std::any_of(entries.begin(), entries.end(), [&name](const FlagTable::Entry& entry) {
    return entry.flag_name() == name && entry.is_typed();
  });
}

void FlagGroup::words(const char* name, std::vector<std::string>& target,
                      const char* description) const {
  table_.entries_.push_back(
      {FlagTable::Entry::Kind::words, title_, name, "", description, nullptr, &target});
}

void FlagGroup::value(Flag& flag, const char* type, const char* description) const {
  table_.entries_.push_back({FlagTable::Entry::Kind::value, title_, "", type, description, &flag});
}

void FlagGroup::values(Flag& flag, const char* type, const char* description) const {
  table_.entries_.push_back({FlagTable::Entry::Kind::values, title_, "", type, description, &flag});
}

void FlagGroup::flag(Flag& flag, const char* description) const {
  table_.entries_.push_back({FlagTable::Entry::Kind::flag, title_, "", "", description, &flag});
}

}  // namespace attn
