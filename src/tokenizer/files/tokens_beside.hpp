#pragma once

#include <string>
#include <vector>

#include "tokenizer/parts.hpp"

namespace attn {

/// A token that a tokenizer's own files need not have, and the file that brings it.
struct TokenBeside {
  AddedToken token;
  std::string file;
  bool has_id = false;  ///< else it gets the next one
};

/// The tokens of tokenizer_config.json ("added_tokens_decoder", or without those added_tokens.json)
/// by id, then the special tokens that it and special_tokens_map.json name.
///
/// Errors:  InputError naming the file and the place for what is no token or no id
/// Source:  PreTrainedTokenizerBase._from_pretrained of the Transformers library 5.24
std::vector<TokenBeside> tokens_beside(const std::string& folder);

/// Gives a tokenizer these tokens as the library does: one of the vocabulary keeps its id, others
/// get the next free one, in this order; what was added already takes the properties of a token
/// that comes with an id. Where the file has another id, a note says so.
void add_tokens(const std::vector<TokenBeside>& tokens, TokenizerParts& parts);

}  // namespace attn
