#include "tokenizer/files/tokens_beside.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <variant>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/json_text.hpp"
#include "tokenizer/files/json_part.hpp"

namespace attn {
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
  if (id.is_number_unsigned() && id.get<std::uint64_t>() <= kLargestId)
    return id.get<std::uint32_t>();
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

}  // namespace attn
