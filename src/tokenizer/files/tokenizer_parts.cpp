#include "tokenizer/files/tokenizer_parts.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "base/message.hpp"
#include "base/text.hpp"
#include "tokenizer/files/json_part.hpp"
#include "tokenizer/files/post_processor_reader.hpp"
#include "tokenizer/files/step_reader.hpp"
#include "tokenizer/files/tokenizer_json.hpp"

namespace attn {
namespace {

using Json = nlohmann::json;

void require_different_ids(const std::vector<AddedToken>& tokens, const std::string& file) {
  std::unordered_map<std::uint32_t, const AddedToken*> by_id;
  for (const AddedToken& token : tokens) {
    const auto [place, is_new] = by_id.emplace(token.id, &token);
    if (!is_new && place->second->content != token.content)
      throw InputError(message("{}: the tokens \"{}\" and \"{}\" have the same id, {}.", file,
                               preview(place->second->content), preview(token.content), token.id));
  }
}

// The library does not take an added token's id from the file: it has one in the vocabulary, or
// gets the next. What comes twice counts as it comes last.
std::vector<AddedToken> with_ids_given(const std::vector<AddedToken>& tokens,
                                       const TokenVocabulary& vocabulary, const std::string& file,
                                       std::vector<std::string>& notes) {
  require_different_ids(tokens, file);
  std::vector<AddedToken> given;
  std::unordered_map<std::string_view, std::size_t> place_of;
  auto next = static_cast<std::uint32_t>(vocabulary.n_names());
  std::size_t n_others = 0;
  for (const AddedToken& token : tokens) {
    if (token.content.empty()) continue;
    const auto [place, is_new] = place_of.emplace(token.content, given.size());
    if (!is_new) {
      const std::uint32_t id = given[place->second].id;
      given[place->second] = token;
      given[place->second].id = id;
      continue;
    }
    const std::optional<std::uint32_t> known = vocabulary.find(token.content);
    given.push_back(token);
    given.back().id = known ? *known : next++;
    if (given.back().id != token.id && n_others++ == 0)
      notes.push_back(
          message("{}: the added token \"{}\" has the id {} there, but the library "
                  "tokenizers gives it {}, and so does attn.",
                  file, preview(token.content), token.id, given.back().id));
  }
  return given;
}

BpeSettings bpe_settings(const JsonPart& model) {
  BpeSettings settings{.fuse_unknown = model.flag("fuse_unk", false),
                       .byte_fallback = model.flag("byte_fallback", false),
                       .ignore_merges = model.flag("ignore_merges", false),
                       .continuing_prefix = model.text("continuing_subword_prefix", ""),
                       .word_suffix = model.text("end_of_word_suffix", "")};
  if (model.has("unk_token")) settings.unknown = model.text("unk_token");
  return settings;
}

TokenModel model_from(TokenizerFile& read, const std::string& file,
                      std::vector<std::string>& notes) {
  const JsonPart model(JsonPart(read.rest, file).member("model"), file + ": model");
  // Files of the library's first versions do not say which model they have.
  const bool looks_like_bpe = model.has("merges") || read.merges.size() > 0;
  const std::string type = model.text("type", looks_like_bpe ? "BPE" : "WordPiece");
  if (type == "BPE") {
    BpeSettings settings = bpe_settings(model);
    Merges merges = read.merges.resolved(read.vocabulary, settings.continuing_prefix, file);
    if (model.has("dropout") && model.member("dropout") != Json(0.0))
      notes.push_back(
          message("{}: merges are not left out at random, though the file has a "
                  "dropout.",
                  file));
    return Bpe(std::move(read.vocabulary), std::move(merges), std::move(settings));
  }
  if (type != "WordPiece") model.refuse("type", type, {"BPE", "WordPiece"});
  return WordPiece(std::move(read.vocabulary),
                   {.unknown = model.text("unk_token"),
                    .continuing_prefix = model.text("continuing_subword_prefix"),
                    .longest_word = model.count("max_input_chars_per_word")});
}

template <typename Kind, typename Step>
bool has_step(const std::vector<Step>& steps) {
  return std::any_of(steps.begin(), steps.end(),
                     [](const Step& step) { return std::holds_alternative<Kind>(step); });
}

NameStyle style_of(const TokenizerParts& parts) {
  if (has_step<ByteLevel>(parts.pre_tokenizers) || has_step<BytesAsLetters>(parts.normalizers))
    return NameStyle::byte_letters;
  return std::holds_alternative<Bpe>(parts.model) ? NameStyle::metaspace : NameStyle::plain;
}

bool is_set(const Json& file, const std::string& key) {
  return file.contains(key) && !file.at(key).is_null();
}

// How far it fills up is not read: a batch decides that.
PaddingRule padding_from(const JsonPart& padding) {
  PaddingRule rule;
  if (padding.has("pad_id")) {
    const std::uint64_t id = padding.count("pad_id");
    if (id <= kLargestId) rule.id = static_cast<std::uint32_t>(id);
  }
  const std::string direction = padding.text("direction", "Right");
  if (direction != "Left" && direction != "Right")
    padding.refuse("direction", direction, {"Left", "Right"});
  rule.is_before = direction == "Left";
  return rule;
}

Json member_or_null(const Json& file, const std::string& key) {
  return file.contains(key) ? file.at(key) : Json();
}

// A setting of tokenizer_config.json; what is not true or false there counts as missing.
std::optional<bool> setting(const Settings& config, const std::string& name) {
  const auto found = config.values.find(name);
  if (found == config.values.end()) return std::nullopt;
  const bool* flag = std::get_if<bool>(&found->second.value);
  return flag == nullptr ? std::nullopt : std::optional(*flag);
}

std::uint32_t required_id(const TokenVocabulary& vocabulary, const std::string& name,
                          const std::string& file) {
  if (const auto id = vocabulary.find(name)) return *id;
  throw InputError(
      message("{}: the token \"{}\" is missing, which this tokenizer adds to a text.", file, name));
}

// The special tokens that are in the vocabulary.
std::vector<AddedToken> specials_of(const TokenVocabulary& vocabulary,
                                    const std::vector<std::string>& names) {
  std::vector<AddedToken> tokens;
  for (const std::string& name : names)
    if (const auto id = vocabulary.find(name))
      tokens.push_back({.content = name, .id = *id, .lstrip = name == "<mask>", .special = true});
  return tokens;
}

TokenizerParts byte_level_parts(TokenVocabulary vocabulary, const MergeTexts& merges,
                                const std::string& merges_file, const Settings& config,
                                const std::vector<std::string>& specials) {
  std::vector<AddedToken> added = specials_of(vocabulary, specials);
  Merges resolved = merges.resolved(vocabulary, "", merges_file);
  const ByteLevel words{.add_prefix_space = setting(config, "add_prefix_space").value_or(false)};
  return {.added = std::move(added),
          .normalizers = {},
          .pre_tokenizers = {words},
          .model = Bpe(std::move(vocabulary), std::move(resolved), {}),
          .post_processor = {},
          .style = NameStyle::byte_letters,
          .notes = {}};
}

}  // namespace

TokenizerParts parts_from_tokenizer_json(std::string_view text, const std::string& file) {
  TokenizerFile read = read_tokenizer_json(text, file);
  const JsonPart root(read.rest, file);
  if (const std::string version = root.text("version", "1.0"); version != "1.0")
    root.refuse("version", version, {"1.0"});
  std::vector<std::string> notes;
  std::vector<AddedToken> added = with_ids_given(read.added, read.vocabulary, file, notes);
  TokenModel model = model_from(read, file, notes);
  TokenizerParts parts{
      .added = std::move(added),
      .normalizers = normalizers_from(member_or_null(read.rest, "normalizer"), file),
      .pre_tokenizers = pre_tokenizers_from(member_or_null(read.rest, "pre_tokenizer"), file),
      .model = std::move(model),
      .post_processor = post_processor_from(member_or_null(read.rest, "post_processor"), file),
      .style = NameStyle::plain,
      .notes = std::move(notes)};
  parts.style = style_of(parts);
  if (is_set(read.rest, "padding")) parts.padding = padding_from(root.part("padding"));
  if (is_set(read.rest, "truncation")) {
    const JsonPart truncation = root.part("truncation");
    if (truncation.has("max_length")) parts.truncated_after = truncation.count("max_length");
  }
  return parts;
}

TokenizerParts parts_of_gpt2(TokenVocabulary vocabulary, const MergeTexts& merges,
                             const std::string& merges_file, const Settings& config) {
  const std::string end_of_text = "<|endoftext|>";
  const bool adds = setting(config, "add_bos_token").value_or(false);
  std::vector<TemplatePiece> single;
  if (adds)
    single.push_back({.kind = TemplatePiece::Kind::special,
                      .ids = {required_id(vocabulary, end_of_text, "vocab.json")}});
  single.emplace_back();
  TokenizerParts parts =
      byte_level_parts(std::move(vocabulary), merges, merges_file, config, {end_of_text});
  parts.post_processor.single = std::move(single);
  return parts;
}

TokenizerParts parts_of_roberta(TokenVocabulary vocabulary, const MergeTexts& merges,
                                const std::string& merges_file, const Settings& config) {
  const std::uint32_t begin = required_id(vocabulary, "<s>", "vocab.json");
  const std::uint32_t end = required_id(vocabulary, "</s>", "vocab.json");
  TokenizerParts parts = byte_level_parts(std::move(vocabulary), merges, merges_file, config,
                                          {"<s>", "<pad>", "</s>", "<unk>", "<mask>"});
  parts.post_processor = roberta_post_processor(begin, end);
  return parts;
}

TokenizerParts parts_of_bert(TokenVocabulary vocabulary, const std::string& vocabulary_file,
                             const Settings& config) {
  const bool lower_case = setting(config, "do_lower_case").value_or(true);
  const BertCleaning cleaning{
      .separate_han = setting(config, "tokenize_chinese_chars").value_or(true),
      .strip_accents = setting(config, "strip_accents").value_or(lower_case),
      .lower_case = lower_case};
  const std::uint32_t cls = required_id(vocabulary, "[CLS]", vocabulary_file);
  const std::uint32_t sep = required_id(vocabulary, "[SEP]", vocabulary_file);
  std::vector<AddedToken> added =
      specials_of(vocabulary, {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"});
  return {.added = std::move(added),
          .normalizers = {cleaning},
          .pre_tokenizers = {BertWords{}},
          .model = WordPiece(std::move(vocabulary), {}),
          .post_processor = bert_post_processor(cls, sep),
          .style = NameStyle::plain,
          .notes = {}};
}

}  // namespace attn
