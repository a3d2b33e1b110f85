#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/settings.hpp"
#include "tokenizer/shown_token.hpp"
#include "tokenizer/steps.hpp"
#include "tokenizer/subwords.hpp"

namespace attn {

/// An object in a JSON file, and what it is called where one of its members is refused. Every
/// function throws InputError for a value of another kind than it returns, or none.
class JsonPart {
 public:
  /// `place` is the file and the way into it: "tokenizer.json: pre_tokenizer".
  JsonPart(const nlohmann::json& json, std::string place);

  const std::string& place() const { return place_; }
  std::string type() const { return text("type"); }

  bool has(const std::string& key) const;  ///< and it is not null
  bool flag(const std::string& key) const;
  bool flag(const std::string& key, bool otherwise) const;
  std::string text(const std::string& key) const;
  std::string text(const std::string& key, const std::string& otherwise) const;
  std::uint64_t count(const std::string& key) const;
  std::vector<JsonPart> parts(const std::string& key) const;  ///< the objects of a list
  JsonPart part(const std::string& key) const;
  const nlohmann::json& member(const std::string& key) const;

  /// Refuses what a member is, in favour of those that are known.
  [[noreturn]] void refuse(const std::string& key, const std::string& given,
                           const std::vector<std::string>& known) const;

 private:
  [[noreturn]] void refuse_member(const std::string& key, const std::string& wanted) const;

  const nlohmann::json& json_;
  std::string place_;
};

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

/// The post-processor as a tokenizer.json describes it: null adds nothing. `file` is what a refusal
/// names.
///
/// Errors:  InputError for a kind that is not known, with those that are; for a special token that
///          the template does not explain
PostProcessor post_processor_from(const nlohmann::json& json, const std::string& file);

/// [CLS] A [SEP], and for a pair B [SEP] of type 1.
PostProcessor bert_post_processor(std::uint32_t cls, std::uint32_t sep);

/// <s> A </s>, and for a pair </s> B </s>, all of type 0.
PostProcessor roberta_post_processor(std::uint32_t cls, std::uint32_t sep);

/// The steps as a tokenizer.json describes them: null is none, a Sequence one after another. `file`
/// is what a refusal names.
///
/// Errors:  InputError for a kind, an expression or a setting that is not known, with those that
/// are
std::vector<Normalizer> normalizers_from(const nlohmann::json& json, const std::string& file);
std::vector<PreTokenizer> pre_tokenizers_from(const nlohmann::json& json, const std::string& file);

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

/// The merges of a merges.txt: two tokens with a blank between them in each line; lines that begin
/// with "#version" are none.
/// Errors:  InputError naming the file and the line that has not two, or is not UTF-8
MergeTexts read_merges_text(std::string_view text, const std::string& file);

/// The tokens of a vocab.txt: one a line, whose number from 0 on is the id. White space at the end
/// of a line does not count. Of lines that are the same the last counts, and each has its number.
/// Errors:  InputError naming the file and the line that is not UTF-8
TokenVocabulary read_vocabulary_text(std::string_view text, const std::string& file);

}  // namespace attn
