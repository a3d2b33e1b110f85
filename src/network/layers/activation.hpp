#pragma once

#include "base/named.hpp"
#include "network/layers/dropout.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {

/// What bends between two linear maps. `gelu_tanh` is the approximation that GPT-2 uses.
enum class ActivationKind { relu, gelu, gelu_tanh };
inline constexpr Named<ActivationKind> kActivations[] = {{ActivationKind::relu, "relu"},
                                                         {ActivationKind::gelu, "gelu"},
                                                         {ActivationKind::gelu_tanh, "gelu-tanh"}};

/// An activation of every number, and dropout after it. Forward leaves the slopes in the place of
/// X: that is all that the way back needs of it.
///
///     relu       max(x, 0)                        dx = dy [x > 0]
///     gelu       x Φ(x)                           dx = dy (Φ(x) + x φ(x))
///     gelu_tanh  ½ x (1 + t),                     dx = dy (½ (1 + t)
///                t = tanh(√(2/π)(x + 0.044715 x³))        + ½ x (1 − t²) √(2/π)(1 + 0.134145 x²))
///
/// with Φ and φ the distribution and density of the normal distribution.
///
/// Shapes:  X and Y (n × d); dX may be dY
/// Source:  Hendrycks and Gimpel 2016, arXiv:1606.08415.
template <class Real>
struct Activations {
  static void forward(Workers& workers, ActivationKind kind, const Dropout& dropout, Rows<Real> X,
                      Rows<Real> Y);
  static void backward(Workers& workers, const Dropout& dropout, Rows<const Real> slopes,
                       Rows<const Real> dY, Rows<Real> dX);
};

extern template struct Activations<float>;
extern template struct Activations<double>;

}  // namespace attn
