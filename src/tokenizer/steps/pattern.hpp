#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tokenizer/steps/aligned_text.hpp"

namespace attn {

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

}  // namespace attn
