#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

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

}  // namespace attn
