#pragma once

#include <optional>

#include "core/heads.hpp"
#include "examples/word_model.hpp"

namespace attn {

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

}  // namespace attn
