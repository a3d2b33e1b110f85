#pragma once

#include "network/parameters.hpp"
#include "network/workers.hpp"

namespace attn {

/// What the way back needs to know of each row: its mean, and 1/√(variance + ε).
template <class Real>
struct RowMoments {
  Real mean = 0, rate = 0;
};

/// Every token brought to mean 0 and variance 1, then to a learned scale and place.
///
///     r = 1/√(var(x) + ε),   x̂ = (x − mean(x)) r,   y = γ x̂ + β
///     g = γ dy;   dx = r (g − mean(g) − x̂ mean(g x̂)),   dγ += Σ dy x̂,   dβ += Σ dy
///
/// The variance is that over n, not n − 1, and is summed after the mean is known: E[x²] − mean²
/// may come out below 0.
///
/// Shapes:  X and Y (n × d), γ and β (d), moments one a row
/// Source:  Ba, Kiros and Hinton 2016, arXiv:1607.06450; ε as in torch.nn.LayerNorm.
template <class Real>
struct LayerNorm {
  Parameter<Real> gamma, beta;

  void forward(Workers& workers, Rows<const Real> X, Rows<Real> Y, RowMoments<Real>* moments) const;

  /// dX may be dY.
  void backward(Workers& workers, Rows<const Real> X, const RowMoments<Real>* moments,
                Rows<const Real> dY, Rows<Real> dX) const;
};

extern template struct LayerNorm<float>;
extern template struct LayerNorm<double>;

}  // namespace attn
