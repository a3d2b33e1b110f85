#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/model/longest_prefix.hpp"
#include "tokenizer/model/piece_token.hpp"
#include "tokenizer/model/vocabulary.hpp"

namespace attn {

struct WordPieceSettings {
  std::string unknown = "[UNK]";
  std::string continuing_prefix = "##";
  std::uint64_t longest_word = 100;  ///< in characters; what is longer is unknown
};

/// WordPiece: the longest token that a word begins with, then the longest that goes on from there;
/// a word in which nothing fits at some place is unknown as a whole. Source:  Schuster, Nakajima
/// 2012; the library tokenizers
class WordPiece {
 public:
  /// Errors:  InputError where a name is too long
  WordPiece(TokenVocabulary vocabulary, WordPieceSettings settings);
  WordPiece(WordPiece&&) =
      default;  // its names are the vocabulary's bytes, which a copy would move
  WordPiece& operator=(WordPiece&&) = default;

  const TokenVocabulary& vocabulary() const { return vocabulary_; }

  /// Adds the tokens of a word, whose ranges count from its beginning.
  void append_tokens(std::string_view word, std::vector<PieceToken>& tokens) const;

 private:
  bool is_too_long(std::string_view word) const;

  TokenVocabulary vocabulary_;
  std::uint64_t longest_word_;
  std::string unknown_name_;
  std::optional<std::uint32_t> unknown_;
  LongestPrefix first_, continuing_;  // the latter without "##"
};

}  // namespace attn
