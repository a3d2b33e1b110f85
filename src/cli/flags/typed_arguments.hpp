#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attn {

class FlagTable;

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

/// Whether a flag of a table takes a value; nothing where the table has no such flag.
std::optional<bool> takes_value(const FlagTable& table, const std::string& flag);

/// Takes the arguments before "--" apart: which are flags, which their values, and which words.
/// Letters stand together or before their value: "-qoFILE" is "--quiet" and "--output FILE". A flag
/// of which the value is missing has none.
std::vector<TypedArgument> typed_arguments(const std::vector<std::string>& arguments,
                                           const TakesValue& takes_value);

/// Whether an argument begins as a flag does: with a dash of any kind, for word processors and
/// Japanese keyboards make "—causal" and "ーーcausal" of "--causal". Not so a dash alone or among
/// dashes, nor a number below zero.
bool begins_as_flag(const std::string& argument);

}  // namespace attn
