#include "network/layers/linear.hpp"

#include <algorithm>

#include "network/product.hpp"

namespace attn {
namespace {

// Rows are dealt out by dozens: a BLAS works on a few rows at a time.
constexpr std::size_t kGrain = 16;

double product_work(std::size_t m, std::size_t n, std::size_t k) {
  return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
}

// task(first, count) for pieces of n rows (or columns) that together are `work` operations.
template <class Task>
void in_pieces(Workers& workers, std::size_t n, double work, const Task& task) {
  const std::size_t pieces = n_pieces(work, n / kGrain);
  workers.share(pieces, [&](std::size_t i, unsigned) {
    const WorkPiece piece = piece_of(n, pieces, i, kGrain);
    task(piece.first, piece.count);
  });
}

}  // namespace

template <class Real>
void Linear<Real>::forward(Workers& workers, Rows<const Real> X, Rows<Real> Y) const {
  const Rows<Real> weights = W.value();
  const double work = product_work(X.n_rows, weights.n_rows, weights.n_cols);
  in_pieces(workers, X.n_rows, work, [&](std::size_t first, std::size_t count) {
    const Rows<Real> rows = Y.rows(first, count);
    if (b.exists())
      for (std::size_t i = 0; i < count; ++i) std::copy_n(b.value().data, rows.n_cols, rows.row(i));
    Products<Real>::ab(X.rows(first, count), weights, rows, b.exists() ? Into::add : Into::replace);
  });
}

template <class Real>
void Linear<Real>::backward(Workers& workers, Rows<const Real> X, Rows<const Real> dY,
                            Rows<Real> dX) const {
  const Rows<Real> weights = W.value(), dW = W.gradient();
  const double work = product_work(X.n_rows, weights.n_rows, weights.n_cols);
  // Columns of W, not rows of X, are dealt out: so no two threads add to the same numbers.
  in_pieces(workers, dW.n_cols, work, [&](std::size_t first, std::size_t count) {
    const Rows<const Real> columns = dY.columns(first, count);
    Products<Real>::atb(X, columns, dW.columns(first, count), Into::add);
    if (!b.exists()) return;
    Real* db = b.gradient().data + first;
    for (std::size_t i = 0; i < columns.n_rows; ++i)
      for (std::size_t j = 0; j < count; ++j) db[j] += columns(i, j);
  });
  if (dX.data == nullptr) return;
  in_pieces(workers, dX.n_rows, work, [&](std::size_t first, std::size_t count) {
    Products<Real>::abt(dY.rows(first, count), weights, dX.rows(first, count));
  });
}

template struct Linear<float>;
template struct Linear<double>;

}  // namespace attn
