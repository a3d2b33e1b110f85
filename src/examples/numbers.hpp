// Small numbers for any words: vectors, weights and positions where no file gives them.
#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/named.hpp"
#include "core/heads.hpp"
#include "data/random/random.hpp"

namespace attn {

/// The three projections of one head.
struct ExampleWeights {
  arma::mat W_Q;  ///< (d_model × d_k)
  arma::mat W_K;  ///< (d_model × d_k)
  arma::mat W_V;  ///< (d_model × d_v)
};

/// The stored weights of the by-hand example, whose stages are whole numbers as far as the scores.
///
/// Shapes:  W_Q, W_K, W_V (4 × 4)
ExampleWeights by_hand_weights();

/// The stored row of "The", "cat", "sat" or "down"; nothing for any other word. Capitals count.
///
/// Shapes:  (1 × 4)
std::optional<arma::rowvec> by_hand_embedding(std::string_view word);

/// One row of small whole numbers per word, never all zeros.
/// The same word has the same row in every sentence and at every position, so that two orders of
/// a sentence, or a sentence and its beginning, can be compared. Words of the by-hand example have
/// their stored rows when there is no seed and d_model is 4, and no other word has one of these;
/// all others are drawn from the word. Two of them may have the same row.
///
/// Shapes:  (number of words × d_model)
/// Units:   whole numbers from -2 to 2
/// Errors:  InputError if d_model is 0.
arma::mat whole_number_embeddings(const std::vector<std::string>& words, arma::uword d_model,
                                  std::optional<std::uint32_t> seed);

/// Weights of small whole numbers, no matrix of them all zeros: the stored ones when there is no
/// seed and all three widths are 4, else W_Q, W_K and W_V drawn in that order.
///
/// Shapes:  W_Q, W_K (d_model × d_k), W_V (d_model × d_v)
/// Units:   -1, 0 or 1
/// Errors:  InputError if a width is 0.
ExampleWeights whole_number_weights(arma::uword d_model, arma::uword d_k, arma::uword d_v,
                                    std::optional<std::uint32_t> seed);

/// One more weight matrix of small whole numbers, not all zeros, drawn from the seed and its name.
///
/// Shapes:  (n_rows × n_cols)
/// Units:   -1, 0 or 1
/// Errors:  InputError if a width is 0.
arma::mat whole_number_weight(std::string_view name, arma::uword n_rows, arma::uword n_cols,
                              std::optional<std::uint32_t> seed);

/// How weights start before any training.
struct WeightInit {
  enum class Kind {
    factor,  ///< normal numbers times a factor
    xavier,  ///< even in ±√(6 / (fan_in + fan_out)); biases are 0
    torch    ///< even in ±1/√fan_in, biases as well: what PyTorch's nn.Linear does by itself
  } kind = Kind::factor;
  double factor = 0.1;  ///< with Kind::factor
};

/// The kinds that have a name; a factor is typed as a number.
inline constexpr Named<WeightInit::Kind> kWeightInits[] = {{WeightInit::Kind::xavier, "xavier"},
                                                           {WeightInit::Kind::torch, "torch"}};

/// How far from 0 the numbers of a weight of (fan_in × fan_out) may lie. Their variance is a third
/// of its square.
///
///     xavier  √(6 / (fan_in + fan_out))     torch  1/√fan_in
///
/// Errors:  std::invalid_argument for Kind::factor, whose numbers have no bound.
/// Source:  Glorot and Bengio 2010, eq. (16); PyTorch, torch.nn.Linear.
double init_bound(const WeightInit& init, arma::uword fan_in, arma::uword fan_out);

/// The variance of one component of a query, if X's numbers have mean 0 and variance 1 and there is
/// no bias: fan_in times the variance of a weight. The standard deviation of scores divided by √d_k
/// is the same number where queries and keys start alike.
///
///     fan_in bound² / 3, or fan_in factor²
double projected_variance(const WeightInit& init, arma::uword fan_in, arma::uword fan_out);

/// Some columns of a weight of (fan_in × fan_out), or all: `n_cols` of them.
///
/// Shapes:  (fan_in × n_cols)
arma::mat initial_weight(Random& random, const WeightInit& init, arma::uword fan_in,
                         arma::uword fan_out, arma::uword n_cols);

/// The bias that such a layer starts with.
///
/// Shapes:  (1 × fan_out)
arma::mat initial_bias(Random& random, const WeightInit& init, arma::uword fan_in,
                       arma::uword fan_out);

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

/// Where the weights of several heads come from when no file gives them.
struct HeadModel {
  WordModel::Kind kind = WordModel::Kind::whole;
  std::optional<std::uint32_t> seed;
  WeightInit init{};                      ///< with Kind::numpy: how the weights start
  arma::uword d_model = 4, d_source = 4;  ///< widths of the tokens and of the other sequence
  arma::uword n_heads = 2, n_kv_heads = 2, d_head = 2;
  bool bias = false;
};

/// The weights that a model makes.
///
/// Whole numbers: W_Q, W_K and W_V are those of one head as wide as all of them together, so that
/// one head is plain attention, and fewer key-value heads keep the first columns of W_K and W_V.
/// Kind::numpy draws from a stream of its own, head by head: W_Q, W_K and W_V of (d_model × d_head)
/// each, then W_O, then the biases. Where the numbers have a bound, it is that of the whole W_Q
/// (d_model × n_heads·d_head), since one linear layer makes the queries of all heads.
///
/// Errors:  InputError if a width is 0.
MultiHeadWeights head_weights(const HeadModel& model);

/// A learned table of positions as training finds it: normal numbers with standard deviation 0.02,
/// as BERT and GPT-2 start with.
///
/// Shapes:  (max_length × d_model)
/// Source:  Radford et al. 2019; Devlin et al. 2018, arXiv:1810.04805, and their released code.
arma::mat untrained_positions(arma::uword max_length, arma::uword d_model, std::uint32_t seed);

/// A query and a key to turn: 1, 2, 3, 4, 1, 2... and 2, -1, 0, 1, 2, -1...
///
/// Shapes:  (1 × d_head)
arma::rowvec example_query(arma::uword d_head);
arma::rowvec example_key(arma::uword d_head);

}  // namespace attn
