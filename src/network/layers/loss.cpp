#include "network/layers/loss.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "network/elementary.hpp"
#include "network/row_work.hpp"
#include "network/sums.hpp"

namespace attn {
namespace {

// y = e^(x − most); returns the sum. Block by block, so that powers come in vectors, while the sum
// in double goes from number to number.
template <class Real>
double powers_below(Real most, const Real* x, std::size_t n, Real* y) {
  constexpr std::size_t kBlock = 64;
  Real block[kBlock];
  double sum = 0.0;
  for (std::size_t first = 0; first < n; first += kBlock) {
    const std::size_t count = std::min(kBlock, n - first);
    Real* powers = y == nullptr ? block : y + first;
    for (std::size_t j = 0; j < count; ++j) powers[j] = elementary::exp(x[first + j] - most);
    for (std::size_t j = 0; j < count; ++j) sum += static_cast<double>(powers[j]);
  }
  return sum;
}

// −ln of the probability of the target. The gradient goes into dz where one is wanted.
template <class Real>
double row_entropy(const Real* z, std::size_t n, std::size_t target, Real share, Real* dz) {
  Real most = z[0];
  for (std::size_t j = 1; j < n; ++j) most = z[j] > most ? z[j] : most;
  const double of_target = static_cast<double>(z[target]) - static_cast<double>(most);
  const double sum = powers_below(most, z, n, dz);
  if (dz != nullptr) {
    const Real factor = static_cast<Real>(static_cast<double>(share) / sum);
    for (std::size_t j = 0; j < n; ++j) dz[j] *= factor;
    dz[target] -= share;
  }
  return std::log(sum) - of_target;
}

}  // namespace

template <class Real>
double Losses<Real>::cross_entropy(Workers& workers, Rows<const Real> Z,
                                   std::span<const std::int32_t> targets, Rows<Real> dZ) {
  const auto n_counted = static_cast<double>(
      std::count_if(targets.begin(), targets.end(), [](auto target) { return target >= 0; }));
  if (n_counted == 0) throw std::invalid_argument("cross_entropy: no target counts");
  const auto share = static_cast<Real>(1.0 / n_counted);
  std::vector<double> losses(Z.n_rows);
  for_each_row(workers, Z.n_rows, 100.0 * static_cast<double>(Z.n_cols), [&](std::size_t i) {
    Real* dz = dZ.data == nullptr ? nullptr : dZ.row(i);
    if (targets[i] >= 0)
      losses[i] = row_entropy(Z.row(i), Z.n_cols, static_cast<std::size_t>(targets[i]), share, dz);
    else if (dz != nullptr)
      std::fill_n(dz, dZ.n_cols, Real(0));
  });
  return std::accumulate(losses.begin(), losses.end(), 0.0) / n_counted;
}

template <class Real>
double Losses<Real>::mean_squared_error(Rows<const Real> Y, Rows<const Real> T, Rows<Real> dY) {
  const auto n = static_cast<double>(Y.size());
  const auto slope = static_cast<Real>(2.0 / n);
  double loss = 0.0;
  in_vectors([&] {
    for (std::size_t i = 0; i < Y.n_rows; ++i) {
      const Real *y = Y.row(i), *t = T.row(i);
      // Of one row: float sums of a few numbers are quick and good enough.
      const auto square = [&](std::size_t j) { return (y[j] - t[j]) * (y[j] - t[j]); };
      loss += static_cast<double>(sum_of<Real>(Y.n_cols, square));
      if (dY.data == nullptr) continue;
      for (std::size_t j = 0; j < Y.n_cols; ++j) dY(i, j) = slope * (y[j] - t[j]);
    }
  });
  return loss / n;
}

template struct Losses<float>;
template struct Losses<double>;

}  // namespace attn
