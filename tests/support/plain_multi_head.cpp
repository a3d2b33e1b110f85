#include "support/plain_multi_head.hpp"

#include <cmath>

namespace attn {
namespace {

using Rows = std::vector<std::vector<long double>>;

Rows zeros(arma::uword n_rows, arma::uword n_cols) {
  return {n_rows, std::vector<long double>(n_cols, 0.0L)};
}

Rows rows_of(const arma::mat& matrix) {
  Rows rows = zeros(matrix.n_rows, matrix.n_cols);
  for (arma::uword i = 0; i < matrix.n_rows; ++i)
    for (arma::uword j = 0; j < matrix.n_cols; ++j) rows[i][j] = matrix(i, j);
  return rows;
}

arma::mat matrix_of(const Rows& rows) {
  arma::mat matrix(rows.size(), rows[0].size());
  for (arma::uword i = 0; i < matrix.n_rows; ++i)
    for (arma::uword j = 0; j < matrix.n_cols; ++j) matrix(i, j) = static_cast<double>(rows[i][j]);
  return matrix;
}

Rows linear(const Rows& X, const arma::mat& W, const arma::rowvec& b) {
  Rows Y = zeros(X.size(), W.n_cols);
  for (std::size_t i = 0; i < X.size(); ++i)
    for (arma::uword j = 0; j < W.n_cols; ++j) {
      Y[i][j] = b.is_empty() ? 0.0L : static_cast<long double>(b(j));
      for (arma::uword c = 0; c < W.n_rows; ++c) Y[i][j] += X[i][c] * W(c, j);
    }
  return Y;
}

}  // namespace

PlainMultiHead plain_multi_head(const MultiHeadProblem& problem, const Mask& mask) {
  const MultiHeadWeights& w = problem.weights;
  const arma::mat& M = problem.memory ? *problem.memory : problem.X;
  const arma::mat& N = problem.value_memory ? *problem.value_memory : M;
  const Rows Q = linear(rows_of(problem.X), w.W_Q, w.b_Q), K = linear(rows_of(M), w.W_K, w.b_K),
             V = linear(rows_of(N), w.W_V, w.b_V);
  const arma::uword n_heads = problem.counts.n_heads, n_kv_heads = problem.counts.n_kv_heads;
  const arma::uword d_k = w.W_Q.n_cols / n_heads, d_v = w.W_V.n_cols / n_kv_heads;
  const arma::uword n_q = Q.size(), n_k = K.size();

  PlainMultiHead result;
  Rows concat = zeros(n_q, n_heads * d_v);
  for (arma::uword h = 0; h < n_heads; ++h) {
    const arma::uword g = h * n_kv_heads / n_heads;
    Rows shares = zeros(n_q, n_k), output = zeros(n_q, d_v);
    for (arma::uword i = 0; i < n_q; ++i) {
      long double sum = 0.0L;
      for (arma::uword j = 0; j < n_k; ++j) {
        if (!mask(i, j)) continue;
        long double score = 0.0L;
        for (arma::uword c = 0; c < d_k; ++c) score += Q[i][h * d_k + c] * K[j][g * d_k + c];
        sum += shares[i][j] = std::exp(score / std::sqrt(static_cast<long double>(d_k)));
      }
      for (arma::uword j = 0; j < n_k; ++j) {
        if (sum > 0.0L) shares[i][j] /= sum;
        for (arma::uword c = 0; c < d_v; ++c) output[i][c] += shares[i][j] * V[j][g * d_v + c];
      }
      for (arma::uword c = 0; c < d_v; ++c) concat[i][h * d_v + c] = output[i][c];
    }
    result.weights.push_back(matrix_of(shares));
    result.outputs.push_back(matrix_of(output));
  }
  result.projected = matrix_of(linear(concat, w.W_O, w.b_O));
  return result;
}

}  // namespace attn
