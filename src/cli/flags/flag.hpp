// A flag: its name, what was typed, how that is read, and the table of a command's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/named.hpp"

namespace CLI {
class App;
}

namespace attn {

/// Whether a character is taken for "-" by the eye, or typed in its place: hyphens, dashes, the
/// minus sign, their full-width forms, the line of a box, and the mark of a long vowel (ー), which
/// lies on the key of "-" on a Japanese keyboard. Source: Unicode's general categories, through
/// utf8proc.
bool is_dash(std::int32_t character);

/// The text without the dashes that it begins with; without the waves 〜 too where a name of Latin
/// letters follows, as flags have one.
std::string_view without_dashes(std::string_view text);

/// The text with "-" in place of each dash.
std::string with_ascii_dashes(std::string_view text);

// Letters are ours, not CLI11's: a matrix has the flag --q, and CLI11 2.4 takes -q for the same
// flag.

/// The letter of a flag, "-q" for "--quiet"; empty where it has none.
std::string letter_of(const std::string& flag);

/// The flag a letter stands for, "--quiet" for "-q"; anything else as it is.
std::string flag_of_letter(const std::string& argument);

/// The arguments with the letters after the command spelled out: "-qo FILE" is "--quiet --output
/// FILE". Values stay as they are, and so do letters that the command does not know.
std::vector<std::string> letters_spelled_out(const CLI::App& app,
                                             const std::vector<std::string>& arguments);

/// A flag with its value, or a word: one thing that was typed.
struct TypedArgument {
  std::vector<std::string> typed;      ///< as it was: "-o", "FILE"; "--seed=1"; "cat"
  std::string flag{};                  ///< by its whole name, "--output"; "" of a word
  std::optional<std::string> value{};  ///< of the flag
  bool is_known = true;                ///< false of a flag that nobody knows

  bool is_word() const { return flag.empty(); }
};

/// Whether a flag takes a value; nothing where there is no such flag.
using TakesValue = std::function<std::optional<bool>(const std::string& flag)>;

/// Takes the arguments before "--" apart: which are flags, which their values, and which words.
/// Letters stand together or before their value: "-qoFILE" is "--quiet" and "--output FILE". A flag
/// of which the value is missing has none.
std::vector<TypedArgument> typed_arguments(const std::vector<std::string>& arguments,
                                           const TakesValue& takes_value);

/// Whether an argument begins as a flag does: with a dash of any kind, for word processors and
/// Japanese keyboards make "—causal" and "ーーcausal" of "--causal". Not so a dash alone or among
/// dashes, nor a number below zero.
bool begins_as_flag(const std::string& argument);

// Flags arrive as text, so that every refusal is one of our own messages, in both languages.

/// What was typed, in the characters of ASCII that it means: "８０" as "80", "ー1" as "-1".
std::string plain_value(const std::string& typed);

/// What stands between separators, which are characters of ASCII or their full-width forms: at ","
/// "1，２" is "1" and "２", each as it was typed.
std::vector<std::string> split_value(const std::string& typed, std::string_view separators);

/// The largest setting of a model or a run that is read: beyond it a number is a slip.
constexpr std::uint64_t kLargestSetting = 1'000'000'000'000;

/// A setting of a model or a run, from `least` to kLargestSetting.
/// Errors: those of count_value.
std::uint64_t setting_value(const std::string& flag, const std::string& text,
                            std::uint64_t least = 1);

/// A whole number from `least` to `most`.
/// Errors: InputError naming the flag, the range and what was given.
std::uint64_t count_value(const std::string& flag, const std::string& text, std::uint64_t least,
                          std::uint64_t most);

/// Whole numbers from 0 to `most`, separated by commas or spaces: "0,0,1,1".
/// Errors: InputError naming the flag and the first part that is no such number.
std::vector<std::uint64_t> count_values(const std::string& flag, const std::string& text,
                                        std::uint64_t most);

/// Whole numbers from 0 to `most`, and ranges of them: "7", "1:30", "1,4,10:12". In the order
/// typed, each once.
/// Errors: InputError naming the flag, the range and what was given, or if there are more than
///         `n_most`.
std::vector<std::uint64_t> range_values(const std::string& flag, const std::string& text,
                                        std::uint64_t most, std::size_t n_most);

/// A finite number.
/// Errors: InputError naming the flag and what was given.
double number_value(const std::string& flag, const std::string& text);

/// One of a few words, by its place in the list.
/// Errors: InputError naming the flag, what was given, the words, and the nearest one.
std::size_t choice_value(const std::string& flag, const std::string& text,
                         const std::vector<std::string>& choices);

/// Refuses two flags that exclude each other.
/// Errors: InputError, always.
[[noreturn]] void refuse_together(const std::string& flag, const std::string& other);

/// Places in a list of n, from 0: "0,2", "0-3" or both. Sorted, each once.
/// Errors: InputError naming the flag, the range and what was given.
std::vector<std::uint64_t> index_list(const std::string& flag, const std::string& text,
                                      std::uint64_t n);

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

/// One way to call a command: the flag that asks for it, and what it reads besides.
struct Form {
  Flag asked_by;
  Flags reads;

  /// Refuses what else was typed of some flags, since it would be ignored in silence.
  /// Errors: InputError naming the flag that asks for the form, and the other.
  void refuse_others(const Flags& all) const;
};

/// What becomes of a flag in the command that a page offers for copying.
enum class PageRole {
  word,         ///< it stays where it was typed
  nowhere,      ///< it says where the page goes, or is about a terminal, which a page does not have
  setting,      ///< the page itself changes it
  kept,         ///< it holds for any numbers, so that it stays where they are written out
  written_out,  ///< what comes with it takes no other mask or scale, or is no file of the reader's
};

/// What there is to know of a flag besides its value. Flags are named as they are typed.
struct FlagRules {
  /// What it only works with, each one of several: "--add, --order", "--kind sinusoidal, rope".
  /// Behind | stand some that will do as well, which its refusal does not name.
  std::vector<std::string> needs{};
  std::vector<std::string> excludes{};  ///< it cannot be used with any of these; "" are words
  /// Where an example gives it, it goes if one of these was typed, or one that it cannot be used
  /// with.
  std::vector<std::string> yields_to{};
  const char* usual = "";  ///< of a choice that other flags need: where none was typed
};

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
    FlagRules rules{};
    PageRole page_role = PageRole::word;

    /// The name of its flag; "" of words without one.
    std::string flag_name() const { return flag ? flag->name() : ""; }
    bool is_typed() const { return flag ? bool(*flag) : !words->empty(); }
  };

  const std::vector<Entry>& entries() const { return entries_; }

  /// The row of a flag, "" for that of words; null where there is none.
  const Entry* row_of(const std::string& flag) const;

  /// Whether there is a flag of that name, and it was typed.
  bool is_typed(const std::string& flag) const;

  /// The flags as they were typed.
  Flags flags() const;

  /// Refuses a flag without one that it needs, or beside one that it excludes.
  /// Errors: InputError naming both.
  void refuse_conflicts() const;

 private:
  friend class FlagGroup;
  std::vector<Entry> entries_;
};

/// Adds one group of flags to a table. Descriptions are translated already.
class FlagGroup {
 public:
  FlagGroup(FlagTable& table, std::string title, PageRole role = PageRole::word)
      : table_(table), title_(std::move(title)), role_(role) {}

  /// The same group, for flags that have another role.
  FlagGroup in_page(PageRole role) const;

  /// The same group, for flags that all need something.
  FlagGroup with(std::string needed) const;

  /// Words without a flag.
  void words(const char* name, std::vector<std::string>& target, const char* description,
             const FlagRules& rules = {}) const;

  /// A flag with a value, which may be typed once.
  void value(Flag& flag, const char* type, const char* description,
             const FlagRules& rules = {}) const;

  /// A flag with a value that may be repeated.
  void values(Flag& flag, const char* type, const char* description,
              const FlagRules& rules = {}) const;

  /// A flag without a value.
  void flag(Flag& flag, const char* description, const FlagRules& rules = {}) const;

 private:
  void add(FlagTable::Entry row, const FlagRules& rules) const;

  FlagTable& table_;
  std::string title_;
  PageRole role_;
  std::vector<std::string> needs_{};
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

/// Refuses what the rules of a group's own flags forbid.
/// Errors: as FlagTable::refuse_conflicts
template <class Group>
void refuse_conflicts_of(Group group) {
  FlagTable table;
  group.add_to(table);
  table.refuse_conflicts();
}

}  // namespace attn
