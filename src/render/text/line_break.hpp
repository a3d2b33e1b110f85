#pragma once

#include <string_view>

namespace attn {

/// How much a line break between two graphemes disturbs the reader of Japanese, in columns: a line
/// may end so many columns earlier to avoid it. 0 after a mark, after a particle and wherever an
/// English word ends; most inside a katakana word and between a number and its unit ("2 つ").
/// \param before    the last grapheme of the line
/// \param after     the first grapheme of the next line
/// \param is_spaced whether white space stands between the two
unsigned break_cost(std::string_view before, std::string_view after, bool is_spaced);

}  // namespace attn
