#include "support/attention_heads.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/random/random.hpp"

namespace attn {
namespace {

template <class Real>
double error_of(const arma::Mat<Real>& A, const arma::Mat<Real>& B) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (arma::size(A) != arma::size(B)) return kInfinite;
  double difference = 0, norm = 0;
  for (arma::uword i = 0; i < A.n_elem; ++i) {
    const double a = A(i), b = B(i);
    if (a == b || (std::isnan(a) && std::isnan(b))) {
      if (std::isfinite(b)) norm += b * b;
      continue;
    }
    if (!std::isfinite(a) || !std::isfinite(b)) return kInfinite;
    difference += (a - b) * (a - b);
    norm += b * b;
  }
  return difference == 0 ? 0 : std::sqrt(difference / norm);
}

}  // namespace

template <class Real>
HeadsInput<Real>::HeadsInput(const HeadsCase& sizes) {
  const arma::uword n_kv = sizes.heads.n_kv_heads;
  Random random(static_cast<std::uint32_t>(sizes.n_q * 1000 + sizes.n_k));
  const auto drawn = [&](arma::uword n, arma::uword width) {
    return arma::conv_to<arma::Mat<Real>>::from(normal_matrix(random, n, width, 1.0));
  };
  Q = drawn(sizes.n_q, sizes.heads.n_heads * sizes.d_k);
  K = drawn(sizes.n_k, n_kv * sizes.d_k);
  V = drawn(sizes.n_k, n_kv * sizes.d_v);
}

FusedOptions usual_options(const HeadsCase& sizes, const VisibleKeys& visible) {
  FusedOptions options;
  options.heads = sizes.heads;
  options.scale = 1 / std::sqrt(static_cast<double>(sizes.d_k));
  options.visible = visible;
  return options;
}

double relative_error(const arma::mat& A, const arma::mat& B) { return error_of(A, B); }
double relative_error(const arma::fmat& A, const arma::fmat& B) { return error_of(A, B); }

template <class Real>
double fused_error(const HeadsCase& sizes, const FusedOptions& options) {
  const HeadsInput<Real> input(sizes);
  arma::Mat<Real> sums, expected_sums;
  const auto output = fused_attention(input.Q, input.K, input.V, options, &sums);
  const auto expected = reference_attention(input.Q, input.K, input.V, options, &expected_sums);
  return std::max(relative_error(output, expected), relative_error(sums, expected_sums));
}

template struct HeadsInput<double>;
template struct HeadsInput<float>;
template double fused_error<double>(const HeadsCase&, const FusedOptions&);
template double fused_error<float>(const HeadsCase&, const FusedOptions&);

}  // namespace attn
