#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

/// What tokenizers ask of a character. Each is of the Unicode version that the library's part has.
enum CharacterClass : std::uint32_t {
  kLetter = 1,              ///< L of Unicode 16
  kNumber = 1 << 1,         ///< N of Unicode 16
  kWordCharacter = 1 << 2,  ///< \w of Unicode 16: letters, marks, digits, connectors
  kNumeric = 1 << 3,        ///< N of Unicode 17
  kPunctuation = 1 << 4,    ///< P of Unicode 8, and what of ASCII is neither letter nor digit
  kNonspacing = 1 << 5,     ///< Mn of Unicode 8
  kMark = 1 << 6,           ///< M of Unicode 9
  kControl = 1 << 7,        ///< C of Unicode 8, but for tab and line ends; U+FFFD
  kHasForms = 1 << 8,       ///< takes part in a normal form of Unicode 9
  kJoins = 1 << 9,          ///< may change together with the character before it in one
};

/// The classes of a character, as the bits of CharacterClass.
/// Source:  tables that tests/tokenizer/make_character_tables.py asks of the library tokenizers
std::uint32_t classes_of(std::int32_t character);

/// Whether it is one of the 25 characters of White_Space.
bool is_white_space(std::int32_t character);

/// Whether BERT puts blanks around it: ideographs, but those of U+2B820 to U+2B91F.
bool is_han(std::int32_t character);

/// Adds the lower case of one character; only U+0130 has two characters there.
void append_lower_case(std::string& text, std::int32_t character);

/// A character of a text that is UTF-8, and its bytes there.
struct Character {
  std::int32_t value = 0;
  std::size_t n_bytes = 1;
};

/// The character at a byte where one begins, in a text that is UTF-8.
inline Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::int32_t>(static_cast<unsigned char>(text[at + i]));
  };
  const std::int32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  if (first < 0xE0) return {(first & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (first < 0xF0) return {(first & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  return {(first & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F),
          4};
}

/// Where the character that ends before a byte begins.
inline std::size_t character_before(std::string_view text, std::size_t end) {
  do --end;
  while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
  return end;
}

/// Adds a character as UTF-8.
void append_character(std::string& text, std::int32_t character);

}  // namespace attn
