#include "core/recurrent.hpp"

#include <cmath>

#include "base/message.hpp"
#include "core/shape.hpp"

namespace attn {
namespace {

constexpr arma::uword kGatesOfLstm = 4;

template <class Real>
void require_fitting(const arma::Mat<Real>& X, const RecurrentWeights<Real>& weights,
                     arma::uword n_gates, arma::uword n_batch) {
  const arma::uword d_hidden = weights.W_hh.n_rows, n_columns = n_gates * d_hidden;
  require_not_empty("X", X.n_rows, X.n_cols);
  require_not_empty("W_hh", weights.W_hh.n_rows, weights.W_hh.n_cols);
  require_shape("W_hh", d_hidden, weights.W_hh.n_cols, d_hidden, n_columns);
  require_shape("W_ih", weights.W_ih.n_rows, weights.W_ih.n_cols, X.n_cols, n_columns);
  require_bias("b_ih", weights.b_ih.n_elem, n_columns);
  require_bias("b_hh", weights.b_hh.n_elem, n_columns);
  if (n_batch == 0 || X.n_rows % n_batch != 0)
    throw InputError(
        message("{} tokens cannot be shared evenly by {} sequences.", X.n_rows, n_batch));
}

// What the tokens add to the gates. Here and in what follows a token is a column, so that the
// numbers of one step lie side by side in memory.
template <class Real>
arma::Mat<Real> input_products(const arma::Mat<Real>& X, const RecurrentWeights<Real>& weights) {
  arma::Mat<Real> gates = weights.W_ih.t() * X.t();
  if (!weights.b_ih.is_empty()) gates.each_col() += weights.b_ih.t();
  if (!weights.b_hh.is_empty()) gates.each_col() += weights.b_hh.t();
  return gates;
}

template <class Real>
Real sigmoid(Real x) {
  return Real(1) / (Real(1) + std::exp(-x));
}

// One sequence's cell and hidden state, from the gates of one step: i, f, g, o below one another.
template <class Real>
void advance(const Real* gates, arma::uword d_hidden, Real* cell, Real* hidden) {
  const Real* i = gates;
  const Real* f = i + d_hidden;
  const Real* g = f + d_hidden;
  const Real* o = g + d_hidden;
  for (arma::uword k = 0; k < d_hidden; ++k) {
    cell[k] = sigmoid(f[k]) * cell[k] + sigmoid(i[k]) * std::tanh(g[k]);
    hidden[k] = sigmoid(o[k]) * std::tanh(cell[k]);
  }
}

}  // namespace

template <class Real>
arma::Mat<Real> rnn_states(const arma::Mat<Real>& X, const RecurrentWeights<Real>& weights,
                           arma::uword n_batch) {
  require_fitting(X, weights, 1, n_batch);
  arma::Mat<Real> states = input_products(X, weights);
  arma::Mat<Real> hidden(states.n_rows, n_batch, arma::fill::zeros);
  for (arma::uword first = 0; first < X.n_rows; first += n_batch) {
    const auto step = arma::span(first, first + n_batch - 1);
    hidden = arma::tanh(states.cols(step) + weights.W_hh.t() * hidden);
    states.cols(step) = hidden;
  }
  return states.t();
}

template <class Real>
LstmStates<Real> lstm_states(const arma::Mat<Real>& X, const RecurrentWeights<Real>& weights,
                             arma::uword n_batch) {
  require_fitting(X, weights, kGatesOfLstm, n_batch);
  const arma::uword d_hidden = weights.W_hh.n_rows;
  const arma::Mat<Real> inputs = input_products(X, weights);
  arma::Mat<Real> hidden_states(d_hidden, X.n_rows, arma::fill::none);
  arma::Mat<Real> cell_states(d_hidden, X.n_rows, arma::fill::none);
  arma::Mat<Real> hidden(d_hidden, n_batch, arma::fill::zeros), cell = hidden, gates;
  for (arma::uword first = 0; first < X.n_rows; first += n_batch) {
    const auto step = arma::span(first, first + n_batch - 1);
    gates = inputs.cols(step) + weights.W_hh.t() * hidden;
    for (arma::uword sequence = 0; sequence < n_batch; ++sequence)
      advance(gates.colptr(sequence), d_hidden, cell.colptr(sequence), hidden.colptr(sequence));
    hidden_states.cols(step) = hidden;
    cell_states.cols(step) = cell;
  }
  return {hidden_states.t(), cell_states.t()};
}

template arma::mat rnn_states(const arma::mat&, const RecurrentWeights<double>&, arma::uword);
template arma::fmat rnn_states(const arma::fmat&, const RecurrentWeights<float>&, arma::uword);
template LstmStates<double> lstm_states(const arma::mat&, const RecurrentWeights<double>&,
                                        arma::uword);
template LstmStates<float> lstm_states(const arma::fmat&, const RecurrentWeights<float>&,
                                       arma::uword);

}  // namespace attn
