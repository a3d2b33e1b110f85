#include "benchmark/attention_input.hpp"

#include <cmath>

#include "data/random/random.hpp"

namespace attn {
namespace {

template <class Real>
arma::Mat<Real> random_matrix(Random& random, arma::uword n_rows, arma::uword n_cols) {
  return arma::conv_to<arma::Mat<Real>>::from(normal_matrix(random, n_rows, n_cols, 1.0));
}

}  // namespace

template <class Real>
AttentionInput<Real> attention_input(arma::uword n, arma::uword n_heads, arma::uword d_head) {
  Random random(7);
  AttentionInput<Real> input;
  for (arma::Mat<Real>* matrix : {&input.Q, &input.K, &input.V})
    *matrix = random_matrix<Real>(random, n, n_heads * d_head);
  input.heads = {.n_heads = n_heads, .n_kv_heads = n_heads};
  return input;
}

template <class Real>
FusedOptions options_for(const AttentionInput<Real>& input, const VisibleKeys& visible) {
  FusedOptions options;
  options.heads = input.heads;
  options.scale = 1.0 / std::sqrt(static_cast<double>(input.K.n_cols / input.heads.n_kv_heads));
  options.visible = visible;
  return options;
}

template <class Real>
double attention_flop(const AttentionInput<Real>& input, const VisibleKeys& visible) {
  double pairs = 0;
  for (arma::uword query = 0; query < input.Q.n_rows; ++query) {
    const KeyRange keys = keys_of(query, input.Q.n_rows, input.K.n_rows, visible);
    pairs += static_cast<double>(keys.last - keys.first);
  }
  return 4.0 * static_cast<double>(input.Q.n_cols) * pairs;
}

template <class Real>
ProductInput<Real>::ProductInput(arma::uword n) : C(n, n, arma::fill::zeros) {
  Random random(7);
  A = random_matrix<Real>(random, n, n);
  B = random_matrix<Real>(random, n, n);
}

template <class Real>
double ProductInput<Real>::flop() const {
  return 2.0 * std::pow(static_cast<double>(A.n_rows), 3);
}

template AttentionInput<float> attention_input(arma::uword, arma::uword, arma::uword);
template AttentionInput<double> attention_input(arma::uword, arma::uword, arma::uword);
template FusedOptions options_for(const AttentionInput<float>&, const VisibleKeys&);
template FusedOptions options_for(const AttentionInput<double>&, const VisibleKeys&);
template double attention_flop(const AttentionInput<float>&, const VisibleKeys&);
template double attention_flop(const AttentionInput<double>&, const VisibleKeys&);
template struct ProductInput<float>;
template struct ProductInput<double>;

}  // namespace attn
