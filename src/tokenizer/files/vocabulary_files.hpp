#pragma once

#include <string>
#include <string_view>

#include "tokenizer/files/merge_texts.hpp"
#include "tokenizer/model/vocabulary.hpp"

namespace attn {

/// The merges of a merges.txt: two tokens with a blank between them in each line; lines that begin
/// with "#version" are none.
/// Errors:  InputError naming the file and the line that has not two, or is not UTF-8
MergeTexts read_merges_text(std::string_view text, const std::string& file);

/// The tokens of a vocab.txt: one a line, whose number from 0 on is the id. White space at the end
/// of a line does not count. Of lines that are the same the last counts, and each has its number.
/// Errors:  InputError naming the file and the line that is not UTF-8
TokenVocabulary read_vocabulary_text(std::string_view text, const std::string& file);

}  // namespace attn
