#pragma once

#include <string>
#include <string_view>

#include "base/text.hpp"

namespace attn {

/// How many terminal columns a text takes: 2 for wide characters, 0 for combining marks.
/// Units:  columns; East Asian Ambiguous characters count 1, and so does a byte that is not UTF-8
unsigned display_width(std::string_view text);

/// The same of a text with colours: their escapes take no columns.
unsigned visible_width(std::string_view text);

/// The text cut to at most `width` columns, never inside a character.
std::string cut_to_width(std::string_view text, unsigned width);

/// The text with spaces added on the left (or right) up to `width` columns.
std::string pad_left(std::string_view text, unsigned width);
std::string pad_right(std::string_view text, unsigned width);

}  // namespace attn
