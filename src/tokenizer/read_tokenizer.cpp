#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/json_text.hpp"
#include "data/model/model_files.hpp"
#include "tokenizer/files.hpp"
#include "tokenizer/tokenizer.hpp"
#include "tokenizer/unicode.hpp"

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

namespace {

void require_utf8(std::string_view text, const std::string& file) {
  const std::size_t end = end_of_utf8(text);
  if (end < text.size())
    throw InputError(
        message("{}: {}: the byte there is not UTF-8.", file, line_place_of(text, end)));
}

// Calls back with each line, without its end, and its number from 0 on.
template <typename Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  for (std::size_t number = 0; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit(line, number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string_view without_space_at_end(std::string_view line) {
  while (!line.empty()) {
    const std::size_t last = character_before(line, line.size());
    if (!is_white_space(character_at(line, last).value)) break;
    line = line.substr(0, last);
  }
  return line;
}

}  // namespace

MergeTexts read_merges_text(std::string_view text, const std::string& file) {
  require_utf8(text, file);
  MergeTexts merges;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    merges.add_spaced(line, file, number + 1);
  });
  return merges;
}

TokenVocabulary read_vocabulary_text(std::string_view text, const std::string& file) {
  require_utf8(text, file);
  TokenVocabulary vocabulary;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    vocabulary.add(without_space_at_end(line), static_cast<std::uint32_t>(number));
  });
  return vocabulary;
}

namespace {

using Json = nlohmann::json;

constexpr const char* kNamedSpecials[] = {"bos_token", "eos_token", "unk_token", "sep_token",
                                          "pad_token", "cls_token", "mask_token"};
constexpr const char* kMoreSpecials[] = {"additional_special_tokens", "extra_special_tokens"};
constexpr const char* kDecoder = "added_tokens_decoder";

// A JSON file of the folder; an empty object where there is none.
struct JsonFile {
  Json json = Json::object();
  std::string path;

  JsonFile(const std::string& folder, const char* name)
      : path((std::filesystem::path(folder) / name).string()) {
    if (is_named(path))
      json = parsed_python_json(read_file(path, kJsonLimit), path,
                                message("It comes with a tokenizer. Fetch or save it again."));
    if (!json.is_object())
      throw InputError(message("{}: an object was expected, but {} was given.", path,
                               preview(json.is_array() ? "[...]" : json.dump())));
  }
};

AddedToken token_from(const JsonPart& part) {
  AddedToken token{.content = part.text("content"),
                   .single_word = part.flag("single_word", false),
                   .lstrip = part.flag("lstrip", false),
                   .rstrip = part.flag("rstrip", false),
                   .special = part.flag("special", false)};
  token.normalized = part.flag("normalized", !token.special);
  return token;
}

std::uint32_t id_from(const std::string& file, const std::string& token, const Json& id) {
  if (const auto number = whole_in(id, kLargestId)) return static_cast<std::uint32_t>(*number);
  throw InputError(
      message("{}: the id of \"{}\" is {}, but a whole number from 0 to {} was expected.", file,
              preview(token), preview(id.is_structured() ? "[...]" : id.dump()), kLargestId));
}

// "16": {"content": "[NEW]", ..}
void add_decoder(const JsonFile& config, std::vector<TokenBeside>& tokens) {
  const JsonPart decoder(config.json.at(kDecoder), config.path + ": " + kDecoder);
  for (const auto& [key, value] : config.json.at(kDecoder).items()) {
    const JsonPart part(value, decoder.place() + "." + key);
    const Json id = Json::accept(key) ? Json::parse(key) : Json(key);
    tokens.push_back({token_from(part), config.path, true});
    tokens.back().token.id = id_from(config.path, tokens.back().token.content, id);
  }
}

// "[NEW]": 16, of the library's older versions.
void add_legacy(const JsonFile& added, const std::set<std::string>& specials,
                std::vector<TokenBeside>& tokens) {
  for (const auto& [content, id] : added.json.items()) {
    const bool is_special = specials.contains(content);
    tokens.push_back({{.content = content,
                       .id = id_from(added.path, content, id),
                       .normalized = !is_special,
                       .special = is_special},
                      added.path,
                      true});
  }
}

// A text, or an object with the properties of the token; neither names no token.
void add_special(const Json& given, const std::string& file, std::vector<TokenBeside>& tokens) {
  AddedToken token;
  if (given.is_string())
    token.content = given.get<std::string>();
  else if (given.is_object() && given.contains("content"))
    token = token_from(JsonPart(given, file));
  token.special = true;
  if (!token.content.empty()) tokens.push_back({token, file});
}

std::vector<TokenBeside> named_specials(const JsonFile& config, const JsonFile& map) {
  std::vector<TokenBeside> specials;
  const auto given = [&](const char* key, const auto& add) {
    for (const JsonFile* file : {&map, &config})
      if (file->json.contains(key)) return add(file->json.at(key), file->path);
  };
  for (const char* key : kNamedSpecials)
    given(key,
          [&](const Json& token, const std::string& file) { add_special(token, file, specials); });
  for (const char* key : kMoreSpecials)
    given(key, [&](const Json& list, const std::string& file) {
      if (list.is_array() || list.is_object())
        for (const Json& token : list) add_special(token, file, specials);
    });
  return specials;
}

}  // namespace

std::vector<TokenBeside> tokens_beside(const std::string& folder) {
  const JsonFile config(folder, "tokenizer_config.json");
  const bool has_decoder = config.json.contains(kDecoder) && !config.json.at(kDecoder).is_null();
  JsonFile map(folder, "special_tokens_map.json");
  if (has_decoder) map.json = Json::object();
  const std::vector<TokenBeside> specials = named_specials(config, map);
  std::vector<TokenBeside> tokens;
  if (has_decoder) {
    add_decoder(config, tokens);
  } else {
    std::set<std::string> names;
    for (const TokenBeside& special : specials) names.insert(special.token.content);
    add_legacy(JsonFile(folder, "added_tokens.json"), names, tokens);
  }
  std::stable_sort(tokens.begin(), tokens.end(),
                   [](const auto& a, const auto& b) { return a.token.id < b.token.id; });
  tokens.insert(tokens.end(), specials.begin(), specials.end());
  return tokens;
}

void add_tokens(const std::vector<TokenBeside>& tokens, TokenizerParts& parts) {
  const TokenVocabulary& vocabulary = std::visit(
      [](const auto& model) -> const TokenVocabulary& { return model.vocabulary(); }, parts.model);
  std::map<std::string, std::size_t> places;
  auto next = static_cast<std::uint32_t>(vocabulary.n_names());
  for (const AddedToken& token : parts.added) {
    places.emplace(token.content, places.size());
    if (!vocabulary.find(token.content)) ++next;
  }
  std::set<std::string> noted;  // files with a note of their own
  for (const TokenBeside& one : tokens) {
    if (one.token.content.empty()) continue;
    const auto [place, is_new] = places.emplace(one.token.content, parts.added.size());
    if (is_new) {
      const auto known = vocabulary.find(one.token.content);
      parts.added.push_back(one.token);
      parts.added.back().id = known ? *known : next++;
    } else if (one.has_id) {
      const std::uint32_t id = parts.added[place->second].id;
      parts.added[place->second] = one.token;
      parts.added[place->second].id = id;
    }
    const std::uint32_t id = parts.added[place->second].id;
    if (one.has_id && id != one.token.id && noted.insert(one.file).second)
      parts.notes.push_back(
          message("{}: the added token \"{}\" has the id {} there, but the library "
                  "tokenizers gives it {}, and so does attn.",
                  one.file, preview(one.token.content), one.token.id, id));
  }
}

void MergeTexts::add(std::string_view left, std::string_view right) {
  rows_.push_back({static_cast<std::uint32_t>(texts_.size()),
                   static_cast<std::uint32_t>(left.size()),
                   static_cast<std::uint32_t>(right.size())});
  texts_.append(left).append(right);
}

void MergeTexts::add_spaced(std::string_view merge, const std::string& file, std::size_t number) {
  if (merge.starts_with("#version")) return;
  const std::size_t blank = merge.find(' ');
  if (blank == merge.npos || merge.find(' ', blank + 1) != merge.npos)
    throw InputError(
        message("{}: merge {} is \"{}\", but two tokens with a blank between them were "
                "expected.",
                file, number, preview(merge)));
  add(merge.substr(0, blank), merge.substr(blank + 1));
}

Merges MergeTexts::resolved(const TokenVocabulary& vocabulary, const std::string& prefix,
                            const std::string& file) const {
  Merges merges(rows_.size());
  std::string joined;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    const std::string_view both =
        std::string_view(texts_).substr(row.begin, row.n_left + row.n_right);
    const std::string_view left = both.substr(0, row.n_left), right = both.substr(row.n_left);
    std::string_view whole = both;
    if (!prefix.empty()) {
      joined = std::string(left).append(right.substr(std::min(prefix.size(), right.size())));
      whole = joined;
    }
    const auto required = [&](std::string_view name) {
      const std::optional<std::uint32_t> id = vocabulary.find(name);
      if (id) return *id;
      throw InputError(
          message("{}: merge {} needs the token \"{}\", which is not in the "
                  "vocabulary.",
                  file, i + 1, preview(name)));
    };
    // One after another, so that the first that is missing is named.
    const std::uint32_t left_id = required(left), right_id = required(right);
    merges.add(left_id, right_id, {.rank = static_cast<std::uint32_t>(i), .id = required(whole)});
  }
  return merges;
}

}  // namespace attn
