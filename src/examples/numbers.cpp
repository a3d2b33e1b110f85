#include "examples/numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <stdexcept>

#include "base/message.hpp"

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
  if (width == 0)
    throw InputError(message("{} must be at least 1, but it is {}. Try 4.", name, width));
}

/// Drawn again while it is all zeros: such a row or matrix would have nothing to show.
arma::mat nonzero_matrix(Random& random, arma::uword n_rows, arma::uword n_cols,
                         std::span<const int> choices) {
  arma::mat drawn = whole_number_matrix(random, n_rows, n_cols, choices);
  while (drawn.is_zero()) drawn = whole_number_matrix(random, n_rows, n_cols, choices);
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
    if (const auto stored = by_hand_embedding(word)) return *stored;
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
    if (stored.word == word) return arma::rowvec(stored.row.data(), kStoredWidth);
  }
  return std::nullopt;
}

arma::mat whole_number_embeddings(const std::vector<std::string>& words, arma::uword d_model,
                                  std::optional<std::uint32_t> seed) {
  require_width("d_model", d_model);
  arma::mat X(words.size(), d_model);
  for (arma::uword i = 0; i < X.n_rows; ++i) X.row(i) = embedding(words[i], d_model, seed);
  return X;
}

ExampleWeights whole_number_weights(arma::uword d_model, arma::uword d_k, arma::uword d_v,
                                    std::optional<std::uint32_t> seed) {
  require_width("d_model", d_model);
  require_width("d_k", d_k);
  require_width("d_v", d_v);
  if (!seed && d_model == kStoredWidth && d_k == kStoredWidth && d_v == kStoredWidth)
    return by_hand_weights();
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

double init_bound(const WeightInit& init, arma::uword fan_in, arma::uword fan_out) {
  const auto n_in = static_cast<double>(fan_in), n_out = static_cast<double>(fan_out);
  switch (init.kind) {
    case WeightInit::Kind::xavier:
      return std::sqrt(6.0 / (n_in + n_out));
    case WeightInit::Kind::torch:
      return 1.0 / std::sqrt(n_in);
    case WeightInit::Kind::factor:
      break;
  }
  throw std::invalid_argument("init_bound: normal numbers have no bound");
}

double projected_variance(const WeightInit& init, arma::uword fan_in, arma::uword fan_out) {
  const auto n_in = static_cast<double>(fan_in);
  if (init.kind == WeightInit::Kind::factor) return n_in * init.factor * init.factor;
  const double bound = init_bound(init, fan_in, fan_out);
  return n_in * bound * bound / 3.0;
}

arma::mat initial_weight(Random& random, const WeightInit& init, arma::uword fan_in,
                         arma::uword fan_out, arma::uword n_cols) {
  if (init.kind == WeightInit::Kind::factor)
    return normal_matrix(random, fan_in, n_cols, init.factor);
  return uniform_matrix(random, fan_in, n_cols, init_bound(init, fan_in, fan_out));
}

arma::mat initial_bias(Random& random, const WeightInit& init, arma::uword fan_in,
                       arma::uword fan_out) {
  switch (init.kind) {
    case WeightInit::Kind::xavier:
      return {1, fan_out, arma::fill::zeros};
    case WeightInit::Kind::torch:
      return uniform_matrix(random, 1, fan_out, init_bound(init, fan_in, fan_out));
    case WeightInit::Kind::factor:
      break;
  }
  return normal_matrix(random, 1, fan_out, init.factor);
}

namespace {

WordEmbeddings whole_embeddings(const WordModel& model, const std::vector<std::string>& words,
                                const std::vector<std::string>& other_words) {
  WordEmbeddings numbers{.X = whole_number_embeddings(words, model.d_model, model.seed),
                         .memory = {}};
  if (!other_words.empty())
    numbers.memory = whole_number_embeddings(other_words, model.d_model, model.seed);
  return numbers;
}

WordNumbers whole_numbers(const WordModel& model, const std::vector<std::string>& words,
                          const std::vector<std::string>& other_words) {
  WordNumbers numbers;
  static_cast<WordEmbeddings&>(numbers) = whole_embeddings(model, words, other_words);
  numbers.weights = whole_number_weights(model.d_model, model.d_k, model.d_v, model.seed);
  return numbers;
}

WordNumbers numpy_numbers(const WordModel& model, arma::uword n_words, arma::uword n_other_words) {
  Random random(model.seed.value_or(0));
  WordNumbers numbers;  // one statement each: the order of the draws is part of the result
  numbers.X = normal_matrix(random, n_words, model.d_model, 1.0);
  const auto weight = [&](arma::uword width) {
    return initial_weight(random, model.init, model.d_model, width, width);
  };
  numbers.weights.W_Q = weight(model.d_k);
  numbers.weights.W_K = weight(model.d_k);
  numbers.weights.W_V = weight(model.d_v);
  if (n_other_words > 0) numbers.memory = normal_matrix(random, n_other_words, model.d_model, 1.0);
  return numbers;
}

}  // namespace

WordNumbers word_numbers(const WordModel& model, const std::vector<std::string>& words,
                         const std::vector<std::string>& other_words) {
  return model.kind == WordModel::Kind::numpy
             ? numpy_numbers(model, words.size(), other_words.size())
             : whole_numbers(model, words, other_words);
}

WordEmbeddings word_embeddings(const WordModel& model, const std::vector<std::string>& words,
                               const std::vector<std::string>& other_words) {
  if (model.kind == WordModel::Kind::whole) return whole_embeddings(model, words, other_words);
  Random random(model.seed.value_or(0));
  WordEmbeddings numbers;
  numbers.X = normal_matrix(random, words.size(), model.d_model, 1.0);
  if (!other_words.empty())
    numbers.memory = normal_matrix(random, other_words.size(), model.d_model, 1.0);
  return numbers;
}

std::string name_of(const WordModel& model) {
  const std::string seed = "seed " + std::to_string(model.seed.value_or(0));
  if (model.kind == WordModel::Kind::numpy) return "numpy " + seed;
  return model.seed ? seed : "by-hand";
}

namespace {

MultiHeadWeights whole_numbers(const HeadModel& model) {
  const arma::uword width = model.n_heads * model.d_head;
  const arma::uword kv_width = model.n_kv_heads * model.d_head;
  ExampleWeights one_head = whole_number_weights(model.d_model, width, width, model.seed);
  const auto drawn = [&model](const char* name, arma::uword n_rows, arma::uword n_cols) {
    return whole_number_weight(name, n_rows, n_cols, model.seed);
  };
  MultiHeadWeights weights;
  weights.W_Q = std::move(one_head.W_Q);
  const bool same_source = model.d_source == model.d_model;
  weights.W_K = same_source ? arma::mat(one_head.W_K.head_cols(kv_width))
                            : drawn("W_K", model.d_source, kv_width);
  weights.W_V = same_source ? arma::mat(one_head.W_V.head_cols(kv_width))
                            : drawn("W_V", model.d_source, kv_width);
  weights.W_O = drawn("W_O", width, model.d_model);
  if (!model.bias) return weights;
  weights.b_Q = drawn("b_Q", 1, width);
  weights.b_K = drawn("b_K", 1, kv_width);
  weights.b_V = drawn("b_V", 1, kv_width);
  weights.b_O = drawn("b_O", 1, model.d_model);
  return weights;
}

// The heads' matrices side by side, drawn one after another.
arma::mat initial_heads(Random& random, const WeightInit& init, arma::uword n_heads,
                        arma::uword n_rows, arma::uword d_head) {
  arma::mat joined(n_rows, n_heads * d_head);
  for (arma::uword head = 0; head < n_heads; ++head)
    joined.cols(head * d_head, (head + 1) * d_head - 1) =
        initial_weight(random, init, n_rows, joined.n_cols, d_head);
  return joined;
}

MultiHeadWeights numpy_numbers(const HeadModel& model) {
  Random random(model.seed.value_or(0));
  const arma::uword width = model.n_heads * model.d_head;
  MultiHeadWeights weights;  // one statement each: the order of the draws is part of the result
  const auto heads = [&](arma::uword n_heads, arma::uword n_rows) {
    return initial_heads(random, model.init, n_heads, n_rows, model.d_head);
  };
  weights.W_Q = heads(model.n_heads, model.d_model);
  weights.W_K = heads(model.n_kv_heads, model.d_source);
  weights.W_V = heads(model.n_kv_heads, model.d_source);
  weights.W_O = initial_weight(random, model.init, width, model.d_model, model.d_model);
  if (!model.bias) return weights;
  const auto bias = [&](const arma::mat& W) {
    return initial_bias(random, model.init, W.n_rows, W.n_cols);
  };
  weights.b_Q = bias(weights.W_Q);
  weights.b_K = bias(weights.W_K);
  weights.b_V = bias(weights.W_V);
  weights.b_O = bias(weights.W_O);
  return weights;
}

}  // namespace

MultiHeadWeights head_weights(const HeadModel& model) {
  return model.kind == WordModel::Kind::numpy ? numpy_numbers(model) : whole_numbers(model);
}

namespace {

constexpr double kInitialDeviation = 0.02;

arma::rowvec repeated(const std::array<double, 4>& numbers, arma::uword n) {
  arma::rowvec row(n);
  for (arma::uword j = 0; j < n; ++j) row(j) = numbers[j % numbers.size()];
  return row;
}

}  // namespace

arma::mat untrained_positions(arma::uword max_length, arma::uword d_model, std::uint32_t seed) {
  Random random(seed);
  return normal_matrix(random, max_length, d_model, kInitialDeviation);
}

arma::rowvec example_query(arma::uword d_head) { return repeated({1, 2, 3, 4}, d_head); }

arma::rowvec example_key(arma::uword d_head) { return repeated({2, -1, 0, 1}, d_head); }

}  // namespace attn
