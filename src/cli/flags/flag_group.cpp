#include "cli/flags/flag_group.hpp"

namespace attn {

Flags FlagTable::flags() const {
  Flags flags;
  for (const Entry& entry : entries_)
    if (entry.flag) flags.push_back(*entry.flag);
  return flags;
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
