#include "learning/sentences/vocabulary.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "base/text.hpp"
#include "learning/sentences/readings.hpp"

namespace attn {
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

std::vector<std::uint32_t> Vocabulary::padded_ids(const std::vector<Sentence>& sentences,
                                                  std::size_t length) const {
  std::vector<std::uint32_t> padded;
  padded.reserve(sentences.size() * length);
  for (const Sentence& sentence : sentences) {
    if (sentence.words.size() > length)
      throw std::invalid_argument("Vocabulary::padded_ids: a sentence is longer than that");
    for (const std::string& word : sentence.words) padded.push_back(id(word));
    padded.insert(padded.end(), length - sentence.words.size(), kPadding);
  }
  return padded;
}

}  // namespace attn
