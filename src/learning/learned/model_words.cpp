#include "learning/learned/model_words.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "data/words/tokens.hpp"

namespace attn {
namespace {

// "花子が太郎に" as 花子, が, 太郎, に. What no known word begins with is gathered until one does.
void cut_into_known(const std::string& text, const Vocabulary& vocabulary,
                    std::vector<std::string>& tokens) {
  constexpr std::size_t kLongestWord = 32;  // characters
  const std::vector<std::string_view> characters = graphemes_of(text);
  std::string unknown;
  for (std::size_t i = 0; i < characters.size();) {
    std::string word, longest;
    std::size_t n_longest = 0;
    for (std::size_t j = i; j < std::min(characters.size(), i + kLongestWord); ++j) {
      word += characters[j];
      if (!vocabulary.knows(word)) continue;
      longest = word;
      n_longest = j + 1 - i;
    }
    if (n_longest == 0) {
      unknown += characters[i++];
      continue;
    }
    if (!unknown.empty()) tokens.push_back(std::move(unknown));
    unknown.clear();
    tokens.push_back(std::move(longest));
    i += n_longest;
  }
  if (!unknown.empty()) tokens.push_back(std::move(unknown));
}

}  // namespace

std::vector<std::string> model_tokens(std::string_view sentence, const WordsOfModel& known) {
  const std::string text(sentence);
  split_words(text);  // refuses what cannot be shown
  if (known.has_spaces || known.unit == TextUnit::characters) {
    std::vector<std::string> tokens = tokens_of_line(text, known.unit).tokens;
    std::string& first = tokens.front();
    if (!known.vocabulary.knows(first) && known.vocabulary.knows(lower_case(first)))
      first = lower_case(first);
    return tokens;
  }
  std::vector<std::string> tokens;
  std::string with_spaces = text;
  replace_all(with_spaces, "\u3000", " ");
  for (const std::string& part : spaced_words(with_spaces))
    cut_into_known(part, known.vocabulary, tokens);
  return tokens;
}

std::size_t n_unknown(const std::vector<std::string>& tokens, const Vocabulary& vocabulary) {
  return static_cast<std::size_t>(
      std::count_if(tokens.begin(), tokens.end(),
                    [&vocabulary](const std::string& token) { return !vocabulary.knows(token); }));
}

}  // namespace attn
