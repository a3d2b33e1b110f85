#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace attn {

/// Whether a character is white space, as far as there is any once a text is in plain characters.
inline bool is_plain_space(char c) { return kSpaces.find(c) != std::string_view::npos; }

/// The same characters as a keyboard of ASCII has them: full-width letters, digits, signs and
/// spaces, the minus sign and dashes, the ideographic comma, and the ideographic full stop between
/// digits. Every character stays one character, but for a byte order mark at the beginning, which
/// goes. `remarks` gains a sentence for a sign that was replaced and looks like another (U+2212).
std::string in_plain_characters(std::string_view text, std::vector<std::string>& remarks);

/// The first character that nobody can see, or that would command a terminal, and is no space, tab
/// or line end; −1 for a byte that is no UTF-8.
std::optional<std::int32_t> hidden_character(std::string_view text);

/// A text in a message: its beginning, or the code of a character that cannot be seen ("U+200B").
std::string shown_token(std::string_view text);

/// The sentence that refuses a character of hidden_character.
std::string refusal_of_hidden(std::int32_t character);

}  // namespace attn
