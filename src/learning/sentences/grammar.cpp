#include "learning/sentences/grammar.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "learning/sentences/english.hpp"
#include "learning/sentences/japanese.hpp"

namespace attn {
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

}  // namespace attn
