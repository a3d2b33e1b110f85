#include "pretrained/forward/mlp_activation.hpp"

#include <cmath>
#include <numbers>

#include "network/elementary.hpp"
#include "network/workers.hpp"

namespace attn {
namespace {

template <class Real>
struct BentByGelu {
  static Real value(Real x) {
    return Real(0.5) * x * (1 + std::erf(x * static_cast<Real>(std::numbers::sqrt2 / 2)));
  }
};

template <class Real>
struct BentByGeluTanh {
  static Real value(Real x) {
    constexpr auto kRate = static_cast<Real>(0.79788456080286535588);  // √(2/π)
    const Real inner = kRate * (x + static_cast<Real>(0.044715) * x * x * x);
    return Real(0.5) * x * (1 + elementary::tanh(inner));
  }
};

template <class Real>
struct BentBySilu {
  static Real value(Real x) { return x * elementary::sigmoid(x); }
};

template <class Real>
struct BentByRelu {
  static Real value(Real x) { return x < 0 ? Real(0) : x; }  // NaN stays what it is
};

template <class Function, class Real>
void bend_by(Workers& workers, Rows<Real> X, Rows<const Real> gates) {
  for_each_row(workers, X.n_rows, 100.0 * static_cast<double>(X.n_cols), [&](std::size_t i) {
    Real* const x = X.row(i);
    if (gates.data) {
      const Real* const gate = gates.row(i);
      for (std::size_t j = 0; j < X.n_cols; ++j) x[j] *= Function::value(gate[j]);
    } else {
      for (std::size_t j = 0; j < X.n_cols; ++j) x[j] = Function::value(x[j]);
    }
  });
}

}  // namespace

template <class Real>
void bend(Workers& workers, MlpActivation activation, Rows<Real> X, Rows<const Real> gates) {
  switch (activation) {
    case MlpActivation::gelu:
      return bend_by<BentByGelu<Real>>(workers, X, gates);
    case MlpActivation::gelu_tanh:
      return bend_by<BentByGeluTanh<Real>>(workers, X, gates);
    case MlpActivation::silu:
      return bend_by<BentBySilu<Real>>(workers, X, gates);
    case MlpActivation::relu:
      return bend_by<BentByRelu<Real>>(workers, X, gates);
  }
}

template void bend(Workers&, MlpActivation, Rows<float>, Rows<const float>);
template void bend(Workers&, MlpActivation, Rows<double>, Rows<const double>);

}  // namespace attn
