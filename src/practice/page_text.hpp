#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A {{name}} in a text.
struct Placeholder {
  std::size_t begin = 0, end = 0;  ///< of the whole, braces included
  std::string name;
};

/// The first placeholder at or after `from`.
std::optional<Placeholder> find_placeholder(std::string_view text, std::size_t from);

/// The names in a line that holds nothing but placeholders and spaces; none for any other line.
std::vector<std::string> placeholders_alone(std::string_view line);

/// What joined_lines() makes a line end of.
constexpr char kHardBreak = '\v';

/// A paragraph whose lines were broken by its author's editor: a line end becomes a space, or
/// nothing between two characters of a language that writes none.
std::string joined_lines(const std::string& text);

/// The text with no-break spaces.
std::string kept_together(const std::string& text);

/// The text with "?" for every control character that is no line end; a tab becomes two spaces.
std::string shown(const std::string& text);

}  // namespace attn
