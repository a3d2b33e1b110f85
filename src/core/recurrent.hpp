// Recurrent layers, beside which attention is measured.
#pragma once

#include <armadillo>

namespace attn {

/// The weights of one recurrent layer in one direction. Columns of several gates stand beside each
/// other; PyTorch keeps the transposes, weight_ih_l0 and weight_hh_l0.
///
/// Shapes:  W_ih (d_input × n_gates·d_hidden), W_hh (d_hidden × n_gates·d_hidden); b_ih and b_hh
///          (n_gates·d_hidden), or empty
template <class Real>
struct RecurrentWeights {
  arma::Mat<Real> W_ih, W_hh;
  arma::Row<Real> b_ih, b_hh;
};

/// The hidden states of a plain recurrent layer, from h_0 = 0 on. The products with the tokens wait
/// for nothing and are one product; those with the states wait for one another.
///
///     h_t = tanh(x_t W_ih + b_ih + h_(t−1) W_hh + b_hh)
///
/// Several sequences of one length go through the layer together, laid out as PyTorch lays out
/// (T, B, d): all first tokens, then all second ones.
///
/// Shapes:  X (T·n_batch × d_input), one gate, result (T·n_batch × d_hidden)
/// Errors:  InputError if a matrix is empty, the weights do not fit, or the rows of X cannot be
///          shared by n_batch sequences.
/// Source:  Elman 1990, Cognitive Science 14(2); in the form of torch.nn.RNN.
template <class Real>
arma::Mat<Real> rnn_states(const arma::Mat<Real>& X, const RecurrentWeights<Real>& weights,
                           arma::uword n_batch = 1);

/// What an LSTM hands on from token to token, for all tokens.
template <class Real>
struct LstmStates {
  arma::Mat<Real> hidden, cell;
};

/// The states of a long short-term memory, from h_0 = c_0 = 0 on.
///
///     [i | f | g | o] = x_t W_ih + b_ih + h_(t−1) W_hh + b_hh
///     c_t = σ(f) ⊙ c_(t−1) + σ(i) ⊙ tanh(g),   h_t = σ(o) ⊙ tanh(c_t)
///
/// Shapes:  as rnn_states, with four gates: input, forget, cell, output
/// Errors:  as rnn_states
/// Source:  Hochreiter and Schmidhuber 1997, Neural Computation 9(8), with the forget gate of Gers
///          et al. 2000; in the form and the order of gates of torch.nn.LSTM.
template <class Real>
LstmStates<Real> lstm_states(const arma::Mat<Real>& X, const RecurrentWeights<Real>& weights,
                             arma::uword n_batch = 1);

extern template arma::mat rnn_states(const arma::mat&, const RecurrentWeights<double>&,
                                     arma::uword);
extern template arma::fmat rnn_states(const arma::fmat&, const RecurrentWeights<float>&,
                                      arma::uword);
extern template LstmStates<double> lstm_states(const arma::mat&, const RecurrentWeights<double>&,
                                               arma::uword);
extern template LstmStates<float> lstm_states(const arma::fmat&, const RecurrentWeights<float>&,
                                              arma::uword);

}  // namespace attn
