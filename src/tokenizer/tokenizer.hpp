// A text to the token ids of a model, by the files that it is published with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// One token of a text, and the bytes of the text that it stands for.
struct EncodedToken {
  std::uint32_t id = 0;
  std::size_t begin = 0, end = 0;  ///< the same where the post-processor added the token
  std::uint32_t type = 0;          ///< 1 for most tokens of the second text of a pair
  bool is_special = false;         ///< added by the post-processor, or a special one in the text
  bool is_second = false;          ///< `begin` and `end` count in the second text of a pair

  bool operator==(const EncodedToken&) const = default;
};

/// A text as a model reads it.
struct Encoding {
  std::vector<EncodedToken> tokens;
  std::vector<std::string> notes;  ///< what a reader should know: special tokens in the text
};

struct TokenizerParts;

/// From text to the ids that a model was trained on, as its files say.
///
/// A text is taken byte for byte: what the files do not change is not changed.
/// Source:  the library tokenizers 0.23.3, reading the same file: the same ids for every text
class Tokenizer {
 public:
  /// Errors:  InputError for an added token that is too long, or of which nothing is left
  explicit Tokenizer(TokenizerParts parts);
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  /// The tokens of a text, with those that the post-processor adds.
  /// Errors:  InputError for a text that is not UTF-8, naming the byte, or longer than 4 MiB
  Encoding encode(std::string_view text) const;

  /// The tokens of two texts as one sequence.
  /// Errors:  as encode; InputError where the files do not say how two texts are joined
  Encoding encode_pair(std::string_view first, std::string_view second) const;

  /// The largest id and one.
  std::size_t n_ids() const;

  /// A token as the vocabulary spells it: "Ġcat"; "<151700>" where no token has the id.
  std::string name(std::uint32_t id) const;

  /// A token as people read it: a leading blank as "␣", a line break as "\n", a byte that is no
  /// character by itself as "⟨E7⟩". No control character is in it.
  std::string shown(std::uint32_t id) const;

  /// Every token of a sequence as people read it. The parts of a split character say which it is of
  /// and which of its bytes they are: "猫:E7 8C", "猫:AB".
  std::vector<std::string> shown(const std::vector<std::uint32_t>& ids) const;

  /// The id of a token by its name, "[MASK]".
  std::optional<std::uint32_t> id(std::string_view name) const;

  /// Whether a token is special: no part of a text, but of what the model was trained with.
  bool is_special(std::uint32_t id) const;

  std::optional<std::uint32_t> mask() const;     ///< the token that a model is to fill in
  std::optional<std::uint32_t> padding() const;  ///< the one that fills a batch up
  bool pads_before() const;                      ///< it stands before a text, and not behind it

  /// What of the files was left out and may matter, such as a truncation.
  const std::vector<std::string>& notes() const;

 private:
  struct Ready;
  std::unique_ptr<const Ready> ready_;
};

/// The tokenizer in a folder as models are published: tokenizer.json; where there is none,
/// vocab.json and merges.txt, or vocab.txt. `model_type` is that of config.json ("bert"), "" if it
/// is not known.
///
/// Errors:  InputError that names the file: there is none, it is damaged or beyond the limits, or
///          of a kind that is not known (Unigram, a pattern of its own ...), with those that are
Tokenizer read_tokenizer(const std::string& folder, const std::string& model_type);

}  // namespace attn
