#include "network/layers/pooling.hpp"

#include <algorithm>

namespace attn {
namespace {

// The real tokens of sequence s, of which at least one is.
std::size_t real_tokens(std::span<const std::uint32_t> lengths, std::size_t s, std::size_t n) {
  return lengths.empty() ? n : std::clamp<std::size_t>(lengths[s], 1, n);
}

}  // namespace

template <class Real>
void Poolings<Real>::forward(PoolKind kind, Rows<const Real> X,
                             std::span<const std::uint32_t> lengths, Rows<Real> P) {
  const std::size_t n = X.n_rows / P.n_rows;
  for (std::size_t s = 0; s < P.n_rows; ++s) {
    const std::size_t length = real_tokens(lengths, s, n);
    const Rows<const Real> tokens = X.rows(s * n, length);
    if (kind == PoolKind::last) {
      std::copy_n(tokens.row(length - 1), X.n_cols, P.row(s));
      continue;
    }
    Real* p = P.row(s);
    std::fill_n(p, P.n_cols, Real(0));
    for (std::size_t i = 0; i < length; ++i)
      for (std::size_t j = 0; j < P.n_cols; ++j) p[j] += tokens(i, j);
    for (std::size_t j = 0; j < P.n_cols; ++j) p[j] /= static_cast<Real>(length);
  }
}

template <class Real>
void Poolings<Real>::backward(PoolKind kind, Rows<const Real> dP,
                              std::span<const std::uint32_t> lengths, Rows<Real> dX) {
  const std::size_t n = dX.n_rows / dP.n_rows;
  for (std::size_t s = 0; s < dP.n_rows; ++s) {
    const std::size_t length = real_tokens(lengths, s, n);
    const Real share = kind == PoolKind::mean ? Real(1) / static_cast<Real>(length) : Real(1);
    for (std::size_t i = 0; i < n; ++i) {
      const bool counts = kind == PoolKind::mean ? i < length : i + 1 == length;
      Real* dx = dX.row(s * n + i);
      for (std::size_t j = 0; j < dX.n_cols; ++j) dx[j] = counts ? dP(s, j) * share : Real(0);
    }
  }
}

template struct Poolings<float>;
template struct Poolings<double>;

}  // namespace attn
