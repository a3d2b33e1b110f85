#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tokenizer/steps/aligned_text.hpp"

namespace attn {

/// The letter that stands for a byte in byte-level vocabularies, as UTF-8: those of Latin-1 that
/// can be seen stand for themselves, the other 68 are U+0100 on. A blank is Ġ, a line feed Ċ.
/// Source:  OpenAI, gpt-2/src/encoder.py
std::string_view byte_letter(unsigned char byte);

/// The bytes that a name made of such letters stands for; nothing if it has another character.
std::optional<std::string> bytes_of_letters(std::string_view name);

/// Adds a letter for each of some bytes of a text.
void add_byte_letters(const AlignedText& from, ByteRange bytes, AlignedText& to);

}  // namespace attn
