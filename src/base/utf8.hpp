#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// One character of a text and how many bytes it takes there.
struct CodePoint {
  std::int32_t value = -1;  ///< -1: the text does not begin with a character of UTF-8
  std::size_t n_bytes = 1;
};

/// The character that a text, which is not empty, begins with.
CodePoint first_code_point(std::string_view text);

/// Where a text stops being UTF-8; its length if it does not.
std::size_t end_of_utf8(std::string_view text);

/// Whether all of a text is UTF-8.
bool is_utf8(std::string_view text);

/// How many characters a text of UTF-8 has.
std::size_t character_count(std::string_view text);

/// Whether a character shows something, be it a space: not a control, format, private or unassigned
/// character, and not the end of a line or paragraph.
/// Source: Unicode's general categories, through utf8proc.
bool is_visible(std::int32_t character);

/// Whether a character is a mark on the one before it, such as an accent.
bool is_mark(std::int32_t character);

/// What some programs put in front of a text to say that it is UTF-8.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The text without the byte order mark that some editors put before UTF-8.
std::string_view without_byte_order_mark(std::string_view text);

/// Whether a text begins with the byte order mark of UTF-16, in either order.
bool has_utf16_mark(std::string_view text);

/// The text with each character composed, so that it has the same bytes however an accent was
/// typed; as it is where it is no UTF-8. Source: Unicode's NFC, through utf8proc.
std::string composed_form(std::string_view text);

/// The same with full-width letters and signs, and half-width kana, in the width that they usually
/// have.
std::string usual_width(std::string_view text);

/// The composed form with capitals, widths and other compatible forms made alike, so that what only
/// looks the same is equal. Source: Unicode's NFKC with case folding, through utf8proc.
std::string folded_form(std::string_view text);

/// The user-perceived characters of a UTF-8 text, in order; a wrong byte stands for itself.
/// Source: Unicode UAX #29, through utf8proc.
std::vector<std::string_view> graphemes_of(std::string_view text);

}  // namespace attn
