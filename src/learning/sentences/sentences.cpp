#include "learning/sentences/sentences.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "base/text.hpp"
#include "learning/sentences/sentence_tables.hpp"

namespace attn {

bool is_held_out(const Pattern& pattern) {
  return (3 * pattern.first + pattern.second + 2 * pattern.third) % 5 == 0;
}

Pattern draw_pattern(Random& random, Split split, const PatternChoices& choices) {
  // One in five is held out, so that this many tries fail only where there is nothing to find.
  constexpr int kTries = 10'000;
  for (int i = 0; i < kTries; ++i) {
    Pattern pattern;  // drawn one after another: the order of a call's arguments is not fixed
    pattern.first = random.below(choices.n_first);
    pattern.second = random.below(choices.n_second);
    pattern.third = random.below(choices.n_third);
    if (choices.are_different && pattern.first == pattern.second) continue;
    if (is_held_out(pattern) == (split == Split::held_out)) return pattern;
  }
  throw std::invalid_argument("draw_pattern: this split has no such pattern");
}

NamePair draw_names(Random& random, Split split, std::uint32_t n_fronts, std::uint32_t n_backs) {
  const Pattern pattern = draw_pattern(
      random, split,
      {.n_first = n_fronts, .n_second = n_fronts, .n_third = n_backs, .are_different = true});
  return {.one = {.front = pattern.first, .back = pattern.third},
          .other = {.front = pattern.second, .back = draw_other(random, n_backs, pattern.third)}};
}

std::uint32_t draw_other(Random& random, std::uint32_t n, std::uint32_t than) {
  if (n < 2) throw std::invalid_argument("draw_other: there is no other number");
  const std::uint32_t drawn = random.below(n - 1);
  return drawn < than ? drawn : drawn + 1;
}

bool draw_yes(Random& random, double chance) { return random.uniform() < chance; }

namespace {

// The rule that a number from [0, 1) falls on, where each takes its share of it.
const SentenceRule& rule_at(const Grammar& grammar, double drawn) {
  for (const SentenceRule& rule : grammar.rules) {
    if (drawn < rule.share) return rule;
    drawn -= rule.share;
  }
  return grammar.rules.back();  // rounding may leave a little
}

}  // namespace

const Grammar& grammar_of(std::string_view language) {
  for (const Grammar* grammar : {&english_grammar(), &japanese_grammar()})
    if (grammar->language == language) return *grammar;
  throw InputError(
      message("There are sentences in English (en) and Japanese (ja), but none in {}. "
              "Choose one of the two.",
              preview(language)));
}

std::vector<Sentence> draw_sentences(const Grammar& grammar, std::size_t n_sentences,
                                     std::uint32_t seed, Split split) {
  Random random(seed);
  std::vector<Sentence> sentences;
  sentences.reserve(n_sentences);
  while (sentences.size() < n_sentences)
    sentences.push_back(rule_at(grammar, random.uniform()).write(random, split));
  return sentences;
}

std::string sentence_text(const Grammar& grammar, const Sentence& sentence) {
  std::string text;
  for (const std::string& word : sentence.words) {
    if (word == kStartWord) continue;
    if (grammar.has_spaces() && !text.empty() && word != ".") text += ' ';
    text += word;
  }
  return text;
}

namespace {

// The word that was meant, of those one writes. At the start of a sentence people write a capital;
// in Japanese, kana for a kanji, or a verb in another form.
std::string word_like(const std::string& word, const std::vector<std::string>& words) {
  const std::string small = lower_case(word), read = word_read_as(word);
  for (const std::string& known : words)
    if (lower_case(known) == small || known == read) return known;
  std::vector<std::string> forms;
  for (const std::string& known : words)
    if (share_kanji_before_hiragana(word, known)) forms.push_back(known);
  const std::string near = nearest(word, forms.empty() ? words : forms);
  return near.empty() && !forms.empty() ? forms.front() : near;
}

}  // namespace

Vocabulary::Vocabulary(const std::vector<std::string>& words) : words_{kPaddingWord, kStartWord} {
  words_.insert(words_.end(), words.begin(), words.end());
  for (std::uint32_t id = 0; id < words_.size(); ++id)
    if (!ids_.emplace(words_[id], id).second)
      throw std::invalid_argument("Vocabulary: " + words_[id] + " comes twice");
}

bool Vocabulary::knows(std::string_view word) const { return ids_.contains(std::string(word)); }

std::uint32_t Vocabulary::id(std::string_view word) const {
  const auto found = ids_.find(std::string(word));
  if (found != ids_.end()) return found->second;
  const std::vector<std::string> written(words_.begin() + 2, words_.end());  // no <pad>, no <s>
  const std::string like = word_like(std::string(word), written);
  if (like.empty())
    throw InputError(
        message("The model knows {} words, and \"{}\" is none of them. Write the "
                "sentence with words that it has learned.",
                written.size(), preview(word)));
  throw InputError(
      message("The model knows {} words, and \"{}\" is none of them. Did you mean \"{}\"?",
              written.size(), preview(word), like));
}

std::vector<std::uint32_t> Vocabulary::ids(const std::vector<std::string>& words) const {
  std::vector<std::uint32_t> found;
  found.reserve(words.size());
  for (const std::string& word : words) found.push_back(id(word));
  return found;
}

}  // namespace attn
