#include <algorithm>
#include <array>
#include <numbers>
#include <optional>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/answer/reading.hpp"

namespace attn {

namespace {

using IsName = std::function<bool(const std::string&)>;

constexpr std::array<std::pair<std::string_view, int>, 28> kWordsForNumbers = {
    {{"zero", 0},    {"one", 1},   {"two", 2},   {"three", 3}, {"four", 4}, {"five", 5},
     {"six", 6},     {"seven", 7}, {"eight", 8}, {"nine", 9},  {"ten", 10}, {"eleven", 11},
     {"twelve", 12}, {"ゼロ", 0},  {"零", 0},    {"〇", 0},    {"一", 1},   {"二", 2},
     {"三", 3},      {"四", 4},    {"五", 5},    {"六", 6},    {"七", 7},   {"八", 8},
     {"九", 9},      {"十", 10},   {"十一", 11}, {"十二", 12}}};

// In small letters.
constexpr std::array<std::string_view, 26> kNounsBefore = {
    "step",      "ステップ", "head",         "kv",     "key-value", "query", "position",
    "dimension", "dim",      "pair",         "layer",  "group",     "index", "number",
    "no.",       "factor",   "組",           "ヘッド", "位置",      "次元",  "層",
    "番号",      "グループ", "インデックス", "ペア",   "第"};
constexpr std::array<std::string_view, 3> kTimesBefore = {"x", "X", "×"};
constexpr std::array<std::string_view, 3> kJapaneseOrdinals = {"番目の", "番目", "番"};
constexpr std::array<std::string_view, 11> kSame = {
    "same", "the same",   "unchanged", "no change",    "does not change", "it does not change",
    "同じ", "変わらない", "変化なし",  "変わりません", "same as before"};

std::optional<double> trimmed_number(std::string_view text) { return parse_number(trimmed(text)); }

// "st" of 1, 21 and 31, but "th" of 11.
std::string_view english_ending(std::string_view digits) {
  const bool is_teen = digits.size() > 1 && digits[digits.size() - 2] == '1';
  if (is_teen) return "th";
  switch (digits.back()) {
    case '1':
      return "st";
    case '2':
      return "nd";
    case '3':
      return "rd";
    default:
      return "th";
  }
}

std::optional<WordedNumber> ordinal(std::string_view text, const IsName& is_name) {
  const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view digits = text.substr(0, end), ending = trimmed(text.substr(end));
  if (digits.empty() || ending.empty()) return std::nullopt;
  const auto is_letter_named = [&](char c) { return is_name(std::string(1, c)); };
  const bool is_product = std::all_of(ending.begin(), ending.end(), is_letter_named);
  const bool is_english = lower_case(std::string(ending)) == english_ending(digits) && !is_product;
  const bool is_japanese = std::find(kJapaneseOrdinals.begin(), kJapaneseOrdinals.end(), ending) !=
                           kJapaneseOrdinals.end();
  if (!is_english && !is_japanese) return std::nullopt;
  return WordedNumber{*trimmed_number(digits), true};
}

// Whether nothing but such words stands there, parted by spaces or not at all.
bool are_nouns(std::string text) {
  while (text.ends_with('#') || text.ends_with(':')) text.pop_back();
  std::string_view rest = trimmed(text);
  while (!rest.empty()) {
    const auto noun = std::find_if(kNounsBefore.begin(), kNounsBefore.end(),
                                   [&rest](std::string_view one) { return rest.starts_with(one); });
    if (noun == kNounsBefore.end()) return false;
    const std::string_view behind = rest.substr(noun->size());
    if (!behind.empty() && goes_on_in_name(noun->back()) && goes_on_in_name(behind.front()))
      return false;
    rest = trimmed(behind);
  }
  return true;
}

std::optional<WordedNumber> behind_words(std::string_view text, const IsName& is_name) {
  for (const std::string_view sign : kTimesBefore) {
    if (!text.starts_with(sign) || is_name(std::string(sign))) continue;
    const std::string_view number = trimmed(text.substr(sign.size()));
    if (!number.empty() && is_ascii_digit(number.front()))
      if (const auto value = trimmed_number(number)) return WordedNumber{*value, false};
  }
  const auto last = text.find_last_not_of("0123456789");
  if (last == text.npos || last + 1 == text.size()) return std::nullopt;
  const std::string before = lower_case(std::string(trimmed(text.substr(0, last + 1))));
  if (is_name(before) || !are_nouns(before)) return std::nullopt;
  const bool names_nothing = before == "no." || before == "第";
  return WordedNumber{*trimmed_number(text.substr(last + 1)), false, names_nothing ? "" : before};
}

}  // namespace

std::optional<WordedNumber> worded_number(std::string_view plain, const IsName& is_name) {
  constexpr std::size_t kLongest = 60;
  const std::string_view text = trimmed(plain);
  if (text.empty() || text.size() > kLongest || are_ascii_digits(text)) return std::nullopt;
  const std::string word = lower_case(std::string(text));
  if (!is_name(std::string(text)))
    for (const auto& [shown, value] : kWordsForNumbers)
      if (shown == word) return WordedNumber{static_cast<double>(value), false};
  if (const auto number = ordinal(text, is_name)) return number;
  return behind_words(text, is_name);
}

void require_more_than_sameness(std::string_view plain) {
  const std::string text = lower_case(std::string(trimmed(plain)));
  if (std::find(kSame.begin(), kSame.end(), text) != kSame.end())
    throw InputError(
        message("Write the numbers themselves, also where they are the same as before."));
}

void require_single_number(std::string_view plain) {
  const std::string_view text = trimmed(plain);
  const auto space = text.find(' ');
  if (space == text.npos) return;
  const std::string_view first = text.substr(0, space), second = trimmed(text.substr(space));
  constexpr std::size_t kGroup = 3;
  const bool may_be_group = first.size() <= kGroup && second.size() == kGroup;
  if (may_be_group && are_ascii_digits(first) && are_ascii_digits(second))
    throw InputError(
        message("'{}' may be two numbers, or one: {}. Write one number without spaces.",
                shown_token(text), std::string(first) + std::string(second)));
  const bool is_signed = second.size() > 1 && (second.front() == '-' || second.front() == '+') &&
                         (is_ascii_digit(second[1]) || second[1] == '.');
  const bool have_points = first.find('.') != first.npos && second.find('.') != second.npos;
  if (!is_signed || !have_points || !trimmed_number(first) || !trimmed_number(second)) return;
  throw InputError(
      message("'{}' may be two numbers or a difference. Write one number; a difference has spaces "
              "on both sides of its sign.",
              shown_token(text)));
}

namespace {

// In small letters; the longer of two that end alike comes first.
constexpr std::array<std::string_view, 4> kShares = {"%", "percent", "per cent", "パーセント"};
constexpr std::array<std::string_view, 5> kDegrees = {"degrees", "degree", "deg", "°", "度"};
constexpr std::array<std::pair<std::string_view, double>, 6> kCounts = {
    {{"thousand", 1e3}, {"million", 1e6}, {"billion", 1e9}, {"万", 1e4}, {"億", 1e8}, {"割", 0.1}}};
// They say that something is counted, and not what.
constexpr std::array<std::string_view, 7> kCounters = {"x", "×", "個", "つ", "本", "枚", "件"};
constexpr auto kNouns = std::to_array<std::string_view>(
    {"radians",    "radian",    "rad",        "ラジアン",  "times",       "time",
     "-fold",      "fold",      "smaller",    "fewer",     "倍",          "回",
     "heads",      "head",      "query",      "ヘッド",    "numbers",     "number",
     "values",     "elements",  "entries",    "cells",     "cell",        "積和演算",
     "parameters", "parameter", "params",     "weights",   "パラメータ",  "パラメーター",
     "matrices",   "matrix",    "queries",    "pairs",     "frequencies", "angles",
     "組",         "positions", "position",   "steps",     "step",        "ステップ",
     "batches",    "batch",     "バッチ",     "examples",  "example",     "samples",
     "例",         "nats",      "nat",        "tokens",    "token",       "words",
     "位置",       "トークン",  "単語",       "語",        "columns",     "rows",
     "列",         "行",        "dimensions", "dimension", "dims",        "dim",
     "次元",       "kinds",     "types",      "different", "種類",        "通り"});

bool is_part_of_word(char c) {
  return begins_name(c) || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

// Whether a text ends in a word that stands by itself: "4 heads" and "4heads", not "n_heads".
bool ends_in(std::string_view text, std::string_view word) {
  if (text.size() <= word.size()) return false;
  const std::string_view end = text.substr(text.size() - word.size());
  if (lower_case(std::string(end)) != word) return false;
  const bool is_ascii = (static_cast<unsigned char>(word.front()) & 0x80U) == 0;
  return !is_ascii || word == "%" || !is_part_of_word(text[text.size() - word.size() - 1]);
}

struct Unit {
  std::string_view word;
  double factor = 1.0;
  bool is_degrees = false, is_noun = false;
};

std::optional<Unit> unit_at_end(std::string_view text) {
  for (const std::string_view word : kShares)
    if (ends_in(text, word)) return Unit{word, 0.01};
  for (const std::string_view word : kDegrees)
    if (ends_in(text, word)) return Unit{word, std::numbers::pi / 180.0, true};
  for (const auto& [word, factor] : kCounts)
    if (ends_in(text, word)) return Unit{word, factor};
  for (const std::string_view word : kCounters)
    if (ends_in(text, word)) return Unit{word};
  for (const std::string_view word : kNouns)
    if (ends_in(text, word)) return Unit{word, 1.0, false, true};
  return std::nullopt;
}

}  // namespace

NumberAndUnit without_units(std::string_view plain,
                            const std::function<bool(const std::string&)>& is_name) {
  constexpr int kMostWords = 4;
  NumberAndUnit result{.number = trimmed(plain)};
  if (result.number.empty() || is_ascii_digit(result.number.back())) return result;
  for (int n_words = 0; n_words < kMostWords; ++n_words) {
    const auto unit = unit_at_end(result.number);
    if (!unit) break;
    const std::size_t rest = result.number.size() - unit->word.size();
    if (is_name(std::string(result.number.substr(rest)))) break;
    if (unit->factor != 1.0 && result.factor != 1.0) break;  // 30 %% is no number
    result.factor *= unit->factor;
    result.is_degrees = result.is_degrees || unit->is_degrees;
    if (unit->is_noun) result.nouns.push_back(unit->word);
    result.number = trimmed(result.number.substr(0, rest));
  }
  return result;
}

bool ends_in_times_sign(std::string_view plain) {
  return ends_in(plain, "×") || ends_in(plain, "x") || ends_in(plain, "times");
}

}  // namespace attn
