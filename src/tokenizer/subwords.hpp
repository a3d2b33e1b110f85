#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/steps.hpp"

namespace attn {

/// A token of a part of a text, and the bytes of that part.
struct PieceToken {
  std::uint32_t id = 0;
  ByteRange range;

  bool operator==(const PieceToken&) const = default;
};

/// The largest id that a token may have: real vocabularies end below a million.
inline constexpr std::uint32_t kLargestId = (1U << 24) - 1;

/// Names and ids of tokens, all names in one piece of memory: a vocabulary of 128,000 is read in
/// milliseconds.
class TokenVocabulary {
 public:
  TokenVocabulary();

  /// Adds a token. A name that is known gets the id as well: the last counts.
  /// Returns: whether the name was new
  /// Errors:  InputError beyond kLargestId; std::logic_error where another token has the id
  bool add(std::string_view name, std::uint32_t id);

  std::optional<std::uint32_t> find(std::string_view name) const;

  /// Errors:  InputError: a part of a text needs the unknown token, and there is none of that name
  [[noreturn]] static void refuse_unknown(const std::string& name);
  bool has(std::uint32_t id) const { return id < entry_of_id_.size() && entry_of_id_[id] != kNone; }
  std::string_view name(std::uint32_t id) const;  ///< of an id that it has

  std::size_t n_names() const { return n_names_; }           ///< different ones
  std::size_t n_ids() const { return entry_of_id_.size(); }  ///< the largest id and one

 private:
  struct Entry {
    std::uint32_t begin = 0, n_bytes = 0;
    std::uint32_t id = 0;
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;
  // A part of the hash stands beside the entry, so that few other names are looked at.
  struct Slot {
    std::uint32_t hash = 0, entry = kNone;
  };

  std::uint32_t hash_of(std::string_view name) const;
  std::string_view name_of(const Entry& entry) const {
    return {names_.data() + entry.begin, entry.n_bytes};
  }
  std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
  void grow(std::size_t n_slots);

  std::vector<char> names_;  // views of it last while the vocabulary is moved
  std::vector<Entry> entries_;
  std::vector<Slot> slots_;  // a power of two of them, half empty
  std::vector<std::uint32_t> entry_of_id_;
  std::size_t n_names_ = 0;
  std::uint64_t seed_ = 0;  // drawn anew, so that no file can make its names collide
};

/// The letter that stands for a byte in byte-level vocabularies, as UTF-8: those of Latin-1 that
/// can be seen stand for themselves, the other 68 are U+0100 on. A blank is Ġ, a line feed Ċ.
/// Source:  OpenAI, gpt-2/src/encoder.py
std::string_view byte_letter(unsigned char byte);

/// The bytes that a name made of such letters stands for; nothing if it has another character.
std::optional<std::string> bytes_of_letters(std::string_view name);

/// Adds a letter for each of some bytes of a text.
void add_byte_letters(const AlignedText& from, ByteRange bytes, AlignedText& to);

/// A number whose bits all hang on those of another.
/// Source:  Stafford's variant 13 of MurmurHash3's finalizer
inline std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
  return x ^ x >> 31;
}

/// A number that nobody can know beforehand, for tables whose keys come from a file.
inline std::uint64_t unforeseen_number() {
  std::random_device device;
  return static_cast<std::uint64_t>(device()) << 32 | device();
}

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
