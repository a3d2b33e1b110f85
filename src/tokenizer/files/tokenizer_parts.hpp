#pragma once

#include <string>
#include <string_view>

#include "base/settings.hpp"
#include "tokenizer/files/merge_texts.hpp"
#include "tokenizer/parts.hpp"

namespace attn {

/// The tokenizer that a tokenizer.json describes, with the ids that the library gives its added
/// tokens: that of the vocabulary, else the next free one. `file` is what a refusal names.
///
/// Errors:  InputError as read_tokenizer_json; for a kind of model or step that is not known
TokenizerParts parts_from_tokenizer_json(std::string_view text, const std::string& file);

/// GPT-2's or RoBERTa's tokenizer with this vocabulary. Of tokenizer_config.json it reads
/// `add_prefix_space`, and `add_bos_token` for GPT-2.
///
/// Errors:  InputError for a merge of unknown tokens; where special tokens are missing
TokenizerParts parts_of_gpt2(TokenVocabulary vocabulary, const MergeTexts& merges,
                             const std::string& merges_file, const Settings& config);
TokenizerParts parts_of_roberta(TokenVocabulary vocabulary, const MergeTexts& merges,
                                const std::string& merges_file, const Settings& config);

/// BERT's tokenizer with this vocabulary. Of tokenizer_config.json it reads `do_lower_case`,
/// `strip_accents` and `tokenize_chinese_chars`.
///
/// Errors:  InputError where special tokens are missing
TokenizerParts parts_of_bert(TokenVocabulary vocabulary, const std::string& vocabulary_file,
                             const Settings& config);

}  // namespace attn
