#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The user-perceived characters of a UTF-8 text, in order; a wrong byte stands for itself.
/// Source: Unicode UAX #29, through utf8proc.
std::vector<std::string_view> graphemes_of(std::string_view text);

/// How many terminal columns a text takes: 2 for wide characters, 0 for combining marks.
/// Units:  columns; East Asian Ambiguous characters count 1, and so does a byte that is not UTF-8
unsigned display_width(std::string_view text);

/// The text cut to at most `width` columns, never inside a character.
std::string cut_to_width(std::string_view text, unsigned width);

/// The text with spaces added on the left (or right) up to `width` columns.
std::string pad_left(std::string_view text, unsigned width);
std::string pad_right(std::string_view text, unsigned width);
std::string pad_center(std::string_view text, unsigned width);

}  // namespace attn
