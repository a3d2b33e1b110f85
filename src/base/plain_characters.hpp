#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace attn {

/// Whether a character is white space in a text of plain characters, which has no other kinds.
inline bool is_plain_space(char c) { return kSpaces.find(c) != std::string_view::npos; }

/// Middle dots: a slip for a decimal point, or a sign of a product.
inline constexpr std::array<std::string_view, 6> kMiddleDots = {"・", "･", "·", "⋅", "∙", "•"};

/// The same characters as a keyboard of ASCII has them: full-width letters, digits, signs and
/// spaces, the minus sign and dashes, the ideographic comma, and the ideographic full stop between
/// digits; long dashes, lines and the sound mark ー are minus signs before a number, a name or a
/// parenthesis, where the mark does not lengthen a kana. Every character stays one character,
/// except for a byte order mark at the beginning, which is left out. `remarks` gains a sentence for
/// a sign that was replaced and looks like another (U+2212, ー).
std::string in_plain_characters(std::string_view text, std::vector<std::string>& remarks);

/// The same, for whoever has no use for the remarks.
std::string in_plain_characters(std::string_view text);

/// The same text with the characters of ASCII in place of the full-width forms of these: with "=",
/// "猫＝dog" is "猫=dog". What stands between them, which may be words, stays as it was typed.
std::string with_ascii_signs(std::string_view text, std::string_view signs);

/// A sentence about a text in plain characters with what it quotes as it was typed.
std::string with_typed_pieces(std::string_view sentence, std::string_view typed,
                              std::string_view plain);

/// The first character that cannot be seen, or that a terminal would obey, apart from spaces, tabs
/// and line ends; −1 for a byte that is not UTF-8.
std::optional<std::int32_t> hidden_character(std::string_view text);

/// The first of these characters that does nothing where it stands: joiners do in an emoji and
/// between letters of other scripts than the Latin one.
std::optional<std::int32_t> idle_hidden_character(std::string_view text);

/// The code of a character: "U+200B".
std::string character_code(std::int32_t character);

/// A text in a message: its beginning, or the code of a character that cannot be seen ("U+200B").
std::string shown_token(std::string_view text);

/// What is said where a decimal point was written otherwise: with a comma, a middle dot, in words.
std::string decimal_point_advice();

/// The sentence that refuses a character of hidden_character.
std::string refusal_of_hidden(std::int32_t character);

}  // namespace attn
