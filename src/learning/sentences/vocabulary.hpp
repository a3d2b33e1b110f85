#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "learning/sentences/sentence.hpp"

namespace attn {

/// What fills a row up after the end of a sentence.
inline constexpr const char* kPaddingWord = "<pad>";

/// The words that a model knows, and the id of each: its row of the embeddings.
/// Ids 0 and 1 are <pad> and <s>; the others follow in the order they were given.
class Vocabulary {
 public:
  static constexpr std::uint32_t kPadding = 0, kStart = 1;

  /// Errors:  std::invalid_argument if a word comes twice or is <pad> or <s>, which only our own
  ///          code can cause.
  explicit Vocabulary(const std::vector<std::string>& words);

  std::size_t size() const { return words_.size(); }
  bool knows(std::string_view word) const;

  /// Errors:  std::out_of_range if there is no such id.
  const std::string& word(std::uint32_t id) const { return words_.at(id); }

  /// All words by id, <pad> and <s> included.
  const std::vector<std::string>& words() const { return words_; }

  /// The id of a word. Capitals count.
  ///
  /// Errors:  InputError if the word is not known, with one that is and looks like it.
  std::uint32_t id(std::string_view word) const;

  /// The ids of words, in their order.
  ///
  /// Errors:  as id
  std::vector<std::uint32_t> ids(const std::vector<std::string>& words) const;

  /// The ids of sentences, one after another, each filled up with <pad> to the same length.
  ///
  /// Shapes:  (number of sentences · length)
  /// Errors:  as id; std::invalid_argument if a sentence has more words than that.
  std::vector<std::uint32_t> padded_ids(const std::vector<Sentence>& sentences,
                                        std::size_t length) const;

 private:
  std::vector<std::string> words_;
  std::unordered_map<std::string, std::uint32_t> ids_;
};

}  // namespace attn
