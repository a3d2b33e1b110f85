#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "tokenizer/files.hpp"
#include "tokenizer/subwords.hpp"

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

namespace {

using Kind = TemplatePiece::Kind;

std::uint32_t checked_id(const JsonPart& part, const nlohmann::json& id) {
  if (const auto number = whole_in(id, kLargestId)) return static_cast<std::uint32_t>(*number);
  throw InputError(message("{}: {} is no id of a token, which is a whole number from 0 to {}.",
                           part.place(), id.is_structured() ? "[...]" : id.dump(), kLargestId));
}

// The id in ["[SEP]", 102].
std::uint32_t named_id(const JsonPart& part, const std::string& key) {
  const nlohmann::json& pair = part.member(key);
  if (!pair.is_array() || pair.size() != 2)
    throw InputError(
        message("{}: \"{}\" must be a list of a token and its id.", part.place(), key));
  return checked_id(part, pair[1]);
}

TemplatePiece special(std::uint32_t id, std::uint32_t type = 0) {
  return {.kind = Kind::special, .type = type, .ids = {id}};
}

std::uint32_t type_of(const JsonPart& part) { return checked_id(part, part.member("type_id")); }

TemplatePiece piece_from(const JsonPart& part, const JsonPart& processor) {
  if (part.has("Sequence")) {
    const JsonPart sequence = part.part("Sequence");
    const std::string id = sequence.text("id");
    if (id != "A" && id != "B") sequence.refuse("id", id, {"A", "B"});
    return {.kind = id == "A" ? Kind::first : Kind::second, .type = type_of(sequence), .ids = {}};
  }
  const JsonPart token = part.part("SpecialToken");
  TemplatePiece piece{.kind = Kind::special, .type = type_of(token), .ids = {}};
  const JsonPart known = processor.part("special_tokens").part(token.text("id"));
  const nlohmann::json& ids = known.member("ids");
  for (const nlohmann::json& id : ids) piece.ids.push_back(checked_id(known, id));
  return piece;
}

std::vector<TemplatePiece> template_from(const JsonPart& processor, const std::string& key) {
  std::vector<TemplatePiece> pieces;
  for (const JsonPart& part : processor.parts(key)) pieces.push_back(piece_from(part, processor));
  return pieces;
}

std::ptrdiff_t count_of(const std::vector<TemplatePiece>& pieces, Kind kind) {
  return std::count_if(pieces.begin(), pieces.end(),
                       [&](const TemplatePiece& piece) { return piece.kind == kind; });
}

// A pair's template without a second text says that two texts cannot be joined.
PostProcessor templates_from(const JsonPart& part) {
  PostProcessor processor{.single = template_from(part, "single"),
                          .pair = template_from(part, "pair")};
  const std::vector<TemplatePiece>& pair = *processor.pair;
  const auto n_second = count_of(pair, Kind::second);
  if (count_of(processor.single, Kind::first) != 1 ||
      count_of(processor.single, Kind::second) != 0 || n_second > 1 ||
      (n_second == 1 && count_of(pair, Kind::first) != 1))
    throw InputError(message("{}: a template must have each of its texts once.", part.place()));
  if (n_second == 0) processor.pair.reset();
  return processor;
}

void read_processor(const JsonPart& part, PostProcessor& processor, bool& is_set) {
  const std::string type = part.type();
  if (type == "Sequence") {
    for (const JsonPart& each : part.parts("processors")) read_processor(each, processor, is_set);
    return;
  }
  if (type == "ByteLevel") return;  // moves the borders of what a token stands for, which are ours
  if (std::exchange(is_set, true))
    throw InputError(message("{}: two post-processors add tokens, but one is read.", part.place()));
  if (type == "TemplateProcessing")
    processor = templates_from(part);
  else if (type == "BertProcessing")
    processor = bert_post_processor(named_id(part, "cls"), named_id(part, "sep"));
  else if (type == "RobertaProcessing")
    processor = roberta_post_processor(named_id(part, "cls"), named_id(part, "sep"));
  else
    part.refuse(
        "type", type,
        {"TemplateProcessing", "BertProcessing", "RobertaProcessing", "ByteLevel", "Sequence"});
}

}  // namespace

PostProcessor post_processor_from(const nlohmann::json& json, const std::string& file) {
  PostProcessor processor;
  bool is_set = false;
  if (!json.is_null()) read_processor(JsonPart(json, file + ": post_processor"), processor, is_set);
  return processor;
}

PostProcessor bert_post_processor(std::uint32_t cls, std::uint32_t sep) {
  const TemplatePiece first{.kind = Kind::first}, second{.kind = Kind::second, .type = 1};
  return {.single = {special(cls), first, special(sep)},
          .pair = {{special(cls), first, special(sep), second, special(sep, 1)}}};
}

PostProcessor roberta_post_processor(std::uint32_t cls, std::uint32_t sep) {
  const TemplatePiece first{.kind = Kind::first}, second{.kind = Kind::second};
  return {.single = {special(cls), first, special(sep)},
          .pair = {{special(cls), first, special(sep), special(sep), second, special(sep)}}};
}

namespace {

// Kinds by name, and how each is read; a Sequence is walked through. The depth of a file is
// limited, so that of this is.
template <typename Step>
using Readers = std::map<std::string, std::function<Step(const JsonPart&)>>;

// Real files have four; each goes through the whole text.
constexpr std::size_t kMostSteps = 32;

template <typename Step>
void read_steps(const JsonPart& part, const Readers<Step>& readers, const std::string& members,
                std::vector<Step>& steps) {
  const std::string type = part.type();
  if (type == "Sequence") {
    for (const JsonPart& each : part.parts(members)) read_steps(each, readers, members, steps);
    return;
  }
  if (steps.size() == kMostSteps)
    throw InputError(message("{}: there are more than {} steps.", part.place(), kMostSteps));
  const auto reader = readers.find(type);
  if (reader != readers.end()) return steps.push_back(reader->second(part));
  std::vector<std::string> known{"Sequence"};
  for (const auto& [name, read] : readers) known.push_back(name);
  part.refuse("type", type, known);
}

template <typename Step>
std::vector<Step> steps_from(const nlohmann::json& json, const std::string& place,
                             const Readers<Step>& readers, const std::string& members) {
  std::vector<Step> steps;
  if (!json.is_null()) read_steps(JsonPart(json, place), readers, members, steps);
  return steps;
}

SplitPattern pattern_from(const JsonPart& part) {
  const JsonPart pattern = part.part("pattern");
  if (pattern.has("String")) {
    const std::string text = pattern.text("String");
    if (text.empty()) pattern.refuse("String", text, {translated("a text that is not empty")});
    return text;
  }
  const std::string expression = pattern.text("Regex");
  const std::optional<KnownPattern> known = known_pattern(expression);
  if (!known) pattern.refuse("Regex", expression, known_expressions());
  return *known;
}

Normalizer bert_from(const JsonPart& part) {
  const bool lower_case = part.flag("lowercase");
  return BertCleaning{.clean_text = part.flag("clean_text"),
                      .separate_han = part.flag("handle_chinese_chars"),
                      .strip_accents = part.flag("strip_accents", lower_case),
                      .lower_case = lower_case};
}

const Readers<Normalizer>& normalizer_readers() {
  const auto form = [](bool composed, bool compatible) {
    return
        [=](const JsonPart&) { return NormalForm{.composed = composed, .compatible = compatible}; };
  };
  static const Readers<Normalizer> readers{
      {"NFC", form(true, false)},
      {"NFD", form(false, false)},
      {"NFKC", form(true, true)},
      {"NFKD", form(false, true)},
      {"Lowercase", [](const JsonPart&) { return LowerCase{}; }},
      {"StripAccents", [](const JsonPart&) { return StripAccents{}; }},
      {"Strip",
       [](const JsonPart& part) {
         return StripWhiteSpace{.left = part.flag("strip_left"), .right = part.flag("strip_right")};
       }},
      {"Prepend", [](const JsonPart& part) { return PrependText{part.text("prepend")}; }},
      {"Replace",
       [](const JsonPart& part) {
         return ReplaceText{.pattern = pattern_from(part), .content = part.text("content")};
       }},
      {"BertNormalizer", bert_from},
      {"ByteLevel", [](const JsonPart&) { return BytesAsLetters{}; }},
  };
  return readers;
}

template <typename Value>
Value chosen(const JsonPart& part, const std::string& key, const std::string& given,
             const std::map<std::string, Value>& known) {
  const auto found = known.find(given);
  if (found != known.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [name, value] : known) names.push_back(name);
  part.refuse(key, given, names);
}

SplitBehavior behavior_from(const JsonPart& part, const std::string& otherwise) {
  static const std::map<std::string, SplitBehavior> known{
      {"Removed", SplitBehavior::removed},
      {"Isolated", SplitBehavior::isolated},
      {"MergedWithPrevious", SplitBehavior::merged_with_previous},
      {"MergedWithNext", SplitBehavior::merged_with_next},
      {"Contiguous", SplitBehavior::contiguous}};
  return chosen(part, "behavior", part.text("behavior", otherwise), known);
}

PreTokenizer metaspace_from(const JsonPart& part) {
  static const std::map<std::string, Metaspace::Prepend> known{
      {"first", Metaspace::Prepend::first},
      {"never", Metaspace::Prepend::never},
      {"always", Metaspace::Prepend::always}};
  const std::string usual = part.flag("add_prefix_space", true) ? "always" : "never";
  Metaspace step{
      .replacement = part.text("replacement"),
      .prepend = chosen(part, "prepend_scheme", part.text("prepend_scheme", usual), known),
      .split = part.flag("split", true)};
  if (step.replacement.empty()) part.refuse("replacement", "", {"▁"});
  return step;
}

const Readers<PreTokenizer>& pre_tokenizer_readers() {
  static const Readers<PreTokenizer> readers{
      {"ByteLevel",
       [](const JsonPart& part) {
         return ByteLevel{.add_prefix_space = part.flag("add_prefix_space"),
                          .use_regex = part.flag("use_regex", true)};
       }},
      {"Metaspace", metaspace_from},
      {"Split",
       [](const JsonPart& part) {
         return SplitStep{.pattern = pattern_from(part),
                          .behavior = behavior_from(part, ""),
                          .inverted = part.flag("invert")};
       }},
      {"Whitespace",
       [](const JsonPart&) {
         return SplitStep{.pattern = KnownPattern::words_and_signs,
                          .behavior = SplitBehavior::removed,
                          .inverted = true};
       }},
      {"WhitespaceSplit",
       [](const JsonPart&) {
         return SplitStep{.pattern = KnownPattern::white_space, .behavior = SplitBehavior::removed};
       }},
      {"BertPreTokenizer", [](const JsonPart&) { return BertWords{}; }},
      {"Digits",
       [](const JsonPart& part) {
         return SplitStep{.pattern = KnownPattern::numeric,
                          .behavior = part.flag("individual_digits") ? SplitBehavior::isolated
                                                                     : SplitBehavior::contiguous};
       }},
      {"Punctuation",
       [](const JsonPart& part) {
         return SplitStep{.pattern = KnownPattern::punctuation,
                          .behavior = behavior_from(part, "Isolated")};
       }},
  };
  return readers;
}

}  // namespace

std::vector<Normalizer> normalizers_from(const nlohmann::json& json, const std::string& file) {
  return steps_from(json, file + ": normalizer", normalizer_readers(), "normalizers");
}

std::vector<PreTokenizer> pre_tokenizers_from(const nlohmann::json& json, const std::string& file) {
  return steps_from(json, file + ": pre_tokenizer", pre_tokenizer_readers(), "pretokenizers");
}

}  // namespace attn
