#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "examples/by_hand.hpp"
#include "examples/weight_init.hpp"

namespace attn {

/// Where words get their numbers from.
struct WordModel {
  enum class Kind {
    whole,  ///< small whole numbers, a word's own in every sentence; without a seed by-hand's
    numpy,  ///< normal numbers in the order in which NumPy code draws them
  } kind = Kind::whole;
  std::optional<std::uint32_t> seed;
  WeightInit init{};  ///< with Kind::numpy: how its weights start
  arma::uword d_model = 4, d_k = 4, d_v = 4;
};

inline constexpr Named<WordModel::Kind> kWordModels[] = {{WordModel::Kind::whole, "whole"},
                                                         {WordModel::Kind::numpy, "numpy"}};

/// Embeddings of words.
/// Shapes:  X (n_q × d_model), memory (n_k × d_model) where there is another sequence
struct WordEmbeddings {
  arma::mat X;
  std::optional<arma::mat> memory;
};

/// What a model makes of words.
struct WordNumbers : WordEmbeddings {
  ExampleWeights weights;
};

/// The numbers of words, and of those of another sequence where there are any.
///
/// Kind::numpy draws from one stream: X, then W_Q, W_K and W_V, then the other sequence.
///
/// Errors:  InputError if a width is 0.
WordNumbers word_numbers(const WordModel& model, const std::vector<std::string>& words,
                         const std::vector<std::string>& other_words);

/// The embeddings alone: X, then the other sequence.
///
/// Errors:  InputError if d_model is 0.
WordEmbeddings word_embeddings(const WordModel& model, const std::vector<std::string>& words,
                               const std::vector<std::string>& other_words);

/// The model's name: "by-hand", "seed 7" or "numpy seed 42".
std::string name_of(const WordModel& model);

}  // namespace attn
