#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "learning/text/corpus.hpp"

namespace attn {

/// What a model knows of a text: its words, and how they are written.
struct WordsOfModel {
  const Vocabulary& vocabulary;
  TextUnit unit = TextUnit::words;
  bool has_spaces = true;
};

/// The tokens of a sentence as a model would read them, <s> not among them. Marks of punctuation
/// stand alone, a capital at the beginning is small where only that is known, and a text without
/// spaces is cut from its beginning into the longest words that are known. What is unknown stays
/// whole.
///
/// Errors:  InputError as split_words
std::vector<std::string> model_tokens(std::string_view sentence, const WordsOfModel& known);

/// How many of the tokens of a sentence the model does not know.
std::size_t n_unknown(const std::vector<std::string>& tokens, const Vocabulary& vocabulary);

}  // namespace attn
