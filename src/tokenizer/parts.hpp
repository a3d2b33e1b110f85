#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tokenizer/model/bpe.hpp"
#include "tokenizer/model/word_piece.hpp"
#include "tokenizer/steps/added_tokens.hpp"
#include "tokenizer/steps/normalizer.hpp"
#include "tokenizer/steps/post_processor.hpp"
#include "tokenizer/steps/pre_tokenizer.hpp"

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

}  // namespace attn
