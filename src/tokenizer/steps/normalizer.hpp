#pragma once

#include <string>
#include <variant>
#include <vector>

#include "tokenizer/steps/aligned_text.hpp"
#include "tokenizer/steps/normal_form.hpp"
#include "tokenizer/steps/pattern.hpp"

namespace attn {

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

/// Every byte as its letter (byte_letters.hpp).
struct BytesAsLetters {};

/// A step that changes a text before it is split.
using Normalizer = std::variant<NormalForm, LowerCase, StripAccents, StripWhiteSpace, PrependText,
                                ReplaceText, BertCleaning, BytesAsLetters>;

/// The text after all steps, in order.
/// Errors:  InputError where it becomes far longer
AlignedText normalized(const std::vector<Normalizer>& steps, AlignedText text);

}  // namespace attn
