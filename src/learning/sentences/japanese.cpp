#include "learning/sentences/japanese.hpp"

#include <string>
#include <utility>
#include <vector>

#include "learning/sentences/sentence_writer.hpp"
#include "learning/sentences/word_table.hpp"

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

}  // namespace attn
