#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What stands between words on one line.
constexpr std::string_view kBlanks = " \t";

/// White space of ASCII.
constexpr std::string_view kSpaces = " \t\r\n\f";

/// Whether it is one of 0 to 9.
constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether it is made of the digits 0 to 9 alone, at least one of them.
bool are_ascii_digits(std::string_view text);

/// Whether a name can begin with it: a letter of ASCII or an underscore.
constexpr bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Whether a name can have it after its first character.
constexpr bool goes_on_in_name(char c) { return begins_name(c) || is_ascii_digit(c); }

/// The text without the blanks at both ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = kSpaces);

/// The text with a to z in place of A to Z; every other character stays as it is.
std::string lower_case(std::string text);

/// The text with A to Z in place of a to z; every other character stays as it is.
std::string upper_case(std::string text);

/// What stands between separators, even if it is nothing: "512:1024" as "512", "1024".
std::vector<std::string> split(std::string_view text, char separator);

/// "less  -R" as "less", "-R": what stands between spaces, tabs and line ends.
std::vector<std::string> spaced_words(std::string_view text);

/// "mha, gru" as "mha", "gru": what stands between commas, without spaces.
std::vector<std::string> list_items(std::string_view list);

/// Puts `with` in place of every `old`, which is not empty.
void replace_all(std::string& text, std::string_view old, std::string_view with);

/// The text with no-break spaces, so that no line ends inside it.
std::string kept_together(std::string text);

/// How many lines a text has, each of which ends in \n.
std::size_t n_lines_of(std::string_view text);

/// Its first lines, or all where it has no more.
std::string first_lines(const std::string& text, std::size_t n);

/// The parts one after another, with `between` between them.
std::string joined(const std::vector<std::string>& parts, std::string_view between);

/// The words as one line: "a, b, c".
std::string listed(const std::vector<std::string>& words);

/// The first words as one line, two dots where there are more than that: "a, b, ..".
std::string listed_first(std::vector<std::string> words, std::size_t n);

/// A text as a field of a tab-separated line: a tab or a line break, which would start another
/// field, becomes a space.
std::string tab_field(std::string text);

/// A word as one types it in a shell: in quotes if it needs them.
std::string shell_word(const std::string& word);

}  // namespace attn
