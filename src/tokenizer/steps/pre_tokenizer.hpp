#pragma once

#include <string>
#include <variant>
#include <vector>

#include "tokenizer/steps/split.hpp"

namespace attn {

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

}  // namespace attn
