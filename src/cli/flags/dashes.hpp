#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

/// Whether a character is taken for "-" by the eye, or typed in its place: hyphens, dashes, the
/// minus sign, their full-width forms, the line of a box, and the mark of a long vowel (ー), which
/// lies on the key of "-" on a Japanese keyboard.
bool is_dash(std::int32_t character);

/// The text without the dashes that it begins with.
std::string_view without_dashes(std::string_view text);

/// The text with "-" in place of each dash.
std::string with_ascii_dashes(std::string_view text);

/// The same text with the characters of ASCII in place of the full-width forms of these: with "=",
/// "猫＝dog" is "猫=dog". What stands between them, which may be words, stays as it was typed.
std::string with_ascii_signs(std::string_view text, std::string_view signs);

}  // namespace attn
