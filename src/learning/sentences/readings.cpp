#include "learning/sentences/readings.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/text.hpp"

namespace attn {
namespace {

struct WordWithReading {
  const char *word, *hiragana;
};
// Where a word can be read in several ways, the one of a name or a noun that stands alone.
constexpr WordWithReading kReadings[] = {
    {"犬", "いぬ"},           {"猫", "ねこ"},           {"鳥", "とり"},
    {"馬", "うま"},           {"魚", "さかな"},         {"蛇", "へび"},
    {"虫", "むし"},           {"鹿", "しか"},           {"吠えた", "ほえた"},
    {"鳴いた", "ないた"},     {"飛んだ", "とんだ"},     {"走った", "はしった"},
    {"泳いだ", "およいだ"},   {"這った", "はった"},     {"光った", "ひかった"},
    {"跳ねた", "はねた"},     {"起こした", "おこした"}, {"驚かせた", "おどろかせた"},
    {"見つけた", "みつけた"}, {"覚えた", "おぼえた"},   {"会った", "あった"},
    {"渡した", "わたした"},   {"言った", "いった"},     {"笑った", "わらった"},
    {"帰った", "かえった"},   {"歌った", "うたった"},   {"寝た", "ねた"},
    {"礼", "れい"},           {"本", "ほん"},           {"車", "くるま"},
    {"紙", "かみ"},           {"皿", "さら"},           {"庭", "にわ"},
    {"家", "いえ"},           {"町", "まち"},           {"森", "もり"},
    {"山田", "やまだ"},       {"田中", "たなか"},       {"鈴木", "すずき"},
    {"林", "はやし"},         {"森田", "もりた"},       {"小川", "おがわ"},
    {"石井", "いしい"},       {"原", "はら"},           {"花子", "はなこ"},
    {"太郎", "たろう"},       {"恵", "めぐみ"},         {"健", "けん"},
    {"久美", "くみ"},         {"剛", "つよし"},         {"愛", "あい"},
    {"誠", "まこと"}};

bool is_hiragana(std::int32_t character) { return character >= 0x3041 && character <= 0x3096; }

bool is_kanji(std::int32_t character) { return character >= 0x4E00 && character <= 0x9FFF; }

// Each katakana lies as far behind its hiragana, and both take three bytes.
std::string in_hiragana(std::string_view kana) {
  constexpr std::int32_t kFirst = 0x30A1, kLast = 0x30F6, kDistance = 0x60;
  std::string result;
  while (!kana.empty()) {
    const CodePoint character = first_code_point(kana);
    const std::int32_t value = character.value - kDistance;
    if (character.value >= kFirst && character.value <= kLast)
      for (const std::int32_t byte :
           {0xE0 | value >> 12, 0x80 | (value >> 6 & 0x3F), 0x80 | (value & 0x3F)})
        result += static_cast<char>(byte);
    else
      result += kana.substr(0, character.n_bytes);
    kana.remove_prefix(character.n_bytes);
  }
  return result;
}

bool is_kanji_with_hiragana(std::string_view word) {
  if (word.empty()) return false;
  const CodePoint first = first_code_point(word);
  if (!is_kanji(first.value) || word.size() == first.n_bytes) return false;
  return is_hiragana(first_code_point(word.substr(first.n_bytes)).value);
}

}  // namespace

std::string word_read_as(std::string_view kana) {
  const auto* const found =
      std::find_if(std::begin(kReadings), std::end(kReadings),
                   [reading = in_hiragana(kana)](const WordWithReading& known) {
                     return known.hiragana == reading;
                   });
  return found == std::end(kReadings) ? "" : found->word;
}

bool share_kanji_before_hiragana(std::string_view word, std::string_view other) {
  if (!is_kanji_with_hiragana(word) || !is_kanji_with_hiragana(other)) return false;
  const std::size_t size = first_code_point(word).n_bytes;
  return word.substr(0, size) == other.substr(0, size);
}

}  // namespace attn
