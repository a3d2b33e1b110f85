#include "tokenizer/files/step_reader.hpp"

#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/message.hpp"
#include "tokenizer/files/json_part.hpp"

namespace attn {
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
