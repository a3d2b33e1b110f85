#include "benchmark/stages_kept.hpp"

#include <cmath>

#include "core/attention.hpp"

namespace attn {
namespace {

// The columns of one head, without a copy.
template <class Real>
auto columns_of(const arma::Mat<Real>& matrix, arma::uword n_heads, arma::uword head) {
  const arma::uword width = matrix.n_cols / n_heads;
  return matrix.cols(head * width, (head + 1) * width - 1);
}

template <class Real>
Real scale_of(const AttentionInput<Real>& input) {
  return static_cast<Real>(options_for(input).scale);
}

}  // namespace

std::vector<HeadStages<double>> stages_of_core(const AttentionInput<double>& input) {
  const arma::uword n_heads = input.heads.n_heads;
  std::vector<HeadStages<double>> heads(n_heads);
  for (arma::uword h = 0; h < n_heads; ++h) {
    HeadStages<double>& head = heads[h];
    const arma::mat K = head_columns(input.K, n_heads, h);
    head.scores = attention_scores(head_columns(input.Q, n_heads, h), K);
    head.scaled = scaled_scores(head.scores, K.n_cols);
    head.weights = softmax_rows(head.scaled);
    head.output = attention_output(head.weights, head_columns(input.V, n_heads, h));
  }
  return heads;
}

template <class Real>
std::vector<HeadStages<Real>> stages_in_armadillo(const AttentionInput<Real>& input) {
  const arma::uword n_heads = input.heads.n_heads;
  std::vector<HeadStages<Real>> heads(n_heads);
  for (arma::uword h = 0; h < n_heads; ++h) {
    HeadStages<Real>& head = heads[h];
    head.scores = columns_of(input.Q, n_heads, h) * columns_of(input.K, n_heads, h).t();
    head.scaled = head.scores * scale_of(input);
    head.weights = arma::exp(head.scaled.each_col() - arma::max(head.scaled, 1));
    head.weights.each_col() /= arma::Col<Real>(arma::sum(head.weights, 1));
    head.output = head.weights * columns_of(input.V, n_heads, h);
  }
  return heads;
}

template <class Real>
arma::Mat<Real> one_head_at_a_time(const AttentionInput<Real>& input) {
  const arma::uword n_heads = input.heads.n_heads;
  const arma::uword d_v = input.V.n_cols / n_heads;
  arma::Mat<Real> output(input.Q.n_rows, input.V.n_cols, arma::fill::none);
  for (arma::uword h = 0; h < n_heads; ++h) {
    arma::Mat<Real> W = columns_of(input.Q, n_heads, h) * columns_of(input.K, n_heads, h).t();
    W *= scale_of(input);
    W.each_col() -= arma::Col<Real>(arma::max(W, 1));
    W = arma::exp(W);
    W.each_col() /= arma::Col<Real>(arma::sum(W, 1));
    output.cols(h * d_v, (h + 1) * d_v - 1) = W * columns_of(input.V, n_heads, h);
  }
  return output;
}

template std::vector<HeadStages<float>> stages_in_armadillo(const AttentionInput<float>&);
template std::vector<HeadStages<double>> stages_in_armadillo(const AttentionInput<double>&);
template arma::fmat one_head_at_a_time(const AttentionInput<float>&);
template arma::mat one_head_at_a_time(const AttentionInput<double>&);

}  // namespace attn
