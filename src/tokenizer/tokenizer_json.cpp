#include <array>
#include <utility>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"
#include "tokenizer/files.hpp"

namespace attn {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostAdded = 100'000;
constexpr std::size_t kMostValues = 200'000;  // of the tree: real files have some hundred
constexpr std::size_t kDeepest = 16;          // real files need 6

struct AddedFlag {
  std::string_view name;
  bool AddedToken::*member;
};
constexpr std::array kAddedFlags{
    AddedFlag{"single_word", &AddedToken::single_word}, AddedFlag{"lstrip", &AddedToken::lstrip},
    AddedFlag{"rstrip", &AddedToken::rstrip}, AddedFlag{"normalized", &AddedToken::normalized},
    AddedFlag{"special", &AddedToken::special}};
constexpr unsigned kAllFields = (1U << (2 + kAddedFlags.size())) - 1;

/// Takes the events of a JSON text: vocabulary and merges go where they stay, the rest into a tree.
class TokenizerEvents : public nlohmann::json_sax<Json> {
 public:
  /// `vocabulary_alone`: the text is a vocab.json.
  TokenizerEvents(std::string_view text, const std::string& file, bool vocabulary_alone)
      : text_(text), file_(file), vocabulary_alone_(vocabulary_alone) {}

  TokenizerFile taken() { return std::move(result_); }

  bool null() override { return value(nullptr); }
  bool boolean(bool flag) override { return value(flag); }
  bool number_integer(number_integer_t number) override { return value(number); }
  bool number_float(number_float_t number, const string_t&) override { return value(number); }
  bool binary(binary_t&) override { return true; }  // JSON has none

  bool number_unsigned(number_unsigned_t number) override {
    if (list_ != List::vocabulary) return value(number);
    add_token(number);
    return true;
  }

  bool string(string_t& text) override {
    if (list_ == List::merges && depth_ == kInMerges) {
      result_.merges.add_spaced(text, file_, ++n_merges_);
    } else if (list_ == List::merges) {
      (n_parts_++ == 0 ? left_ : right_) = std::move(text);
    } else {
      return value(std::move(text));
    }
    return true;
  }

  bool key(string_t& name) override {
    if (list_ != List::none) {
      name_ = std::move(name);
      return true;
    }
    Json& object = *open_.back();
    if (object.contains(name)) refuse_twice(file_, name);
    if (depth_ == 1) section_ = name;
    if (depth_ == 2) field_ = name;
    slot_ = &object[std::move(name)];
    return true;
  }

  bool start_object(std::size_t) override {
    const bool is_vocabulary =
        vocabulary_alone_ ? depth_ == 0 : depth_ == 2 && section_ == "model" && field_ == "vocab";
    if (is_vocabulary) return begin(List::vocabulary);
    if (list_ == List::vocabulary) refuse_id("{...}");
    if (list_ == List::merges) refuse_merge();
    if (list_ == List::added)
      begin_added();
    else
      open(Json::object());
    return enter();
  }

  bool start_array(std::size_t) override {
    if (depth_ == 1 && section_ == "added_tokens") return begin(List::added);
    if (depth_ == 2 && section_ == "model" && field_ == "merges") return begin(List::merges);
    if (depth_ == 2 && section_ == "model" && field_ == "vocab")
      throw InputError(
          message("{}: the vocabulary is a list of pieces and scores, which is "
                  "Unigram's. Of the models BPE and WordPiece can be read.",
                  file_));
    if (list_ == List::vocabulary) refuse_id("[...]");
    if (list_ == List::added) refuse_added();
    if (list_ == List::merges) {
      if (depth_ != kInMerges) refuse_merge();
      n_parts_ = 0;
    } else {
      open(Json::array());
    }
    return enter();
  }

  bool end_object() override {
    if (list_ == List::added && added_fields_ != kAllFields) refuse_added();
    return leave();
  }

  bool end_array() override {
    if (list_ == List::merges && depth_ == kInMerges + 1) {
      if (n_parts_ != 2) refuse_merge();
      ++n_merges_;
      result_.merges.add(left_, right_);
    }
    return leave();
  }

  bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
    throw InputError(message("{}: {}: the text stops being JSON there.", file_,
                             line_place_of(text_, position == 0 ? 0 : position - 1)));
  }

 private:
  enum class List { none, vocabulary, merges, added };
  static constexpr std::size_t kInMerges = 3, kInAdded = 2;  // how deep their items lie

  bool begin(List list) {
    list_ = list;
    end_of_list_ = depth_;
    return enter();
  }

  bool enter() {
    if (++depth_ <= kDeepest) return true;
    throw InputError(message("{}: the JSON is nested more than {} deep.", file_, kDeepest));
  }

  bool leave() {
    --depth_;
    if (list_ == List::none)
      open_.pop_back();
    else if (depth_ == end_of_list_)
      list_ = List::none;
    return true;
  }

  // Puts a value into the tree, and gives it back.
  Json& put(Json value) {
    if (++n_values_ > kMostValues)
      throw InputError(message("{}: beside tokens and merges there are more than {} values.", file_,
                               kMostValues));
    if (open_.empty()) return result_.rest = std::move(value);
    if (open_.back()->is_array()) {
      open_.back()->push_back(std::move(value));
      return open_.back()->back();
    }
    return *slot_ = std::move(value);
  }

  void open(Json value) { open_.push_back(&put(std::move(value))); }

  template <typename Value>
  bool value(Value&& given) {
    if (list_ == List::vocabulary) refuse_id(Json(given).dump());
    if (list_ == List::merges) refuse_merge();
    if (list_ == List::added) {
      set_added(Json(given));
      return true;
    }
    put(std::forward<Value>(given));
    return true;
  }

  void begin_added() {
    if (depth_ != kInAdded) refuse_added();
    if (result_.added.size() == kMostAdded)
      throw InputError(message("{}: there are more than {} added tokens.", file_, kMostAdded));
    result_.added.emplace_back();
    added_fields_ = 0;
  }

  void set_added(const Json& given) {
    if (depth_ != kInAdded + 1) refuse_added();
    AddedToken& token = result_.added.back();
    if (name_ == "content" && given.is_string()) {
      token.content = given.get<std::string>();
      added_fields_ |= 1U;
    } else if (name_ == "id") {
      const auto id = whole_in(given, kLargestId);
      if (!id) refuse_added();
      token.id = static_cast<std::uint32_t>(*id);
      added_fields_ |= 2U;
    }
    unsigned bit = 4;
    for (const AddedFlag& flag : kAddedFlags) {
      if (name_ == flag.name && given.is_boolean()) {
        token.*flag.member = given.get<bool>();
        added_fields_ |= bit;
      }
      bit *= 2;
    }
  }

  [[noreturn]] void refuse_added() const {
    throw InputError(
        message("{}: added token {} needs \"id\", a whole number from 0 to {}, the text "
                "\"content\", and true or false for {}.",
                file_, result_.added.size(), kLargestId,
                "\"single_word\", \"lstrip\", \"rstrip\", \"normalized\", \"special\""));
  }

  void add_token(std::uint64_t id) {
    if (id > kLargestId) refuse_id(std::to_string(id));
    const auto number = static_cast<std::uint32_t>(id);
    TokenVocabulary& vocabulary = result_.vocabulary;
    if (vocabulary.has(number))
      throw InputError(message("{}: the tokens \"{}\" and \"{}\" have the same id, {}.", file_,
                               preview(vocabulary.name(number)), preview(name_), id));
    if (!vocabulary.add(name_, number)) refuse_twice(file_, name_);
  }

  [[noreturn]] void refuse_id(const std::string& given) const {
    throw InputError(
        message("{}: the id of \"{}\" is {}, but a whole number from 0 to {} was "
                "expected.",
                file_, preview(name_), preview(given), kLargestId));
  }

  [[noreturn]] void refuse_merge() const {
    throw InputError(
        message("{}: merge {} is neither a text nor a list of two texts.", file_, n_merges_ + 1));
  }

  const std::string_view text_;
  const std::string& file_;
  const bool vocabulary_alone_;
  TokenizerFile result_;
  List list_ = List::none;
  std::size_t depth_ = 0, end_of_list_ = 0;
  std::string section_, field_, name_, left_, right_;
  unsigned added_fields_ = 0;  // a bit for each that the last added token has
  std::size_t n_merges_ = 0, n_parts_ = 0, n_values_ = 0;
  std::vector<Json*> open_;  // objects and arrays of the tree
  Json* slot_ = nullptr;     // where the value of a key goes
};

TokenizerFile read_events(std::string_view text, const std::string& file, bool vocabulary_alone) {
  // The parser takes it for the end, whatever follows.
  if (const std::size_t nul = text.find('\0'); nul != text.npos)
    throw InputError(
        message("{}: {}: the text stops being JSON there.", file, line_place_of(text, nul)));
  TokenizerEvents events(text, file, vocabulary_alone);
  Json::sax_parse(text.begin(), text.end(), &events);
  return events.taken();
}

}  // namespace

TokenizerFile read_tokenizer_json(std::string_view text, const std::string& file) {
  return read_events(text, file, false);
}

TokenVocabulary read_vocab_json(std::string_view text, const std::string& file) {
  TokenizerFile read = read_events(text, file, true);
  if (!read.rest.is_null())
    throw InputError(message("{}: an object of tokens and their ids was expected.", file));
  return std::move(read.vocabulary);
}

JsonPart::JsonPart(const nlohmann::json& json, std::string place)
    : json_(json), place_(std::move(place)) {
  if (!json.is_object())
    throw InputError(message("{}: an object was expected, but {} was given.", place_,
                             preview(json.is_array() ? "[...]" : json.dump())));
}

bool JsonPart::has(const std::string& key) const {
  const auto found = json_.find(key);
  return found != json_.end() && !found->is_null();
}

const nlohmann::json& JsonPart::member(const std::string& key) const {
  const auto found = json_.find(key);
  if (found == json_.end()) throw InputError(message("{}: there is no \"{}\".", place_, key));
  return *found;
}

bool JsonPart::flag(const std::string& key) const {
  const auto& value = member(key);
  if (!value.is_boolean()) refuse_member(key, translated("true or false"));
  return value.get<bool>();
}

bool JsonPart::flag(const std::string& key, bool otherwise) const {
  return has(key) ? flag(key) : otherwise;
}

std::string JsonPart::text(const std::string& key) const {
  const auto& value = member(key);
  if (!value.is_string()) refuse_member(key, translated("a text"));
  return value.get<std::string>();
}

std::string JsonPart::text(const std::string& key, const std::string& otherwise) const {
  return has(key) ? text(key) : otherwise;
}

std::uint64_t JsonPart::count(const std::string& key) const {
  const auto number = whole_in(member(key));
  if (!number) refuse_member(key, translated("a whole number from 0 on"));
  return *number;
}

std::vector<JsonPart> JsonPart::parts(const std::string& key) const {
  const auto& list = member(key);
  if (!list.is_array()) refuse_member(key, translated("a list"));
  std::vector<JsonPart> parts;
  for (std::size_t i = 0; i < list.size(); ++i)
    parts.emplace_back(list[i], place_ + "." + key + "[" + std::to_string(i) + "]");
  return parts;
}

JsonPart JsonPart::part(const std::string& key) const { return {member(key), place_ + "." + key}; }

void JsonPart::refuse(const std::string& key, const std::string& given,
                      const std::vector<std::string>& known) const {
  constexpr int kLongest = 60;
  throw InputError(message("{}: \"{}\" is \"{}\", which is not known here. These are: {}.", place_,
                           key, preview(given, kLongest), listed(known)));
}

void JsonPart::refuse_member(const std::string& key, const std::string& wanted) const {
  constexpr int kLongest = 60;
  throw InputError(message("{}: \"{}\" is {}, but {} was expected.", place_, key,
                           preview(member(key).dump(), kLongest), wanted));
}

}  // namespace attn
