#include "network/layers/rotary.hpp"

#include <cmath>

#include "network/row_work.hpp"

namespace attn {

template <class Real>
RotaryTurn<Real>::RotaryTurn(std::size_t n_longest, std::size_t d_head, double base)
    : n_pairs_(d_head / 2), cos_(n_longest * n_pairs_), sin_(n_longest * n_pairs_) {
  for (std::size_t place = 0; place < n_longest; ++place)
    for (std::size_t i = 0; i < n_pairs_; ++i) {
      const double exponent = -2.0 * static_cast<double>(i) / static_cast<double>(d_head);
      const double angle = static_cast<double>(place) * std::pow(base, exponent);
      cos_[place * n_pairs_ + i] = static_cast<Real>(std::cos(angle));
      sin_[place * n_pairs_ + i] = static_cast<Real>(std::sin(angle));
    }
}

template <class Real>
void RotaryTurn<Real>::turn(Workers& workers, std::size_t n, Rows<Real> X, Real direction) const {
  const double work = 50.0 * static_cast<double>(X.n_cols);
  for_each_row(workers, X.n_rows, work, [&](std::size_t i) {
    const Real* c = cos_.data() + i % n * n_pairs_;
    const Real* s = sin_.data() + i % n * n_pairs_;
    for (std::size_t head = 0; head < X.n_cols; head += 2 * n_pairs_) {
      Real* u = X.row(i) + head;
      Real* v = u + n_pairs_;
      for (std::size_t k = 0; k < n_pairs_; ++k) {
        const Real before = u[k];
        u[k] = before * c[k] - direction * v[k] * s[k];
        v[k] = direction * before * s[k] + v[k] * c[k];
      }
    }
  });
}

template class RotaryTurn<float>;
template class RotaryTurn<double>;

}  // namespace attn
