#pragma once

#include <string>
#include <vector>

#include "cli/flags/flag.hpp"

namespace attn {

/// What a command understands, in the order of its help: its flags, and words without a flag.
class FlagTable {
 public:
  struct Entry {
    enum class Kind { words, value, values, flag } kind = Kind::flag;
    std::string group;                          ///< the title above it, translated
    const char* name;                           ///< "TEXT": of words without a flag
    const char* type;                           ///< "FILE": what a value is
    const char* description;                    ///< translated
    Flag* flag = nullptr;                       ///< to be filled in; or, of words without a flag ..
    std::vector<std::string>* words = nullptr;  ///< .. these

    /// The name of its flag; "" of words without one.
    std::string flag_name() const { return flag ? flag->name() : ""; }
    bool is_typed() const { return flag ? bool(*flag) : !words->empty(); }
  };

  const std::vector<Entry>& entries() const { return entries_; }

  /// The flags as they were typed.
  Flags flags() const;

 private:
  friend class FlagGroup;
  std::vector<Entry> entries_;
};

/// Whether the flag of that name is among some entries and was typed.
bool is_typed(const std::vector<FlagTable::Entry>& entries, const std::string& name);

/// Adds one group of flags to a table. Descriptions are translated already.
class FlagGroup {
 public:
  FlagGroup(FlagTable& table, std::string title) : table_(table), title_(std::move(title)) {}

  /// Words without a flag.
  void words(const char* name, std::vector<std::string>& target, const char* description) const;

  /// A flag with a value, which may be typed once.
  void value(Flag& flag, const char* type, const char* description) const;

  /// A flag with a value that may be repeated.
  void values(Flag& flag, const char* type, const char* description) const;

  /// A flag without a value.
  void flag(Flag& flag, const char* description) const;

 private:
  FlagTable& table_;
  std::string title_;
};

/// The flags that a group adds to the table of a command, as they were typed: all of them, since
/// nobody lists them a second time.
template <class Group>
Flags flags_of(Group group) {
  FlagTable table;
  group.add_to(table);
  return table.flags();
}

/// The same of a part that is added with a method of its own.
template <class Part>
Flags flags_of(Part part, void (Part::*add)(const FlagGroup& group)) {
  FlagTable table;
  (part.*add)(FlagGroup(table, ""));
  return table.flags();
}

}  // namespace attn
