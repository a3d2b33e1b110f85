#include "examples/word_model.hpp"

#include "data/random/random.hpp"

namespace attn {
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

}  // namespace attn
