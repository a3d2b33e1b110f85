// Tokens as people read them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tokenizer/steps.hpp"
#include "tokenizer/subwords.hpp"

namespace attn {

using TokenModel = std::variant<Bpe, WordPiece>;

/// How the names of a vocabulary stand for text.
enum class NameStyle {
  plain,         ///< as they are
  byte_letters,  ///< a letter for each byte: Ġ is a blank
  metaspace,     ///< ▁ is a blank, <0xE7> a byte
};

/// How a batch of texts is filled up to one length.
struct PaddingRule {
  std::string token{};                ///< the token that fills up, where it is named
  std::optional<std::uint32_t> id{};  ///< the same where its id is given
  bool is_before = false;             ///< it stands before the text, and not behind it
};

/// What a tokenizer is made of, in the order in which a text goes through it.
struct TokenizerParts {
  std::vector<AddedToken> added;  ///< by id
  std::vector<Normalizer> normalizers;
  std::vector<PreTokenizer> pre_tokenizers;
  TokenModel model;
  PostProcessor post_processor;
  NameStyle style = NameStyle::plain;
  PaddingRule padding{};
  std::optional<std::uint64_t>
      truncated_after{};  ///< tokens; here nothing is cut, and that is said
  std::vector<std::string> notes;
};

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
