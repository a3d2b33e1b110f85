#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/files/merge_texts.hpp"
#include "tokenizer/model/vocabulary.hpp"
#include "tokenizer/steps/added_tokens.hpp"

namespace attn {

/// What a tokenizer.json holds: its long lists read at once, the rest as a tree that nobody has
/// interpreted.
struct TokenizerFile {
  TokenVocabulary vocabulary;
  MergeTexts merges;
  std::vector<AddedToken> added;  ///< as the file has them
  nlohmann::json rest;            ///< in it null stands for each of these lists
};

/// Reads a tokenizer.json in one pass.
///
/// Errors:  InputError naming the file, and the place in it: it is not JSON, or nested deeply; a
/// name
///          or an id occurs twice; more than 100,000 added tokens, a merge that has not two parts;
///          a vocabulary with scores, which is Unigram's
TokenizerFile read_tokenizer_json(std::string_view text, const std::string& file);

/// Reads a vocab.json: an object of names and ids.
/// Errors:  as read_tokenizer_json
TokenVocabulary read_vocab_json(std::string_view text, const std::string& file);

}  // namespace attn
