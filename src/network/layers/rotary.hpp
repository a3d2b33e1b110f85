#pragma once

#include <vector>

#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {

/// RotaryTurn positions: each head's query and key turned by an angle that grows with the place.
/// The two halves of a head are the two coordinates of its pairs.
///
///     forward:   (u, v) → (u cos − v sin, u sin + v cos),   angle = place · base^(−2i/d_head)
///     backward:  the same with −angle
///
/// Shapes:  X (n_sequences·n × n_heads·d_head), in place
/// Source:  Su et al. 2021, arXiv:2104.09864; the half-split layout of Llama.
template <class Real>
class RotaryTurn {
 public:
  /// Angles for places 0 to n_longest − 1.
  RotaryTurn(std::size_t n_longest, std::size_t d_head, double base = 10000.0);

  void forward(Workers& workers, std::size_t n, Rows<Real> X) const {
    turn(workers, n, X, Real(1));
  }
  void backward(Workers& workers, std::size_t n, Rows<Real> dX) const {
    turn(workers, n, dX, Real(-1));
  }

 private:
  void turn(Workers& workers, std::size_t n, Rows<Real> X, Real direction) const;

  std::size_t n_pairs_;
  std::vector<Real> cos_, sin_;  // (n_longest × n_pairs)
};

extern template class RotaryTurn<float>;
extern template class RotaryTurn<double>;

}  // namespace attn
