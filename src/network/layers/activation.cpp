#include "network/layers/activation.hpp"

#include <cmath>
#include <numbers>

#include "network/elementary.hpp"
#include "network/row_work.hpp"

namespace attn {
namespace {

constexpr double kRootTwoOverPi = 0.79788456080286535588;
constexpr double kCubic = 0.044715;

template <class Real>
struct Relu {
  static Real value(Real x) { return x > 0 ? x : Real(0); }
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

double bending_work(std::size_t n_cols) { return 100.0 * static_cast<double>(n_cols); }

// What the exponential in both costs is paid once.
template <class Function, class Real>
void bend(Workers& workers, const Dropout& dropout, Rows<Real> X, Rows<Real> Y) {
  for_each_row(workers, X.n_rows, bending_work(X.n_cols), [&](std::size_t i) {
    Real *x = X.row(i), *y = Y.row(i);
    for (std::size_t j = 0; j < X.n_cols; ++j) {
      const Real here = x[j];
      y[j] = Function::value(here);
      x[j] = Function::slope(here);
    }
    dropout.apply(y, X.n_cols, i * X.n_cols);
  });
}

}  // namespace

template <class Real>
void Activations<Real>::forward(Workers& workers, ActivationKind kind, const Dropout& dropout,
                                Rows<Real> X, Rows<Real> Y) {
  switch (kind) {
    case ActivationKind::relu:
      return bend<Relu<Real>>(workers, dropout, X, Y);
    case ActivationKind::gelu:
      return bend<Gelu<Real>>(workers, dropout, X, Y);
    case ActivationKind::gelu_tanh:
      return bend<GeluTanh<Real>>(workers, dropout, X, Y);
  }
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

}  // namespace attn
