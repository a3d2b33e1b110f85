#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

/// Whether a character is taken for "-" by the eye, or typed in its place: hyphens, dashes, the
/// minus sign, their full-width forms, the line of a box, and the mark of a long vowel (ー), which
/// lies on the key of "-" on a Japanese keyboard. Source: Unicode's general categories, through
/// utf8proc.
bool is_dash(std::int32_t character);

/// The text without the dashes that it begins with; without the waves 〜 too where a name of Latin
/// letters follows, as flags have one.
std::string_view without_dashes(std::string_view text);

/// The text with "-" in place of each dash.
std::string with_ascii_dashes(std::string_view text);

}  // namespace attn
