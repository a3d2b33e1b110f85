#pragma once

#include <armadillo>
#include <cstdint>

namespace attn {

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
