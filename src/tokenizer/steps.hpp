#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tokenizer/tokenizer.hpp"

namespace attn {

/// Bytes from `begin` up to `end`.
struct ByteRange {
  std::uint32_t begin = 0, end = 0;

  bool operator==(const ByteRange&) const = default;
};

/// A text on its way to tokens: what normalizers have made of it, and for each of its bytes the
/// bytes of the user's text that it stands for.
class AlignedText {
 public:
  AlignedText() = default;
  /// A text as it was given, from byte `offset` of the whole on.
  AlignedText(std::string_view text, std::size_t offset);

  const std::string& text() const { return text_; }
  bool is_empty() const { return text_.empty(); }

  /// The bytes of the user's text that some bytes stand for; there is one at least.
  ByteRange source(ByteRange bytes) const {
    return {sources_[bytes.begin].begin, sources_[bytes.end - 1].end};
  }

  /// Adds bytes of another one as they are.
  void add(const AlignedText& from, ByteRange bytes);
  /// Adds a text in the place of bytes of another one.
  void add_instead(std::string_view text, const AlignedText& from, ByteRange bytes);
  /// Adds a text that stands for nothing, before a byte of another one.
  void add_before(std::string_view text, const AlignedText& from, std::size_t at);
  void reserve(std::size_t n_bytes);

 private:
  /// Errors:  InputError beyond 16 MiB, which normalizers can make of a short text
  void require_room(std::size_t n_bytes) const;

  std::string text_;
  std::vector<ByteRange> sources_;  // of each byte
};

/// Parts of a text that are split further or handed to the model, in order; no part is empty.
struct Pieces {
  AlignedText text;
  std::vector<ByteRange> ranges;

  std::string_view piece(ByteRange range) const {
    return std::string_view(text.text()).substr(range.begin, range.end - range.begin);
  }
};

/// Which of many names a text goes on with: the longest one. The names are sorted, and those that
/// agree with the text stand side by side: there are fewer with each byte.
class LongestPrefix {
 public:
  struct Name {
    std::string_view text;  ///< not empty; whoever made it keeps its bytes
    std::uint32_t value = 0;
  };

  /// Of twins the first counts.
  /// Errors:  InputError for a name of more than 1,024 bytes: to go along it at every place of a
  ///          long text would take too long
  explicit LongestPrefix(std::vector<Name> names);

  /// The longest name that stands in the text at a byte; nullptr if none does.
  const Name* at(std::string_view text, std::size_t place) const;

 private:
  std::vector<Name> names_;
  std::vector<std::uint32_t> first_;  // of the names that begin with a byte; and the end
};

/// What a text is searched for. There is no engine for regular expressions, which would have to go
/// back: those that tokenizers use are known by their text.
enum class KnownPattern {
  gpt2_words,       ///< contractions, and words, numbers or signs with a blank before them
  llama3_words,     ///< the same with numbers of three digits and lines
  qwen_words,       ///< the same with single digits
  words_and_signs,  ///< \w+|[^\w\s]+
  white_space_run,  ///< \s+
  blanks,           ///< two blanks or more
  white_space,      ///< one character of white space
  numeric,          ///< one digit or number
  punctuation,      ///< one character of punctuation
};

/// A text that is searched for as it is, or a known pattern.
using SplitPattern = std::variant<std::string, KnownPattern>;

/// The pattern that a regular expression stands for, if it is one of those that are known.
std::optional<KnownPattern> known_pattern(std::string_view expression);

/// The expressions that are known, as files spell them.
std::vector<std::string> known_expressions();

/// Where the pattern matches, from left to right, in a text that is UTF-8. No match is empty.
/// Source:  Oniguruma with Unicode 16, whose matches these are
std::vector<ByteRange> matches_of(const SplitPattern& pattern, std::string_view text);

/// One of Unicode's four: NFC, NFD, NFKC, NFKD.
struct NormalForm {
  bool composed = true;     ///< C: one character where there is one
  bool compatible = false;  ///< K: ﬁ as fi
};

/// A text in a normal form of Unicode 9, which is what tokenizers know: a character that is newer
/// stays as it is. Linear but for sorting marks.
/// Source:  Unicode UAX #15, through utf8proc
AlignedText in_normal_form(const AlignedText& text, NormalForm form);

struct LowerCase {};
struct StripAccents {};  ///< drops every combining mark; decomposes nothing

struct StripWhiteSpace {
  bool left = true, right = true;
};

/// Puts a text before any that is not empty.
struct PrependText {
  std::string text;
};

struct ReplaceText {
  SplitPattern pattern;
  std::string content;
};

/// What BERT does before it splits, in this order.
struct BertCleaning {
  bool clean_text = true;     ///< drops what cannot be seen; any white space is a blank
  bool separate_han = true;   ///< blanks round ideographs
  bool strip_accents = true;  ///< decomposes, and drops nonspacing marks
  bool lower_case = true;
};

/// Every byte as its letter (byte_letter).
struct BytesAsLetters {};

/// A step that changes a text before it is split.
using Normalizer = std::variant<NormalForm, LowerCase, StripAccents, StripWhiteSpace, PrependText,
                                ReplaceText, BertCleaning, BytesAsLetters>;

/// The text after all steps, in order.
/// Errors:  InputError where it becomes far longer
AlignedText normalized(const std::vector<Normalizer>& steps, AlignedText text);

/// What becomes of the matches where a text is split at them: "a-b" at "-".
enum class SplitBehavior {
  removed,               ///< a b
  isolated,              ///< a - b
  merged_with_previous,  ///< a- b
  merged_with_next,      ///< a -b
  contiguous,            ///< a - b, neighbouring matches as one
};

/// One way to split a text.
struct SplitStep {
  SplitPattern pattern;
  SplitBehavior behavior = SplitBehavior::isolated;
  bool inverted = false;  ///< what lies between the matches counts as a match
};

/// The parts of a text, in order; no part is empty.
std::vector<ByteRange> parts_of(const SplitStep& split, std::string_view text);

/// Bytes as letters, after splitting into words.
struct ByteLevel {
  bool add_prefix_space = true;  ///< before a part that begins without one
  bool use_regex = true;         ///< splits as GPT-2
};

/// Blanks as another character, and a part for each.
struct Metaspace {
  enum class Prepend { first, never, always };

  std::string replacement = "▁";
  Prepend prepend = Prepend::always;
  bool split = true;
};

/// Words between white space, and each character of punctuation.
struct BertWords {};

/// A step that splits a text into the parts that the model sees by themselves.
using PreTokenizer = std::variant<SplitStep, BertWords, ByteLevel, Metaspace>;

/// The parts of a text after all steps, in order.
Pieces pre_tokenized(const std::vector<PreTokenizer>& steps, AlignedText text);

/// One piece of what becomes of a text: its tokens, or some that stand for no part of it.
struct TemplatePiece {
  enum class Kind { first, second, special };

  Kind kind = Kind::first;
  std::uint32_t type = 0;
  std::vector<std::uint32_t> ids;  ///< where it is special
};

/// How the tokens of a text, or of two, become the sequence that a model reads.
struct PostProcessor {
  std::vector<TemplatePiece> single{{}};
  std::optional<std::vector<TemplatePiece>> pair;
};

/// The sequence of a template's pieces, in order.
std::vector<EncodedToken> post_processed(const std::vector<TemplatePiece>& pieces,
                                         const std::vector<EncodedToken>& first,
                                         const std::vector<EncodedToken>& second);

/// A token that is cut out of a text before anything else looks at it.
struct AddedToken {
  std::string content;
  std::uint32_t id = 0;
  bool single_word = false;  ///< only where no word goes on beside it
  bool lstrip = false;       ///< takes the white space before it
  bool rstrip = false;       ///< takes the white space after it
  bool normalized = false;   ///< looked for in the normalized text, after the others
  bool special = false;
};

/// A part of a text, and the added token that it is, if any.
struct Cut {
  ByteRange range;
  std::optional<std::uint32_t> token;  ///< which of the tokens, not its id

  bool operator==(const Cut&) const = default;
};

/// Finds added tokens in a text: from left to right, the longest first.
class AddedTokenFinder {
 public:
  /// How a token is spelled in the text, and which of the tokens it is.
  struct Spelling {
    std::string text;  ///< not empty
    std::uint32_t token = 0;
  };

  /// Of tokens that are spelled the same the first counts.
  /// Errors:  InputError for one of more than 1,024 bytes
  AddedTokenFinder(const std::vector<AddedToken>& tokens, std::vector<Spelling> spellings);
  AddedTokenFinder(AddedTokenFinder&&) = default;
  AddedTokenFinder& operator=(AddedTokenFinder&&) = default;

  /// The text in parts, in order. No part is empty; a token that takes white space may reach into
  /// what the next one begins with.
  std::vector<Cut> cuts_of(std::string_view text) const;

 private:
  struct Sides {
    bool single_word = false, lstrip = false, rstrip = false;
  };

  std::vector<Spelling> spellings_;
  std::vector<Sides> sides_;  // of each token
  LongestPrefix names_;       // whose bytes are in spellings_
};

}  // namespace attn
