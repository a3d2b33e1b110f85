#include "data/words/alignment.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

constexpr std::size_t kMostPairs = 1000;  // a page of text has fewer

PhrasePair phrase_pair(std::string_view text) {
  const std::vector<std::string> sides = split(text, '=');
  if (sides.size() == 2) {
    PhrasePair pair{std::string(trimmed(sides[0])), std::string(trimmed(sides[1]))};
    if (!pair.query.empty() && !pair.key.empty()) return pair;
  }
  throw InputError(
      message("an aligned pair is written QUERIES=KEYS, such as 天気は=The weather, "
              "but this one is \"{}\".",
              preview(std::string(text))));
}

std::string without_blanks(const std::string& phrase) { return joined(spaced_words(phrase), ""); }

// Where the tokens that begin at a place have spelt the phrase; the place itself if they do not.
std::size_t end_of_phrase(const std::vector<std::string>& tokens, std::size_t begin,
                          const std::string& phrase) {
  std::string spelt;
  for (std::size_t end = begin; end < tokens.size() && spelt.size() < phrase.size();) {
    spelt += without_blanks(tokens[end++]);
    if (spelt == phrase) return end;
  }
  return begin;
}

// The tokens of every occurrence of a phrase.
arma::uvec tokens_of_phrase(const std::vector<std::string>& tokens, const std::string& phrase) {
  const std::string letters = without_blanks(phrase);
  arma::uvec is_in(tokens.size(), arma::fill::zeros);
  for (std::size_t begin = 0; begin < tokens.size(); ++begin)
    for (std::size_t k = begin; k < end_of_phrase(tokens, begin, letters); ++k) is_in(k) = 1;
  return arma::find(is_in);
}

void add_missing(std::vector<std::string>& missing, const std::string& phrase) {
  if (std::find(missing.begin(), missing.end(), phrase) == missing.end()) missing.push_back(phrase);
}

}  // namespace

bool has_equals_sign(std::string_view text) {
  return with_ascii_signs(text, "=|").find('=') != std::string::npos;
}

std::vector<PhrasePair> phrase_pairs(std::string_view text) {
  std::vector<PhrasePair> pairs;
  for (const std::string& line : split(with_ascii_signs(text, "=|"), '\n'))
    for (const std::string& pair : split(line, '|'))
      if (!trimmed(pair).empty()) pairs.push_back(phrase_pair(trimmed(pair)));
  if (pairs.size() > kMostPairs)
    throw InputError(message("an alignment has at most {} pairs, and this one has {}.", kMostPairs,
                             pairs.size()));
  if (pairs.empty())
    throw InputError(
        translated("there is no pair in the alignment. Write QUERIES=KEYS, such as 天気は=The "
                   "weather, with | between two pairs."));
  return pairs;
}

AlignedTokens aligned_tokens(const std::vector<std::string>& queries,
                             const std::vector<std::string>& keys,
                             const std::vector<PhrasePair>& pairs) {
  AlignedTokens aligned{arma::mat(queries.size(), keys.size(), arma::fill::zeros), {}, {}};
  for (const PhrasePair& pair : pairs) {
    const arma::uvec rows = tokens_of_phrase(queries, pair.query);
    const arma::uvec cols = tokens_of_phrase(keys, pair.key);
    if (rows.is_empty()) add_missing(aligned.missing_queries, pair.query);
    if (cols.is_empty()) add_missing(aligned.missing_keys, pair.key);
    aligned.shares.submat(rows, cols).fill(1.0);
  }
  arma::vec n_keys = arma::sum(aligned.shares, 1);
  n_keys.replace(0.0, 1.0);
  aligned.shares.each_col() /= n_keys;
  return aligned;
}

}  // namespace attn
