#pragma once

#include <vector>

#include "network/parameters.hpp"
#include "network/workers.hpp"

namespace attn {

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

}  // namespace attn
