#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "learning/sentences/sentence_tables.hpp"

namespace attn {

namespace {

struct JapaneseAnimal {
  const char *name, *sound;  // Each has a verb of its own: それ is told by it.
};
constexpr JapaneseAnimal kJapaneseAnimals[] = {{"犬", "吠えた"}, {"猫", "鳴いた"}, {"鳥", "飛んだ"},
                                               {"馬", "走った"}, {"魚", "泳いだ"}, {"蛇", "這った"},
                                               {"虫", "光った"}, {"鹿", "跳ねた"}};

// Who wakes somebody is それ; of who is found it is the other one.
struct JapaneseCauseVerb {
  const char* verb;
  bool is_subject;  // それ is the subject
};
constexpr JapaneseCauseVerb kJapaneseCauseVerbs[] = {
    {"起こした", true}, {"驚かせた", true}, {"見つけた", false}, {"覚えた", false}};

// Animals are counted with 匹.
struct CountedThing {
  const char *name, *counter;
};
constexpr CountedThing kCountedThings[] = {{"本", "冊"}, {"車", "台"}, {"紙", "枚"}, {"皿", "枚"}};
constexpr const char* kSites[] = {"庭", "家", "町", "森"};
constexpr const char* kNumbers[] = {"一", "二", "三", "四"};

constexpr const char* kJapaneseFamilyNames[] = {"山田", "田中", "鈴木", "林",
                                                "森田", "小川", "石井", "原"};
constexpr const char* kJapaneseGivenNames[] = {"花子", "太郎", "恵", "健",
                                               "久美", "剛",   "愛", "誠"};
constexpr const char* kJapaneseActs[] = {"笑った", "帰った", "歌った", "寝た"};

constexpr const char* kParticlesAndVerbs[] = {"が",   "を",     "に",     "は", "。",
                                              "それ", "から",   "だ",     "匹", "いる",
                                              "ある", "会った", "渡した", "礼", "言った"};

// 犬が猫を起こした。それが吠えたからだ。    猫を犬が起こした。それが吠えたからだ。
Sentence reference_in_japanese(Random& random, Split split) {
  const Pattern pattern = draw_pattern(random, split,
                                       {.n_first = n_rows(kJapaneseAnimals),
                                        .n_second = n_rows(kJapaneseAnimals),
                                        .n_third = n_rows(kJapaneseCauseVerbs),
                                        .are_different = true});
  const JapaneseCauseVerb& cause = kJapaneseCauseVerbs[pattern.third];
  const char* subject_name = kJapaneseAnimals[pattern.first].name;
  const char* object_name = kJapaneseAnimals[pattern.second].name;

  SentenceWriter writer(SentenceKind::reference, split == Split::held_out);
  std::size_t subject = 0, object = 0;
  const bool object_goes_first = draw_yes(random);
  for (const bool is_object : {object_goes_first, !object_goes_first}) {
    (is_object ? object : subject) = writer.add(is_object ? object_name : subject_name);
    writer.add(is_object ? "を" : "が");
  }
  writer.add_all({cause.verb, "。"});
  const std::size_t pronoun = writer.add("それ");
  writer.add("が");
  writer.add_determined(Determined::verb,
                        kJapaneseAnimals[cause.is_subject ? pattern.first : pattern.second].sound);
  writer.add_all({"から", "だ", "。"});
  writer.refer({.pronoun = pronoun,
                .antecedent = cause.is_subject ? subject : object,
                .other = cause.is_subject ? object : subject});
  return std::move(writer).finished();
}

// 庭に犬が二匹いる。    家に本が三冊ある。
Sentence agreement_in_japanese(Random& random, Split split) {
  const bool is_animal = draw_yes(random);
  const std::uint32_t n_nouns = is_animal ? n_rows(kJapaneseAnimals) : n_rows(kCountedThings);
  const Pattern pattern = draw_pattern(
      random, split, {.n_first = n_nouns, .n_second = n_rows(kSites), .n_third = n_rows(kNumbers)});

  SentenceWriter writer(SentenceKind::agreement, split == Split::held_out);
  writer.add_all({kSites[pattern.second], "に"});
  writer.add(is_animal ? kJapaneseAnimals[pattern.first].name : kCountedThings[pattern.first].name);
  writer.add_all({"が", kNumbers[pattern.third]});
  writer.add_determined(Determined::counter,
                        is_animal ? "匹" : kCountedThings[pattern.first].counter);
  writer.add_determined(Determined::be, is_animal ? "いる" : "ある");
  writer.add("。");
  return std::move(writer).finished();
}

// 山田花子が田中太郎に会った。田中太郎は笑った。山田花子は帰った。
Sentence names_in_japanese(Random& random, Split split) {
  const NamePair pair =
      draw_names(random, split, n_rows(kJapaneseFamilyNames), n_rows(kJapaneseGivenNames));
  const bool same_order = draw_yes(random);
  const NamePair::FullName& first = same_order ? pair.one : pair.other;
  const NamePair::FullName& second = same_order ? pair.other : pair.one;

  SentenceWriter writer(SentenceKind::names, split == Split::held_out);
  writer.add_all({kJapaneseFamilyNames[pair.one.front], kJapaneseGivenNames[pair.one.back], "が"});
  writer.add_all(
      {kJapaneseFamilyNames[pair.other.front], kJapaneseGivenNames[pair.other.back], "に"});
  writer.add_all({"会った", "。"});
  writer.add(kJapaneseFamilyNames[first.front]);  // either of them
  writer.add_determined(Determined::name, kJapaneseGivenNames[first.back]);
  writer.add_all({"は", one_of(random, kJapaneseActs), "。"});
  writer.add_determined(Determined::person, kJapaneseFamilyNames[second.front]);
  writer.add_determined(Determined::name, kJapaneseGivenNames[second.back]);
  writer.add_all({"は", one_of(random, kJapaneseActs), "。"});
  return std::move(writer).finished();
}

// 花子が太郎に本を渡した。太郎は花子に礼を言った。
Sentence exchange_in_japanese(Random& random, Split split) {
  const Pattern pattern = draw_pattern(random, split,
                                       {.n_first = n_rows(kJapaneseGivenNames),
                                        .n_second = n_rows(kJapaneseGivenNames),
                                        .n_third = n_rows(kCountedThings),
                                        .are_different = true});
  const char* giver = kJapaneseGivenNames[pattern.first];
  const char* receiver = kJapaneseGivenNames[pattern.second];
  SentenceWriter writer(SentenceKind::exchange, split == Split::held_out);
  writer.add_all({giver, "が", receiver, "に", kCountedThings[pattern.third].name, "を"});
  writer.add_all({"渡した", "。"});
  writer.add_determined(Determined::person, receiver);
  writer.add("は");
  writer.add_determined(Determined::person, giver);
  writer.add_all({"に", "礼", "を", "言った", "。"});
  return std::move(writer).finished();
}

std::vector<std::string> japanese_words() {
  std::vector<std::string> words;
  add_table(words, kParticlesAndVerbs);
  for (const JapaneseAnimal& animal : kJapaneseAnimals) add_once(words, animal.name);
  for (const JapaneseAnimal& animal : kJapaneseAnimals) add_once(words, animal.sound);
  for (const JapaneseCauseVerb& cause : kJapaneseCauseVerbs) add_once(words, cause.verb);
  for (const CountedThing& thing : kCountedThings) add_once(words, thing.name);
  for (const CountedThing& thing : kCountedThings) add_once(words, thing.counter);
  add_table(words, kSites);
  add_table(words, kNumbers);
  add_table(words, kJapaneseFamilyNames);
  add_table(words, kJapaneseGivenNames);
  add_table(words, kJapaneseActs);
  return words;
}

}  // namespace

const Grammar& japanese_grammar() {
  // それ says nothing about its noun's number, so most sentences are about finding that noun.
  static const Grammar grammar{.language = "ja",
                               .rules = {{{SentenceKind::reference, 0.6, reference_in_japanese},
                                          {SentenceKind::agreement, 0.1, agreement_in_japanese},
                                          {SentenceKind::names, 0.2, names_in_japanese},
                                          {SentenceKind::exchange, 0.1, exchange_in_japanese}}},
                               .words = japanese_words(),
                               .n_longest = 19};
  return grammar;
}

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
