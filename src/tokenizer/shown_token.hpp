#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/parts.hpp"

namespace attn {

/// What a token stands for. The bytes of one that goes on may end inside a character.
struct TokenBytes {
  std::string bytes;
  bool goes_on = true;  ///< false for a special token, and where a name is no bytes
};

/// The bytes that a name of a vocabulary stands for.
TokenBytes bytes_of_token(std::string_view name, NameStyle style);

/// Tokens that follow each other as people read them: a blank as ␣, a line break as \n, what cannot
/// be seen as \u{200B}, a backslash as \\. Bytes that are no character by themselves stand behind
/// the one that they are a part of if the neighbours have the rest, 猫:E7 8C and 猫:AB, so that a
/// label which is cut short still names it; otherwise in brackets, ⟨AB⟩, as where more follows.
std::vector<std::string> shown_tokens(const std::vector<TokenBytes>& tokens);

}  // namespace attn
