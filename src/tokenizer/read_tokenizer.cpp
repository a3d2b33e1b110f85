#include <filesystem>
#include <set>
#include <string>

#include "base/message.hpp"
#include "data/files/file.hpp"
#include "data/files/text_bytes.hpp"
#include "data/model/model_files.hpp"
#include "tokenizer/files/tokenizer_json.hpp"
#include "tokenizer/files/tokenizer_parts.hpp"
#include "tokenizer/files/tokens_beside.hpp"
#include "tokenizer/files/vocabulary_files.hpp"
#include "tokenizer/tokenizer.hpp"

namespace attn {
namespace {

std::string in_folder(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

bool has_file(const std::string& folder, const std::string& name) {
  return is_named(in_folder(folder, name));
}

std::string how_to_convert() {
  return message("Save it as tokenizer.json, with save_pretrained() of the framework that has it.");
}

std::string text_setting(const Settings& config, const std::string& name) {
  const auto found = config.values.find(name);
  if (found == config.values.end()) return "";
  const auto* text = std::get_if<std::string>(&found->second.value);
  return text == nullptr ? "" : *text;
}

// A vocabulary alone does not say how a text is split before: some split words otherwise than their
// family does.
void require_usual_words(const Settings& config) {
  const std::string words = text_setting(config, "word_tokenizer_type");
  if (!words.empty() && words != "basic")
    throw InputError(
        message("{}: the words are split by \"{}\" first, which attn does not have. {}",
                config.source, words, how_to_convert()));
  static const std::set<std::string> known{"",
                                           "GPT2Tokenizer",
                                           "GPT2TokenizerFast",
                                           "RobertaTokenizer",
                                           "RobertaTokenizerFast",
                                           "BertTokenizer",
                                           "BertTokenizerFast",
                                           "DistilBertTokenizer",
                                           "DistilBertTokenizerFast",
                                           "PreTrainedTokenizerFast",
                                           "TokenizersBackend"};
  const std::string kind = text_setting(config, "tokenizer_class");
  if (!known.contains(kind))
    throw InputError(message("{}: a {} cannot be read from its vocabulary alone. {}", config.source,
                             kind, how_to_convert()));
}

Settings tokenizer_config(const std::string& folder) {
  const std::string name = "tokenizer_config.json";
  if (!has_file(folder, name)) return {.source = in_folder(folder, name), .values = {}};
  return read_model_config(in_folder(folder, name));
}

Settings config_of_usual_words(const std::string& folder) {
  Settings config = tokenizer_config(folder);
  require_usual_words(config);
  return config;
}

// What tokenizer_config.json says comes before what tokenizer.json does.
void set_padding(TokenizerParts& parts, const Settings& config) {
  const std::string side = text_setting(config, "padding_side");
  if (!side.empty()) parts.padding.is_before = side == "left";
  parts.padding.token = text_setting(config, "pad_token");
}

// What is neither empty nor of another kind altogether, in UTF-8.
std::string tokenizer_text(const std::string& path) {
  std::string bytes = read_file(path, kTokenizerLimit);
  refuse_packed(bytes, path);
  std::string text = text_of_bytes(std::move(bytes), path);
  refuse_page(text, path);
  return text;
}

[[noreturn]] void refuse_family(const std::string& path, const std::string& model_type,
                                const std::string& known) {
  throw InputError(
      message("{}: how a model of the type \"{}\" splits a text is not known from this "
              "file. It is for {}. {}",
              path, model_type, known, how_to_convert()));
}

TokenizerParts byte_level_tokenizer(const std::string& folder, const std::string& model_type) {
  const std::string vocab = in_folder(folder, "vocab.json");
  const std::string merges = in_folder(folder, "merges.txt");
  const bool is_roberta = model_type == "roberta";
  if (!is_roberta && model_type != "gpt2" && !model_type.empty())
    refuse_family(vocab, model_type, "gpt2, roberta");
  const Settings config = config_of_usual_words(folder);
  TokenVocabulary vocabulary = read_vocab_json(tokenizer_text(vocab), vocab);
  const MergeTexts texts = read_merges_text(tokenizer_text(merges), merges);
  const auto parts = is_roberta ? parts_of_roberta : parts_of_gpt2;
  return parts(std::move(vocabulary), texts, merges, config);
}

TokenizerParts bert_tokenizer(const std::string& folder, const std::string& model_type) {
  const std::string path = in_folder(folder, "vocab.txt");
  if (model_type != "bert" && model_type != "distilbert" && !model_type.empty())
    refuse_family(path, model_type, "bert, distilbert");
  const Settings config = config_of_usual_words(folder);
  return parts_of_bert(read_vocabulary_text(tokenizer_text(path), path), path, config);
}

TokenizerParts tokenizer_parts(const std::string& folder, const std::string& model_type) {
  if (has_file(folder, "tokenizer.json")) {
    const std::string path = in_folder(folder, "tokenizer.json");
    return parts_from_tokenizer_json(tokenizer_text(path), path);
  }
  if (has_file(folder, "vocab.json") && has_file(folder, "merges.txt"))
    return byte_level_tokenizer(folder, model_type);
  if (has_file(folder, "vocab.txt")) return bert_tokenizer(folder, model_type);
  for (const std::string name : {"spiece.model", "tokenizer.model", "sentencepiece.bpe.model"})
    if (has_file(folder, name))
      throw InputError(message("{}: a SentencePiece model cannot be read. {}",
                               in_folder(folder, name), how_to_convert()));
  throw InputError(
      message("{}: there is no tokenizer: neither tokenizer.json, nor vocab.json with "
              "merges.txt, nor vocab.txt.",
              folder));
}

}  // namespace

Tokenizer read_tokenizer(const std::string& folder, const std::string& model_type) {
  TokenizerParts parts = tokenizer_parts(folder, model_type);
  add_tokens(tokens_beside(folder), parts);
  set_padding(parts, tokenizer_config(folder));
  return Tokenizer(std::move(parts));
}

}  // namespace attn
