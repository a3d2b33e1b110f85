#include "network/layers/layer_norm.hpp"

#include <cmath>

#include "network/row_work.hpp"
#include "network/sums.hpp"

namespace attn {
namespace {

constexpr double kEpsilon = 1e-5;

template <class Real>
RowMoments<Real> moments_of(const Real* x, std::size_t n) {
  const auto count = static_cast<Real>(n);
  const Real mean = sum_of<Real>(n, [x](std::size_t i) { return x[i]; }) / count;
  const Real variance =
      sum_of<Real>(n, [x, mean](std::size_t i) { return (x[i] - mean) * (x[i] - mean); }) / count;
  return {mean, 1 / std::sqrt(variance + static_cast<Real>(kEpsilon))};
}

// dx of one row.
template <class Real>
void row_backward(const Real* x, RowMoments<Real> m, const Real* gamma, const Real* dy, Real* dx,
                  std::size_t n) {
  const auto g = [&](std::size_t i) { return gamma[i] * dy[i]; };
  const auto x_hat = [&](std::size_t i) { return (x[i] - m.mean) * m.rate; };
  const auto count = static_cast<Real>(n);
  const Real mean_g = sum_of<Real>(n, g) / count;
  const Real mean_gx = sum_of<Real>(n, [&](std::size_t i) { return g(i) * x_hat(i); }) / count;
  for (std::size_t i = 0; i < n; ++i) dx[i] = m.rate * (g(i) - mean_g - x_hat(i) * mean_gx);
}

double norm_work(std::size_t n) { return 25.0 * static_cast<double>(n); }

}  // namespace

template <class Real>
void LayerNorm<Real>::forward(Workers& workers, Rows<const Real> X, Rows<Real> Y,
                              RowMoments<Real>* moments) const {
  const Real* scale = gamma.value().data;
  const Real* place = beta.value().data;
  for_each_row(workers, X.n_rows, norm_work(X.n_cols), [&](std::size_t i) {
    const RowMoments<Real> m = moments[i] = moments_of(X.row(i), X.n_cols);
    const Real* x = X.row(i);
    Real* y = Y.row(i);
    for (std::size_t j = 0; j < X.n_cols; ++j)
      y[j] = scale[j] * ((x[j] - m.mean) * m.rate) + place[j];
  });
}

template <class Real>
void LayerNorm<Real>::backward(Workers& workers, Rows<const Real> X,
                               const RowMoments<Real>* moments, Rows<const Real> dY,
                               Rows<Real> dX) const {
  const Real* scale = gamma.value().data;
  Real* d_gamma = gamma.gradient().data;
  Real* d_beta = beta.gradient().data;
  // Columns first: dX may take the place of dY.
  const std::size_t parts = n_pieces(norm_work(X.size()), X.n_cols / 16);
  workers.share(parts, [&](std::size_t k, unsigned) {
    const WorkPiece piece = piece_of(X.n_cols, parts, k, 16);
    in_vectors([&] {
      for (std::size_t i = 0; i < X.n_rows; ++i)
        for (std::size_t j = piece.first; j < piece.first + piece.count; ++j) {
          d_gamma[j] += dY(i, j) * ((X(i, j) - moments[i].mean) * moments[i].rate);
          d_beta[j] += dY(i, j);
        }
    });
  });
  for_each_row(workers, X.n_rows, norm_work(X.n_cols), [&](std::size_t i) {
    row_backward(X.row(i), moments[i], scale, dY.row(i), dX.row(i), X.n_cols);
  });
}

template struct LayerNorm<float>;
template struct LayerNorm<double>;

}  // namespace attn
