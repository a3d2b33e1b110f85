// Layers, each with its forward and its backward beside the formula.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/named.hpp"
#include "core/mask.hpp"
#include "network/draws.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {

/// Numbers set to 0 at random, and the others made larger, so that the mean stays.
///
///     y = x m / (1 − p),   dx = dy m / (1 − p),   m = 0 with probability p, else 1
///
/// Which are dropped hangs on the place of a number alone, so the way back drops the same ones
/// without anybody keeping a list.
///
/// Source:  Srivastava et al. 2014, JMLR 15; scaled while training, as in torch.nn.Dropout.
struct Dropout {
  double p = 0.0;  ///< 0 drops nothing: so it is in evaluation
  Draws draws{0, 0, 0};

  /// The factor of the number at a place, 0 or 1/(1 − p).
  template <class Real>
  Real factor(std::size_t place) const {
    const bool stays = draws.uniform(static_cast<std::uint32_t>(place)) >= static_cast<float>(p);
    return stays ? static_cast<Real>(1.0 / (1.0 - p)) : Real(0);
  }

  /// n numbers in place, the first of which stands at place `first`. Forward and backward alike.
  template <class Real>
  void apply(Real* x, std::size_t n, std::size_t first) const {
    if (p == 0.0) return;
    const auto limit = static_cast<float>(p);
    const auto kept = static_cast<Real>(1.0 / (1.0 - p));
    const auto place = static_cast<std::uint32_t>(first);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = draws.uniform(place + static_cast<std::uint32_t>(i)) >= limit ? x[i] * kept : Real(0);
  }
};

/// What bends between two linear maps. `gelu_tanh` is the approximation that GPT-2 uses.
enum class ActivationKind { relu, gelu, gelu_tanh, silu };

/// An activation of every number, and dropout after it. Forward leaves the slopes in the place of
/// X: that is all that the way back needs of it.
///
///     relu       max(x, 0)                        dx = dy [x > 0]
///     silu       x σ(x)                           dx = dy σ(x) (1 + x (1 − σ(x)))
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

  /// Bends each number in its place where there is no way back; with gates, X becomes f(gate) ∘ X.
  ///
  /// Shapes:  X and gates, unless they are empty, (n × d)
  static void apply(Workers& workers, ActivationKind kind, Rows<Real> X,
                    Rows<const Real> gates = {});
};

extern template struct Activations<float>;
extern template struct Activations<double>;

/// How many heads there are, how many keys and values they share, and how wide each is.
struct HeadPlan {
  std::size_t n_heads = 1, n_kv_heads = 1, d_k = 1, d_v = 1;
};

/// Who may attend in every sequence of a batch, and what is added to scores.
template <class Real>
struct AttentionBias {
  /// 0 where query i may attend to key j, −∞ where it may not; or empty: all may.
  /// Shapes:  (n_q × n_k), row by row
  std::vector<Real> of_mask;
  /// Keys from this place on are padding, one number for each sequence; or empty: none.
  std::span<const std::uint32_t> lengths;

  static std::vector<Real> from(const Mask& mask);
};

/// Queries, keys and values of a batch, or their gradients: the heads' columns stand beside each
/// other, the sequences' rows below each other.
template <class Element>
struct QueryKeyValue {
  Rows<Element> Q;  ///< (n_sequences·n_q × n_heads·d_k)
  Rows<Element> K;  ///< (n_sequences·n_k × n_kv_heads·d_k)
  Rows<Element> V;  ///< (n_sequences·n_k × n_kv_heads·d_v)
};

/// Scaled dot-product attention of a batch, all heads. The weights are kept: at the lengths that
/// are trained here they are small, and to compute them anew would cost a product and an exp more.
///
///     Z = c Q Kᵀ + mask,   W = softmax(Z),   W̃ = W m/(1 − p),   O = W̃ V,   c = 1/√d_k
///     dV = W̃ᵀ dO,   dW = (dO Vᵀ) m/(1 − p),   dZ = W ∘ (dW − rowsum(dW ∘ W))
///     dQ = c dZ K,   dK = c dZᵀ Q
///
/// The gradients of keys and values that heads share are sums over these heads, in their order. A
/// query that may attend to nothing has weights, output and gradients 0.
///
/// Shapes:  weights (n_sequences·n_heads·n_q × n_k); O (n_sequences·n_q × n_heads·d_v)
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.2.1; Ainslie et al. 2023, arXiv:2305.13245.
template <class Real>
class BatchAttention {
 public:
  BatchAttention(HeadPlan heads, std::size_t n_sequences) : heads_(heads), n_(n_sequences) {}

  void forward(Workers& workers, const QueryKeyValue<const Real>& in,
               const AttentionBias<Real>& bias, const Dropout& dropout, Rows<Real> weights,
               Rows<Real> O);

  /// The gradients replace what was there.
  void backward(Workers& workers, const QueryKeyValue<const Real>& in, Rows<const Real> weights,
                const Dropout& dropout, Rows<const Real> dO, const QueryKeyValue<Real>& d);

 private:
  struct Scratch {
    std::vector<Real> dropped, d_weights;
  };
  struct OneHead;

  OneHead head_of(std::size_t sequence, std::size_t head, std::size_t n_q, std::size_t n_k) const;
  template <class Task>
  void for_sequences(Workers& workers, std::size_t n_q, std::size_t n_k, const Task& task);

  HeadPlan heads_;
  std::size_t n_;
  std::vector<Scratch> scratch_;  // one for each worker
};

extern template struct AttentionBias<float>;
extern template struct AttentionBias<double>;
extern template class BatchAttention<float>;
extern template class BatchAttention<double>;

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

/// What the way back needs to know of each row: its mean, and 1/√(variance + ε).
template <class Real>
struct RowMoments {
  Real mean = 0, rate = 0;
};

/// One row brought to mean 0 and variance 1, then to a scale and place; where there is no place,
/// its mean stays. To be called within in_vectors().
///
///     LayerNorm  y = γ (x − mean) / √(variance + ε) + β
///     RMSNorm    y = γ x / √(mean of x² + ε)          where there is no β
///
/// Shapes:  x, y, γ and β n; y may be x
/// Source:  Ba, Kiros and Hinton 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467.
template <class Real>
RowMoments<Real> norm_row(const Real* x, std::size_t n, const Real* gamma, const Real* beta,
                          Real epsilon, Real* y) {
  const auto count = static_cast<Real>(n);
  const Real mean = beta ? sum_of<Real>(n, [x](std::size_t i) { return x[i]; }) / count : Real(0);
  const Real variance =
      sum_of<Real>(n, [x, mean](std::size_t i) { return (x[i] - mean) * (x[i] - mean); }) / count;
  const Real rate = 1 / std::sqrt(variance + epsilon);
  for (std::size_t i = 0; i < n; ++i) y[i] = gamma[i] * ((x[i] - mean) * rate);
  if (beta)
    for (std::size_t i = 0; i < n; ++i) y[i] += beta[i];
  return {mean, rate};
}

/// How much work it is, as n_pieces() counts it.
inline double norm_work(std::size_t n) { return 25.0 * static_cast<double>(n); }

/// norm_row of every token, by a learned scale and place.
///
///     r = 1/√(var(x) + ε),   x̂ = (x − mean(x)) r,   y = γ x̂ + β
///     g = γ dy;   dx = r (g − mean(g) − x̂ mean(g x̂)),   dγ += Σ dy x̂,   dβ += Σ dy
///
/// The variance is that over n, not n − 1, and is summed after the mean is known: E[x²] − mean²
/// may come out below 0.
///
/// Shapes:  X and Y (n × d), γ and β (d), moments one a row
/// Source:  ε as in torch.nn.LayerNorm.
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

/// A target that does not count: padding, or a place whose answer cannot be known.
inline constexpr std::int32_t kNoTarget = -1;

/// What a prediction is worth, and which way it should go.
template <class Real>
struct Losses {
  /// How far probabilities are from the targets.
  ///
  ///     mean over the N targets that count of  ln Σ exp(z_j) − z_t
  ///     dz = (softmax(z) − onehot(t)) / N,   0 where the target does not count
  ///
  /// Shapes:  Z and dZ (n × n_classes), one target a row; dZ may be Z, or nothing
  /// Units:   nats
  /// Errors:  std::invalid_argument if no target counts, which would be 0/0.
  static double cross_entropy(Workers& workers, Rows<const Real> Z,
                              std::span<const std::int32_t> targets, Rows<Real> dZ);

  /// The mean over all N numbers of the squared difference.
  ///
  ///     Σ (y − t)² / N,   dy = 2 (y − t) / N
  ///
  /// Shapes:  Y, T and dY (n × d); dY may be nothing
  static double mean_squared_error(Rows<const Real> Y, Rows<const Real> T, Rows<Real> dY);
};

extern template struct Losses<float>;
extern template struct Losses<double>;

/// How the tokens of a sequence become one vector.
enum class PoolKind { mean, last };
inline constexpr Named<PoolKind> kPoolKinds[] = {{PoolKind::mean, "mean"},
                                                 {PoolKind::last, "last"}};

/// One vector for each sequence, from its tokens that are no padding.
///
///     mean:  p = Σ x_i / L,   dx_i = dp / L
///     last:  p = x_L,         dx_L = dp
///
/// over the L real tokens, which come first; the others get gradient 0. Without lengths all are
/// real.
///
/// Shapes:  X (n_sequences·n × d), P (n_sequences × d)
template <class Real>
struct Poolings {
  static void forward(PoolKind kind, Rows<const Real> X, std::span<const std::uint32_t> lengths,
                      Rows<Real> P);
  static void backward(PoolKind kind, Rows<const Real> dP, std::span<const std::uint32_t> lengths,
                       Rows<Real> dX);
};

extern template struct Poolings<float>;
extern template struct Poolings<double>;

/// A plain recurrent layer over a batch of sequences, from h_0 = 0 on.
///
///     h_t = tanh(a_t),   a_t = x_t W_x + b_x + h_(t−1) W_h + b_h
///     da = dh ∘ (1 − h²);   dh_(t−1) = da W_hᵀ + what reaches its own output
///     dW_x += Xᵀ dA,   dW_h += H₋ᵀ dA,   db_x += Σ da,   db_h += Σ da,   dX = dA W_xᵀ
///
/// Shapes:  X (n_sequences·n × d_in), H (n_sequences·n × d_hidden), W_x (d_in × d_hidden), W_h
///          (d_hidden × d_hidden)
/// Source:  Elman 1990, Cognitive Science 14(2); in the form of torch.nn.RNN.
template <class Real>
class RnnLayer {
 public:
  Parameter<Real> W_x, W_h, b_x, b_h;

  /// Where the way back finds what it needs.
  struct Kept {
    std::vector<Real> H, dA;
  };

  void forward(Workers& workers, std::size_t n, Rows<const Real> X, Kept& kept) const;

  /// dH is used up.
  void backward(Workers& workers, std::size_t n, Rows<const Real> X, Kept& kept, Rows<Real> dH,
                Rows<Real> dX) const;
};

/// A long short-term memory over a batch of sequences, from h_0 = c_0 = 0 on.
///
///     [i | f | g | o] = gates(x_t W_x + b_x + h_(t−1) W_h + b_h),   σ for i, f, o and tanh for g
///     c_t = f c_(t−1) + i g,   h_t = o tanh c_t
///
///     do = dh tanh c;   dc += dh o (1 − tanh² c);   di = dc g,   df = dc c_(t−1),   dg = dc i,
///     dc_(t−1) = dc f;   before the gates: times s (1 − s), for g times 1 − g²; then as RnnLayer
///
/// Shapes:  as RnnLayer, but W_x (d_in × 4·d_hidden), W_h (d_hidden × 4·d_hidden)
/// Source:  Hochreiter and Schmidhuber 1997, Neural Computation 9(8); gates as in torch.nn.LSTM.
template <class Real>
class LstmLayer {
 public:
  Parameter<Real> W_x, W_h, b_x, b_h;

  struct Kept {
    std::vector<Real> H, C, gates, d_gates, d_cell;
  };

  void forward(Workers& workers, std::size_t n, Rows<const Real> X, Kept& kept) const;
  void backward(Workers& workers, std::size_t n, Rows<const Real> X, Kept& kept, Rows<Real> dH,
                Rows<Real> dX) const;
};

extern template class RnnLayer<float>;
extern template class RnnLayer<double>;
extern template class LstmLayer<float>;
extern template class LstmLayer<double>;

/// Rotary positions: each head's query and key turned by an angle that grows with the place.
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
  RotaryTurn(std::size_t n_longest, std::size_t d_head, double base = 10000.0)
      : RotaryTurn(n_longest, d_head / 2, 1.0, [d_head, base](std::size_t place, std::size_t pair) {
          const double exponent = -2.0 * static_cast<double>(pair) / static_cast<double>(d_head);
          return static_cast<double>(place) * std::pow(base, exponent);
        }) {}

  /// Other angles, angle(place, pair) in radians; the pairs become longer by a factor.
  template <class Angle>
  RotaryTurn(std::size_t n_longest, std::size_t n_pairs, double length, const Angle& angle)
      : n_pairs_(n_pairs) {
    for (std::size_t place = 0; place < n_longest; ++place)
      for (std::size_t pair = 0; pair < n_pairs; ++pair) {
        cos_.push_back(static_cast<Real>(std::cos(angle(place, pair)) * length));
        sin_.push_back(static_cast<Real>(std::sin(angle(place, pair)) * length));
      }
  }

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
