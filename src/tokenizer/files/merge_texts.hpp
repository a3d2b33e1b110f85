#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/model/bpe.hpp"

namespace attn {

/// The merges of a file as it spells them, in its order, in one piece of memory.
class MergeTexts {
 public:
  void add(std::string_view left, std::string_view right);
  /// Adds one that is spelled "a b"; a line that begins with "#version" is none.
  /// Errors:  InputError that names the file and the merge's number, or line, unless there are two
  ///          parts
  void add_spaced(std::string_view merge, const std::string& file, std::size_t number);

  std::size_t size() const { return rows_.size(); }

  /// The same by the ids of their tokens. The right part joins without the prefix.
  /// Errors:  InputError that names the file and the merge if one of its parts, or what they
  /// become,
  ///          is not in the vocabulary
  Merges resolved(const TokenVocabulary& vocabulary, const std::string& prefix,
                  const std::string& file) const;

 private:
  struct Row {
    std::uint32_t begin, n_left, n_right;
  };
  std::string texts_;
  std::vector<Row> rows_;
};

}  // namespace attn
