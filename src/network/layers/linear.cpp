#include "network/layers/linear.hpp"

#include <algorithm>

#include "network/product.hpp"
#include "network/vectors.hpp"

namespace attn {
namespace {

// Rows of tokens are dealt out by dozens, and those of a gradient, which is a sum over all tokens,
// by more: a BLAS packs its matrices anew for each piece.
constexpr std::size_t kTokens = 16, kSums = 64;

double product_work(std::size_t m, std::size_t n, std::size_t k) {
  return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
}

template <class Real>
void add_column_sums(Rows<const Real> X, Real* sums) {
  in_vectors([&] {
    for (std::size_t i = 0; i < X.n_rows; ++i)
      for (std::size_t j = 0; j < X.n_cols; ++j) sums[j] += X(i, j);
  });
}

}  // namespace

template <class Real>
void Linear<Real>::forward(Workers& workers, Rows<const Real> X, Rows<Real> Y) const {
  const Rows<Real> weights = W.value();
  const double work = product_work(X.n_rows, weights.n_rows, weights.n_cols);
  const LineCut cut(X.n_rows, kTokens, work);
  workers.share(cut.n_pieces, [&](std::size_t i, unsigned) {
    const auto [first, count] = cut.piece(i);
    const Rows<Real> rows = Y.rows(first, count);
    if (b.exists())
      for (std::size_t k = 0; k < count; ++k) std::copy_n(b.value().data, rows.n_cols, rows.row(k));
    Products<Real>::ab(X.rows(first, count), weights, rows, b.exists() ? Into::add : Into::replace);
  });
}

template <class Real>
void Linear<Real>::backward(Workers& workers, Rows<const Real> X, Rows<const Real> dY,
                            Rows<Real> dX) const {
  const Rows<Real> weights = W.value(), dW = W.gradient();
  const double work = product_work(X.n_rows, weights.n_rows, weights.n_cols);
  // Columns or rows of W, not tokens, are dealt out: so no two threads add to the same numbers.
  const bool is_wide = dW.n_cols >= dW.n_rows;
  const LineCut sums(is_wide ? dW.n_cols : dW.n_rows, kSums, work), tokens(X.n_rows, kTokens, work);
  const std::size_t n_of_tokens = dX.data == nullptr ? 0 : tokens.n_pieces;
  workers.share(sums.n_pieces + n_of_tokens, [&](std::size_t i, unsigned) {
    if (i >= sums.n_pieces) {
      const auto [first, count] = tokens.piece(i - sums.n_pieces);
      Products<Real>::abt(dY.rows(first, count), weights, dX.rows(first, count));
      return;
    }
    const auto [first, count] = sums.piece(i);
    if (is_wide)
      Products<Real>::atb(X, dY.columns(first, count), dW.columns(first, count), Into::add);
    else
      Products<Real>::atb(X.columns(first, count), dY, dW.rows(first, count), Into::add);
    if (!b.exists()) return;
    const auto [column, n_columns] = piece_of(dW.n_cols, sums.n_pieces, i);
    add_column_sums(dY.columns(column, n_columns), b.gradient().data + column);
  });
}

template struct Linear<float>;
template struct Linear<double>;

}  // namespace attn
