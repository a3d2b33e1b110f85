#pragma once

#include <cstdint>
#include <span>

#include "network/parameters.hpp"

namespace attn {

/// A vector for every token of a vocabulary.
///
///     x_i = E[t_i]
///     dE[t_i] += dx_i,  in the order of i
///
/// Shapes:  E (vocabulary × d_model), X (n × d_model) for n tokens
template <class Real>
struct Embedding {
  Parameter<Real> E;

  void forward(std::span<const std::uint32_t> tokens, Rows<Real> X) const;
  void backward(std::span<const std::uint32_t> tokens, Rows<const Real> dX) const;
};

/// Learned positions: a vector for every place of a sequence, added to the token there.
///
///     x_i += P[i mod n]
///     dP[i mod n] += dx_i
///
/// Shapes:  P (longest × d_model), X (n_sequences·n × d_model), n ≤ longest
template <class Real>
struct LearnedPositions {
  Parameter<Real> P;

  void forward(std::size_t n, Rows<Real> X) const;
  void backward(std::size_t n, Rows<const Real> dX) const;
};

extern template struct Embedding<float>;
extern template struct Embedding<double>;
extern template struct LearnedPositions<float>;
extern template struct LearnedPositions<double>;

}  // namespace attn
