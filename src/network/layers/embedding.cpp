#include "network/layers/embedding.hpp"

#include <algorithm>

namespace attn {
namespace {

template <class Real>
void add_to(Real* sum, const Real* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) sum[i] += x[i];
}

}  // namespace

template <class Real>
void Embedding<Real>::forward(std::span<const std::uint32_t> tokens, Rows<Real> X) const {
  const Rows<Real> vectors = E.value();
  for (std::size_t i = 0; i < X.n_rows; ++i)
    std::copy_n(vectors.row(tokens[i]), X.n_cols, X.row(i));
}

template <class Real>
void Embedding<Real>::backward(std::span<const std::uint32_t> tokens, Rows<const Real> dX) const {
  const Rows<Real> dE = E.gradient();
  for (std::size_t i = 0; i < dX.n_rows; ++i) add_to(dE.row(tokens[i]), dX.row(i), dX.n_cols);
}

template <class Real>
void LearnedPositions<Real>::forward(std::size_t n, Rows<Real> X) const {
  const Rows<Real> places = P.value();
  for (std::size_t i = 0; i < X.n_rows; ++i) add_to(X.row(i), places.row(i % n), X.n_cols);
}

template <class Real>
void LearnedPositions<Real>::backward(std::size_t n, Rows<const Real> dX) const {
  const Rows<Real> dP = P.gradient();
  for (std::size_t i = 0; i < dX.n_rows; ++i) add_to(dP.row(i % n), dX.row(i), dX.n_cols);
}

template struct Embedding<float>;
template struct Embedding<double>;
template struct LearnedPositions<float>;
template struct LearnedPositions<double>;

}  // namespace attn
