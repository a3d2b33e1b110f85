#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace attn
