#pragma once

#include "network/parameters.hpp"
#include "network/workers.hpp"

namespace attn {

/// A linear map of every token.
///
///     Y = X W + b
///     dX = dY Wᵀ,   dW += Xᵀ dY,   db += Σ over the rows of dY
///
/// Shapes:  X (n × d_in), W (d_in × d_out), b (d_out) or absent, Y (n × d_out)
template <class Real>
struct Linear {
  Parameter<Real> W, b;

  void forward(Workers& workers, Rows<const Real> X, Rows<Real> Y) const;

  /// Without dX where nobody asks for it: X is data.
  void backward(Workers& workers, Rows<const Real> X, Rows<const Real> dY, Rows<Real> dX) const;
};

extern template struct Linear<float>;
extern template struct Linear<double>;

}  // namespace attn
