#include "pretrained/forward/norm.hpp"

#include <cmath>

#include "network/rows.hpp"
#include "network/workers.hpp"
#include "pretrained/forward/stored_numbers.hpp"

namespace attn {
template <class Real>
RowNorm<Real>::RowNorm(const WeightSource& source, const NamedPair& names, double epsilon)
    : gain_(all_numbers<Real>(source.tensor(names.weight))), epsilon_(static_cast<Real>(epsilon)) {
  if (names.bias) shift_ = all_numbers<Real>(source.tensor(*names.bias));
}

template <class Real>
void RowNorm<Real>::apply_to_row(const Real* x, Real* y) const {
  const std::size_t n = gain_.size();
  const auto count = static_cast<Real>(n);
  const bool is_centred = !shift_.empty();
  const Real mean =
      is_centred ? sum_of<Real>(n, [x](std::size_t i) { return x[i]; }) / count : Real(0);
  const Real variance =
      sum_of<Real>(n, [x, mean](std::size_t i) { return (x[i] - mean) * (x[i] - mean); }) / count;
  const Real rate = 1 / std::sqrt(variance + epsilon_);
  const Real* const gain = gain_.data();
  for (std::size_t i = 0; i < n; ++i) y[i] = gain[i] * ((x[i] - mean) * rate);
  if (!is_centred) return;
  const Real* const shift = shift_.data();
  for (std::size_t i = 0; i < n; ++i) y[i] += shift[i];
}

template <class Real>
void RowNorm<Real>::apply(Workers& workers, Rows<const Real> X, Rows<Real> Y) const {
  for_each_row(workers, X.n_rows, 25.0 * static_cast<double>(X.n_cols),
               [&](std::size_t i) { apply_to_row(X.row(i), Y.row(i)); });
}

template class RowNorm<float>;
template class RowNorm<double>;

}  // namespace attn
