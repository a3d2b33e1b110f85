#include "network/layers/layers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "network/rows.hpp"
#include "network/workers.hpp"

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

namespace {

constexpr double kEpsilon = 1e-5;

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

}  // namespace

template <class Real>
void LayerNorm<Real>::forward(Workers& workers, Rows<const Real> X, Rows<Real> Y,
                              RowMoments<Real>* moments) const {
  const Real* scale = gamma.value().data;
  const Real* place = beta.value().data;
  for_each_row(workers, X.n_rows, norm_work(X.n_cols), [&](std::size_t i) {
    moments[i] = norm_row(X.row(i), X.n_cols, scale, place, static_cast<Real>(kEpsilon), Y.row(i));
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

namespace {

constexpr double kRootTwoOverPi = 0.79788456080286535588;
constexpr double kCubic = 0.044715;

template <class Real>
struct Relu {
  static Real value(Real x) { return x < 0 ? Real(0) : x; }  // NaN stays what it is
  static Real slope(Real x) { return x > 0 ? Real(1) : Real(0); }
};

template <class Real>
struct Gelu {
  static Real below(Real x) {  // Φ
    return Real(0.5) * (1 + std::erf(x * static_cast<Real>(std::numbers::sqrt2 / 2)));
  }
  static Real value(Real x) { return x * below(x); }
  static Real slope(Real x) {
    constexpr auto kTop = static_cast<Real>(0.39894228040143267794);  // 1/√(2π)
    return below(x) + x * kTop * elementary::exp(-x * x / 2);
  }
};

template <class Real>
struct GeluTanh {
  static constexpr auto k = static_cast<Real>(kRootTwoOverPi);
  static constexpr auto cubic = static_cast<Real>(kCubic);
  static Real bent(Real x) { return elementary::tanh(k * (x + cubic * x * x * x)); }
  static Real value(Real x) { return Real(0.5) * x * (1 + bent(x)); }
  static Real slope(Real x) {
    const Real t = bent(x);
    return Real(0.5) * (1 + t) + Real(0.5) * x * (1 - t * t) * k * (1 + 3 * cubic * x * x);
  }
};

template <class Real>
struct Silu {
  static Real value(Real x) { return x * elementary::sigmoid(x); }
  static Real slope(Real x) {
    const Real share = elementary::sigmoid(x);
    return share * (1 + x * (1 - share));
  }
};

double bending_work(std::size_t n_cols) { return 100.0 * static_cast<double>(n_cols); }

// use(function) with the one of that kind.
template <class Real, class Use>
void with_function(ActivationKind kind, const Use& use) {
  switch (kind) {
    case ActivationKind::relu:
      return use(Relu<Real>());
    case ActivationKind::gelu:
      return use(Gelu<Real>());
    case ActivationKind::gelu_tanh:
      return use(GeluTanh<Real>());
    case ActivationKind::silu:
      return use(Silu<Real>());
  }
}

}  // namespace

template <class Real>
void Activations<Real>::forward(Workers& workers, ActivationKind kind, const Dropout& dropout,
                                Rows<Real> X, Rows<Real> Y) {
  with_function<Real>(kind, [&]<class Function>(Function) {
    for_each_row(workers, X.n_rows, bending_work(X.n_cols), [&](std::size_t i) {
      Real *x = X.row(i), *y = Y.row(i);
      // What the exponential in both costs is paid once.
      for (std::size_t j = 0; j < X.n_cols; ++j) {
        const Real here = x[j];
        y[j] = Function::value(here);
        x[j] = Function::slope(here);
      }
      dropout.apply(y, X.n_cols, i * X.n_cols);
    });
  });
}

template <class Real>
void Activations<Real>::apply(Workers& workers, ActivationKind kind, Rows<Real> X,
                              Rows<const Real> gates) {
  with_function<Real>(kind, [&]<class Function>(Function) {
    for_each_row(workers, X.n_rows, bending_work(X.n_cols), [&](std::size_t i) {
      Real* const x = X.row(i);
      if (gates.data) {
        const Real* const gate = gates.row(i);
        for (std::size_t j = 0; j < X.n_cols; ++j) x[j] *= Function::value(gate[j]);
      } else {
        for (std::size_t j = 0; j < X.n_cols; ++j) x[j] = Function::value(x[j]);
      }
    });
  });
}

template <class Real>
void Activations<Real>::backward(Workers& workers, const Dropout& dropout, Rows<const Real> slopes,
                                 Rows<const Real> dY, Rows<Real> dX) {
  const double work = 10.0 * static_cast<double>(dX.n_cols);
  for_each_row(workers, dX.n_rows, work, [&](std::size_t i) {
    const Real *slope = slopes.row(i), *dy = dY.row(i);
    Real* dx = dX.row(i);
    for (std::size_t j = 0; j < dX.n_cols; ++j) dx[j] = dy[j] * slope[j];
    dropout.apply(dx, dX.n_cols, i * dX.n_cols);
  });
}

template struct Activations<float>;
template struct Activations<double>;

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
