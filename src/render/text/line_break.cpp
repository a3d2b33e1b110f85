#include "render/text/line_break.hpp"

#include <string_view>

#include "render/text/display_width.hpp"

namespace attn {
namespace {

enum class Script { hiragana, katakana, kanji, number, latin, mark };

constexpr unsigned kInsideWord = 10;      // between two kanji, or two hiragana
constexpr unsigned kBeforeEnding = 6;     // 表示|する, マスク|を
constexpr unsigned kNeverWillingly = 30;  // inside マスク, between 2 and つ

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

}  // namespace

unsigned break_cost(std::string_view before, std::string_view after, bool is_spaced) {
  const Script left = script_of(before), right = script_of(after);
  if (left == Script::number && is_kana_or_kanji(right)) return kNeverWillingly;
  if (before == "第" && right == Script::number) return kNeverWillingly;
  if (is_spaced || !is_kana_or_kanji(left) || !is_kana_or_kanji(right)) return 0;
  if (left == Script::katakana && right == Script::katakana) return kNeverWillingly;
  if (before == "を") return 0;  // always a particle
  if (left == right) return kInsideWord;
  return right == Script::hiragana ? kBeforeEnding : 0;
}

}  // namespace attn
