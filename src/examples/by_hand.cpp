#include "examples/by_hand.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/message.hpp"
#include "data/random/random.hpp"

namespace attn {
namespace {

constexpr arma::uword kStoredWidth = 4;

// Small numbers are likelier, so that every product can be worked out in one's head.
constexpr std::array kEmbeddingChoices{-2, -1, -1, 0, 0, 0, 1, 1, 2};

// -1, 1 and zeros: so many zeros that products and scores stay small enough to check by hand, and
// softmax does not saturate. At d_model 4 there are four; wider vectors need more, since the
// variance of a scaled score is (d_model times the share of entries that are not zero)², up to a
// constant.
std::vector<int> weight_choices(arma::uword d_model) {
  const arma::uword n_zeros =
      std::max<arma::uword>(4, (3 * d_model) / 2 - std::min<arma::uword>(2, d_model));
  std::vector<int> choices(n_zeros, 0);
  choices.push_back(-1);
  choices.push_back(1);
  return choices;
}

// The seed of the words when the user gives none. Chosen by looking: with it, the words of "The cat
// sat on the mat" and 「猫 が 魚 を 食べた」 get unlike rows, with 0 two of them are nearly the
// same and scores reach 12.
constexpr std::uint32_t kWordSeed = 961;

struct StoredRow {
  std::string_view word;
  std::array<double, kStoredWidth> row;
};

constexpr std::array<StoredRow, 4> kStoredRows{{
    {"The", {1, 0, 1, 0}},
    {"cat", {0, 2, 0, 1}},
    {"sat", {1, 1, 0, 2}},
    {"down", {0, 1, 2, 0}},
}};

void require_width(std::string_view name, arma::uword width) {
  if (width == 0) {
    throw InputError(message("{} must be at least 1, but it is {}. Try 4.", name, width));
  }
}

/// Drawn again while it is all zeros: such a row or matrix would have nothing to show.
arma::mat nonzero_matrix(Random& random, arma::uword n_rows, arma::uword n_cols,
                         std::span<const int> choices) {
  arma::mat drawn = whole_number_matrix(random, n_rows, n_cols, choices);
  while (drawn.is_zero()) {
    drawn = whole_number_matrix(random, n_rows, n_cols, choices);
  }
  return drawn;
}

// "on" would be drawn so that in "cat sat on mat" all its scores are those of "cat" plus one
// number: the same weights and the same output for two different words. This is a later draw from
// the same stream, with which they differ there and in longer sentences.
constexpr StoredRow kUnlikeCat{"on", {1, -1, -2, 0}};

// Another word with such a row could not be told from the stored one. Whatever the sentence, it is
// drawn again, since the row of a word must not depend on its neighbours.
bool is_stored(const arma::rowvec& row) {
  return std::any_of(kStoredRows.begin(), kStoredRows.end(), [&row](const StoredRow& stored) {
    return std::equal(row.begin(), row.end(), stored.row.begin());
  });
}

arma::rowvec embedding(std::string_view word, arma::uword d_model,
                       std::optional<std::uint32_t> seed) {
  if (!seed && d_model == kStoredWidth) {
    if (const auto stored = by_hand_embedding(word)) {
      return *stored;
    }
  }
  if (!seed && d_model == kStoredWidth && word == kUnlikeCat.word)
    return {kUnlikeCat.row.data(), kStoredWidth};
  Random random(seed_of(seed.value_or(kWordSeed), word));
  arma::rowvec row = nonzero_matrix(random, 1, d_model, kEmbeddingChoices);
  if (seed || d_model != kStoredWidth) return row;
  while (is_stored(row)) row = nonzero_matrix(random, 1, d_model, kEmbeddingChoices);
  return row;
}

}  // namespace

ExampleWeights by_hand_weights() {
  return {
      .W_Q = {{0, 1, -1, 0}, {0, 0, 0, -1}, {1, 0, 0, 0}, {-1, 0, 1, 0}},
      .W_K = {{0, 1, 0, 0}, {-1, -1, 0, 0}, {1, 0, 1, 1}, {1, 0, 1, 0}},
      .W_V = {{-1, 0, 0, -1}, {0, 1, -1, 0}, {0, 1, -1, 0}, {-1, 0, 1, 0}},
  };
}

std::optional<arma::rowvec> by_hand_embedding(std::string_view word) {
  for (const StoredRow& stored : kStoredRows) {
    if (stored.word == word) {
      return arma::rowvec(stored.row.data(), kStoredWidth);
    }
  }
  return std::nullopt;
}

arma::mat whole_number_embeddings(const std::vector<std::string>& words, arma::uword d_model,
                                  std::optional<std::uint32_t> seed) {
  require_width("d_model", d_model);
  arma::mat X(words.size(), d_model);
  for (arma::uword i = 0; i < X.n_rows; ++i) {
    X.row(i) = embedding(words[i], d_model, seed);
  }
  return X;
}

ExampleWeights whole_number_weights(arma::uword d_model, arma::uword d_k, arma::uword d_v,
                                    std::optional<std::uint32_t> seed) {
  require_width("d_model", d_model);
  require_width("d_k", d_k);
  require_width("d_v", d_v);
  if (!seed && d_model == kStoredWidth && d_k == kStoredWidth && d_v == kStoredWidth) {
    return by_hand_weights();
  }
  Random random(seed.value_or(0));
  const std::vector<int> choices = weight_choices(d_model);
  ExampleWeights weights;  // one statement each: the order of the draws is part of the result
  weights.W_Q = nonzero_matrix(random, d_model, d_k, choices);
  weights.W_K = nonzero_matrix(random, d_model, d_k, choices);
  weights.W_V = nonzero_matrix(random, d_model, d_v, choices);
  return weights;
}

arma::mat whole_number_weight(std::string_view name, arma::uword n_rows, arma::uword n_cols,
                              std::optional<std::uint32_t> seed) {
  require_width(name, n_rows);
  require_width(name, n_cols);
  Random random(seed_of(seed.value_or(0), name));
  return nonzero_matrix(random, n_rows, n_cols, weight_choices(n_rows));
}

}  // namespace attn
