#include "render/text/line_break.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "render/text/display_width.hpp"

namespace attn {
namespace {

enum class Script { hiragana, katakana, kanji, number, latin, mark };

constexpr std::string_view kOperators[] = {"=", "×",  "≤",  "≥",  "<",  ">",  "+", "−", "·",
                                           "⋅", "∈",  "≠",  "≈",  "/",  "→",  "-", "*", "~",
                                           "^", "~=", "<=", ">=", "!=", "->", "Σ", "∘"};
constexpr std::string_view kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "byte", "bytes",
                                       "s", "ms",  "µs",  "us",  "ns",  "%"};
constexpr std::string_view kUnitEnds[] = {"FLOP", "FLOPs", "MAC", "MACs"};  // GFLOP, too
constexpr std::string_view kFunctions[] = {"ln", "log", "exp", "sin", "cos"};
// What is counted in them stands before: "n 個".
constexpr std::string_view kCounters = "個行列次番つ回本層語倍乗桁位";
// These kanji go on with a word whose first part ends in hiragana: 埋め込み, 割り算, 繰り返す.
constexpr std::string_view kStemEnds = "りみきしめてえけせべびちいぜ",
                           kGoOn = "込返算方替換続直合切加捨出除取";
// Of all places within hiragana the best are behind these: して|ください, では|ありません.
constexpr std::string_view kOftenEnds = "てはば";
constexpr std::string_view kClosing = "」』）】〉》)";

bool holds(std::string_view marks, std::string_view grapheme) {
  return marks.find(grapheme) != std::string_view::npos;
}

// The order of UTF-8 is that of the code points.
Script script_of(std::string_view grapheme) {
  if (grapheme >= "ぁ" && grapheme <= "ゟ") return Script::hiragana;
  if (grapheme >= "ァ" && grapheme <= "ヿ" && grapheme != "・") return Script::katakana;
  if (grapheme == "々" || (grapheme >= "㐀" && grapheme <= "鿿")) return Script::kanji;
  if (grapheme >= "0" && grapheme <= "9") return Script::number;
  return display_width(grapheme) > 1 ? Script::mark : Script::latin;
}

bool is_kana_or_kanji(Script script) {
  return script == Script::hiragana || script == Script::katakana || script == Script::kanji;
}

template <typename Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// A word without the marks behind it: "FLOP" of "FLOP)、".
std::string_view without_marks(std::string_view word) {
  std::size_t size = 0;
  for (const std::string_view grapheme : graphemes_of(word)) {
    if (holds("、。，．）」,.;:)", grapheme)) break;
    size += grapheme.size();
  }
  return word.substr(0, size);
}

bool is_unit(std::string_view word) {
  const auto ends = [word](std::string_view end) { return word.ends_with(end); };
  return is_one_of(kUnits, word) || std::any_of(std::begin(kUnitEnds), std::end(kUnitEnds), ends);
}

// "n", "d_k", "Kᵀ", "T^2": names of numbers and matrices, which stand beside one another for a
// product, and which a counter follows like a number.
bool is_variable(std::string_view word) {
  if (word.starts_with('(')) word.remove_prefix(1);
  const bool is_letter =
      !word.empty() && ((word[0] >= 'A' && word[0] <= 'Z') || (word[0] >= 'a' && word[0] <= 'z'));
  if (!is_letter || word == "a" || word == "I") return false;
  const std::string_view rest = word.substr(1);
  return rest.empty() || rest == "ᵀ" || rest == "'" || rest.starts_with('_') ||
         rest.starts_with('^');
}

// "PE(p,": what was called goes on behind the comma.
bool is_open(std::string_view word) {
  const std::size_t bracket = word.find_last_of("([");
  return bracket != std::string_view::npos && bracket > 0 &&
         word.find_first_of(")]", bracket) == std::string_view::npos;
}

bool is_within_formula(std::string_view before, std::string_view after, Script left, Script right) {
  if (is_one_of(kOperators, before) || is_one_of(kOperators, after)) return true;
  const std::string_view next = without_marks(after);
  if (left == Script::number && (is_unit(next) || is_variable(next) || next == "x")) return true;
  if (before == "x" && right == Script::number) return true;
  if (is_one_of(kFunctions, before) || is_open(before)) return true;
  if (before.starts_with("--") && after.starts_with('"')) return true;  // a flag and its value
  if (before.ends_with("attn") && right == Script::latin)
    return true;  // what is run and its command
  return is_variable(before) && is_variable(next);
}

}  // namespace

unsigned break_cost(std::string_view before, std::string_view after, bool is_spaced,
                    unsigned room) {
  const std::string_view last = graphemes_of(before).back(), next = graphemes_of(after).front();
  const Script left = script_of(last), right = script_of(next);
  const unsigned third = room / 3 + 1, between_scripts = room / 4, inside_hiragana = third + 8,
                 never_willingly = std::max(room / 2, third + 12);
  if (left == Script::number && is_kana_or_kanji(right)) return never_willingly;
  if (last == "第" && right == Script::number) return never_willingly;
  if (!is_spaced && next == "ん") return never_willingly;
  if (is_spaced && is_within_formula(before, after, left, right)) return third;
  if (left == Script::latin && right == Script::hiragana) return third;
  if (left == Script::latin && is_variable(before) && holds(kCounters, next)) return third;
  if (right == Script::hiragana && holds(kClosing, last)) return third;
  if (is_spaced || !is_kana_or_kanji(left) || !is_kana_or_kanji(right)) return 0;
  if (left == Script::katakana && right == Script::katakana) return never_willingly;
  if (last == "を") return 0;  // always a particle
  if (left == Script::hiragana && right == Script::hiragana)
    return holds(kOftenEnds, last) ? third : inside_hiragana;
  if (left == Script::hiragana) return holds(kStemEnds, last) && holds(kGoOn, next) ? third : 0;
  return left == right || right == Script::hiragana ? third : between_scripts;
}

}  // namespace attn
