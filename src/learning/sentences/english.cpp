#include <string>
#include <utility>
#include <vector>

#include "learning/sentences/sentence_tables.hpp"

namespace attn {
namespace {

struct Animal {
  const char *name, *sound;  // Each has a sound of its own: "it" is told by it.
};
constexpr Animal kAnimals[] = {{"cat", "purred"},    {"dog", "barked"}, {"bird", "sang"},
                               {"horse", "neighed"}, {"cow", "mooed"},  {"frog", "croaked"},
                               {"duck", "quacked"},  {"lion", "roared"}};
constexpr const char* kThings[] = {"car", "boat", "lamp", "clock"};

// Who wakes somebody made the noise; who is heard made it, too, and is the other one.
struct CauseVerb {
  const char* verb;
  bool is_subject;  // "it" is the subject
};
constexpr CauseVerb kCauseVerbs[] = {
    {"woke", true}, {"scared", true}, {"heard", false}, {"noticed", false}};

// What animals do and are, and what things do and are.
constexpr const char* kAnimalVerbs[] = {"sat", "slept", "hid", "ran"};
constexpr const char* kThingVerbs[] = {"fell", "stopped", "broke", "shook"};
constexpr const char* kAnimalStates[] = {"tired", "hungry", "cold", "afraid"};
constexpr const char* kThingStates[] = {"old", "heavy", "wet", "loose"};

constexpr const char* kFirstNames[] = {"Mia", "Tom", "Ana", "Ben", "Eva", "Leo", "Ida", "Max"};
constexpr const char* kFamilyNames[] = {"Reed", "Hill", "Cole", "Park",
                                        "Lane", "Shaw", "Wood", "Fox"};
constexpr const char* kActs[] = {"smiled", "left", "slept", "sang"};
constexpr const char* kGifts[] = {"ball", "book", "key", "cup"};

constexpr const char* kLinks[] = {"the",  "because", "it",   "they",    "was", "were",
                                  "near", "met",     "gave", "thanked", "and", "."};

constexpr std::uint32_t kNouns = n_rows(kAnimals) + n_rows(kThings);

// A noun of "cat, …, lion, car, …, clock", by its row.
std::string noun_at(std::uint32_t row, bool plural) {
  const std::string noun =
      row < n_rows(kAnimals) ? kAnimals[row].name : kThings[row - n_rows(kAnimals)];
  return plural ? noun + "s" : noun;
}

// the cat heard the dogs because they barked .
Sentence reference_in_english(Random& random, Split split) {
  const Pattern pattern = draw_pattern(random, split,
                                       {.n_first = n_rows(kAnimals),
                                        .n_second = n_rows(kAnimals),
                                        .n_third = n_rows(kCauseVerbs),
                                        .are_different = true});
  const bool subject_is_plural = draw_yes(random), object_is_plural = draw_yes(random);
  const CauseVerb& cause = kCauseVerbs[pattern.third];
  const bool they = cause.is_subject ? subject_is_plural : object_is_plural;

  SentenceWriter writer(SentenceKind::reference, split == Split::held_out);
  writer.add("the");
  const std::size_t subject = writer.add(noun_at(pattern.first, subject_is_plural));
  writer.add_all({cause.verb, "the"});
  const std::size_t object = writer.add(noun_at(pattern.second, object_is_plural));
  writer.add("because");
  const std::size_t pronoun = writer.add_determined(Determined::pronoun, they ? "they" : "it");
  writer.add_determined(Determined::verb,
                        kAnimals[cause.is_subject ? pattern.first : pattern.second].sound);
  writer.add(".");
  writer.refer({.pronoun = pronoun,
                .antecedent = cause.is_subject ? subject : object,
                .other = cause.is_subject ? object : subject,
                .numbers_differ = subject_is_plural != object_is_plural});
  return std::move(writer).finished();
}

// the cat near the dogs sat because it was tired .    the cat sat because it was tired .
Sentence agreement_in_english(Random& random, Split split) {
  const bool has_other = draw_yes(random, 0.7);
  const Pattern pattern = draw_pattern(random, split,
                                       {.n_first = kNouns,
                                        .n_second = has_other ? kNouns : 1,
                                        .n_third = n_rows(kAnimalVerbs),
                                        .are_different = has_other});
  const bool is_plural = draw_yes(random), other_is_plural = draw_yes(random);
  const bool is_animal = pattern.first < n_rows(kAnimals);

  SentenceWriter writer(SentenceKind::agreement, split == Split::held_out);
  Referent referent;
  writer.add("the");
  referent.antecedent = writer.add(noun_at(pattern.first, is_plural));
  if (has_other) {
    writer.add_all({"near", "the"});
    referent.other = writer.add(noun_at(pattern.second, other_is_plural));
    referent.numbers_differ = is_plural != other_is_plural;
  }
  writer.add((is_animal ? kAnimalVerbs : kThingVerbs)[pattern.third]);
  writer.add("because");
  referent.pronoun = writer.add_determined(Determined::pronoun, is_plural ? "they" : "it");
  writer.add_determined(Determined::be, is_plural ? "were" : "was");
  writer.add(is_animal ? one_of(random, kAnimalStates) : one_of(random, kThingStates));
  writer.add(".");
  writer.refer(referent);
  return std::move(writer).finished();
}

// Mia Reed met Tom Hill . Tom Hill smiled . Mia Reed left .
Sentence names_in_english(Random& random, Split split) {
  const NamePair pair = draw_names(random, split, n_rows(kFirstNames), n_rows(kFamilyNames));
  const bool same_order = draw_yes(random);
  const NamePair::FullName& first = same_order ? pair.one : pair.other;
  const NamePair::FullName& second = same_order ? pair.other : pair.one;

  SentenceWriter writer(SentenceKind::names, split == Split::held_out);
  writer.add_all({kFirstNames[pair.one.front], kFamilyNames[pair.one.back], "met"});
  writer.add_all({kFirstNames[pair.other.front], kFamilyNames[pair.other.back], "."});
  writer.add(kFirstNames[first.front]);  // either of them
  writer.add_determined(Determined::name, kFamilyNames[first.back]);
  writer.add_all({one_of(random, kActs), "."});
  writer.add_determined(Determined::person, kFirstNames[second.front]);
  writer.add_determined(Determined::name, kFamilyNames[second.back]);
  writer.add_all({one_of(random, kActs), "."});
  return std::move(writer).finished();
}

// Mia gave Tom the ball and Tom thanked Mia .
Sentence exchange_in_english(Random& random, Split split) {
  const Pattern pattern = draw_pattern(random, split,
                                       {.n_first = n_rows(kFirstNames),
                                        .n_second = n_rows(kFirstNames),
                                        .n_third = n_rows(kGifts),
                                        .are_different = true});
  const char* giver = kFirstNames[pattern.first];
  const char* receiver = kFirstNames[pattern.second];
  SentenceWriter writer(SentenceKind::exchange, split == Split::held_out);
  writer.add_all({giver, "gave", receiver, "the", kGifts[pattern.third], "and"});
  writer.add_determined(Determined::person, receiver);
  writer.add("thanked");
  writer.add_determined(Determined::person, giver);
  writer.add(".");
  return std::move(writer).finished();
}

std::vector<std::string> english_words() {
  std::vector<std::string> words;
  add_table(words, kLinks);
  for (const bool plural : {false, true})
    for (std::uint32_t row = 0; row < kNouns; ++row) add_once(words, noun_at(row, plural));
  for (const Animal& animal : kAnimals) add_once(words, animal.sound);
  for (const CauseVerb& cause : kCauseVerbs) add_once(words, cause.verb);
  add_table(words, kAnimalVerbs);
  add_table(words, kThingVerbs);
  add_table(words, kAnimalStates);
  add_table(words, kThingStates);
  add_table(words, kFirstNames);
  add_table(words, kFamilyNames);
  add_table(words, kActs);
  add_table(words, kGifts);
  return words;
}

}  // namespace

const Grammar& english_grammar() {
  // Half the sentences are names: to look back for what followed is what takes longest to learn.
  static const Grammar grammar{.language = "en",
                               .rules = {{{SentenceKind::reference, 0.30, reference_in_english},
                                          {SentenceKind::agreement, 0.15, agreement_in_english},
                                          {SentenceKind::names, 0.50, names_in_english},
                                          {SentenceKind::exchange, 0.05, exchange_in_english}}},
                               .words = english_words(),
                               .n_longest = 15};
  return grammar;
}

}  // namespace attn
