#include "network/layers/loss.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "network/elementary.hpp"

namespace attn {
namespace {

// −ln of the probability of the target. The gradient replaces the row where one is wanted.
template <class Real>
double row_entropy(const Real* z, std::size_t n, std::size_t target, Real share, Real* dz) {
  const Real most = *std::max_element(z, z + n);
  const double of_target = static_cast<double>(z[target]) - static_cast<double>(most);
  double sum = 0.0;
  for (std::size_t j = 0; j < n; ++j) sum += static_cast<double>(elementary::exp(z[j] - most));
  if (dz != nullptr) {
    const Real factor = static_cast<Real>(static_cast<double>(share) / sum);
    for (std::size_t j = 0; j < n; ++j) dz[j] = elementary::exp(z[j] - most) * factor;
    dz[target] -= share;
  }
  return std::log(sum) - of_target;
}

}  // namespace

template <class Real>
double Losses<Real>::cross_entropy(Rows<const Real> Z, std::span<const std::int32_t> targets,
                                   Rows<Real> dZ) {
  const auto n_counted = static_cast<double>(
      std::count_if(targets.begin(), targets.end(), [](auto target) { return target >= 0; }));
  if (n_counted == 0) throw std::invalid_argument("cross_entropy: no target counts");
  double loss = 0.0;
  for (std::size_t i = 0; i < Z.n_rows; ++i) {
    Real* dz = dZ.data == nullptr ? nullptr : dZ.row(i);
    if (targets[i] >= 0)
      loss += row_entropy(Z.row(i), Z.n_cols, static_cast<std::size_t>(targets[i]),
                          static_cast<Real>(1.0 / n_counted), dz);
    else if (dz != nullptr)
      std::fill_n(dz, dZ.n_cols, Real(0));
  }
  return loss / n_counted;
}

template <class Real>
double Losses<Real>::mean_squared_error(Rows<const Real> Y, Rows<const Real> T, Rows<Real> dY) {
  const auto n = static_cast<double>(Y.size());
  const auto slope = static_cast<Real>(2.0 / n);
  double loss = 0.0;
  for (std::size_t i = 0; i < Y.n_rows; ++i) {
    Real sum = 0;  // of one row: float sums of a few numbers are quick and good enough
    for (std::size_t j = 0; j < Y.n_cols; ++j) {
      const Real error = Y(i, j) - T(i, j);
      sum += error * error;
      if (dY.data != nullptr) dY(i, j) = slope * error;
    }
    loss += static_cast<double>(sum);
  }
  return loss / n;
}

template struct Losses<float>;
template struct Losses<double>;

}  // namespace attn
