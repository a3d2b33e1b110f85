#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "cli/flags/flag_values.hpp"

namespace attn {

/// The value whose word in a table was typed.
/// Errors: InputError naming the flag, what was given, the words, and the nearest one.
template <class E, std::size_t n>
E choice_value(const std::string& flag, const std::string& text, const Named<E> (&table)[n]) {
  std::vector<std::string> words;
  for (const Named<E>& row : table) words.emplace_back(row.name);
  return table[choice_value(flag, text, words)].value;
}

/// A flag of a command: its name, which is spelt here and nowhere else, and what was typed for it.
///
/// What reads a value returns nothing where the flag was not typed, so that a default is written
/// where it is used: `window.count(0, kMaxTokens).value_or(usual)`.
/// Errors of these: InputError naming the flag and what was typed.
class Flag {
 public:
  explicit Flag(const char* name) : name_(name) {}

  std::string name() const { return name_; }

  /// Whether it was typed.
  explicit operator bool() const { return is_given_; }

  /// What was typed for it, the last time; "" where it was not, or takes no value.
  const std::string& text() const;

  /// What was typed for it each time.
  const std::vector<std::string>& texts() const { return texts_; }

  /// A whole number from `least` to `most`.
  std::optional<std::uint64_t> count(std::uint64_t least, std::uint64_t most) const;

  /// A setting of a model or a run: from `least` to kLargestSetting.
  std::optional<std::uint64_t> setting(std::uint64_t least = 1) const;

  /// A number of threads.
  std::optional<unsigned> threads() const;

  /// Whole numbers from 0 to `most`, separated by commas or spaces: "0,0,1,1". None where the flag
  /// was not typed.
  std::vector<std::uint64_t> counts(std::uint64_t most) const;

  /// Places in a list of n, from 0: "0,2", "0-3" or both. Sorted, each once. None where the flag
  /// was not typed.
  std::vector<std::uint64_t> places(std::uint64_t n) const;

  /// A finite number.
  std::optional<double> number() const;

  /// The value whose word in the table was typed.
  template <class E, std::size_t n>
  std::optional<E> choice(const Named<E> (&table)[n]) const {
    if (!is_given_) return {};
    return choice_value(name_, text(), table);
  }

  /// As if it were typed, once more.
  void give(std::string text = "");

  /// As if it were not.
  void take_back() { *this = Flag(name_); }

 private:
  const char* name_;
  std::vector<std::string> texts_;
  bool is_given_ = false;
};

/// Some flags, as they were typed.
using Flags = std::vector<Flag>;

/// Whether the flag of that name is among some.
bool contains(const Flags& flags, const Flag& flag);

/// Those of some flags that were typed.
Flags given_among(const Flags& flags);

/// Those of all flags that were typed although they are not among those that are read: a command
/// refuses them, since they would be ignored in silence.
Flags unread(const Flags& all, const Flags& read);

/// All flags of some groups.
Flags joined(const std::vector<Flags>& groups);

/// The name of the first of some flags that was typed; "" for none.
std::string first_given(const Flags& flags);

/// Refuses a flag if any of some others was typed too.
/// Errors: InputError naming the flag and the first of them.
void refuse_beside(const Flag& flag, const Flags& others);

/// Refuses two of some flags that exclude each other, the first two that were typed.
/// Errors: InputError naming both.
void refuse_two_of(const Flags& flags);

/// Refuses two flags that exclude each other.
/// Errors: InputError, always.
[[noreturn]] void refuse_together(const Flag& flag, const Flag& other);

/// Refuses any of some flags that was typed without the one that they belong to.
/// Errors: InputError naming both.
void require_used_with(const Flags& flags, const std::string& other);

}  // namespace attn
