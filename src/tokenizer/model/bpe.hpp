#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/model/piece_token.hpp"
#include "tokenizer/model/vocabulary.hpp"

namespace attn {

/// How byte-pair encoding is set up beside its merges.
struct BpeSettings {
  std::optional<std::string> unknown;  ///< the token for a character that has none
  bool fuse_unknown = false;           ///< neighbours that are unknown are one token
  bool byte_fallback = false;          ///< an unknown character as its bytes: <0xE7>
  bool ignore_merges = false;          ///< a part that is a token by itself stays whole
  std::string continuing_prefix;       ///< of the characters of a part but the first
  std::string word_suffix;             ///< of the last character of a part
};

/// The merges of byte-pair encoding: which two tokens become one, the first of them first.
class Merges {
 public:
  explicit Merges(std::size_t n_merges);

  struct Merge {
    std::uint32_t rank = 0, id = 0;
  };
  /// Of twins the last counts.
  void add(std::uint32_t left, std::uint32_t right, Merge merge);
  /// The merge of two neighbours; nullptr if they stay apart.
  const Merge* find(std::uint32_t left, std::uint32_t right) const;

 private:
  struct Slot {
    std::uint64_t pair = 0;
    Merge merge;
  };
  std::size_t slot_of(std::uint64_t pair) const;

  std::vector<Slot> slots_;
  std::uint64_t seed_;
};

/// Byte-pair encoding: a part of a text begins as characters, and the merge of the lowest rank is
/// made, leftmost first, until none is left. A heap finds it: n log n, however long a part is.
/// Source:  Sennrich, Haddow, Birch 2016; the library tokenizers
class Bpe {
 public:
  Bpe(TokenVocabulary vocabulary, Merges merges, BpeSettings settings);

  const TokenVocabulary& vocabulary() const { return vocabulary_; }

  /// Adds the tokens of a part, whose ranges count from its beginning.
  void append_tokens(std::string_view part, std::vector<PieceToken>& tokens) const;

 private:
  struct Symbol {
    PieceToken token;
    std::int32_t before = -1, after = -1;  // neighbours, -1 at an end
    bool is_gone = false;
  };
  std::vector<Symbol> characters_of(std::string_view part) const;
  void merge(std::vector<Symbol>& symbols) const;

  TokenVocabulary vocabulary_;
  Merges merges_;
  BpeSettings settings_;
  std::optional<std::uint32_t> unknown_;
  std::vector<std::optional<std::uint32_t>> byte_ids_;  // of <0x00> to <0xFF>
};

}  // namespace attn
