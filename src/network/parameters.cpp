#include "network/parameters.hpp"

#include <algorithm>
#include <utility>

#include "network/draws.hpp"
#include "network/purposes.hpp"

namespace attn {
namespace {

template <class Real>
void begin_with(const Start& start, const Draws& draws, Rows<Real> x) {
  const auto size = static_cast<Real>(start.size);
  switch (start.kind) {
    case Start::Kind::constant:
      std::fill_n(x.data, x.size(), size);
      return;
    case Start::Kind::uniform:
      for (std::size_t i = 0; i < x.size(); ++i)
        x.data[i] =
            size * (2 * static_cast<Real>(draws.uniform(static_cast<std::uint32_t>(i))) - 1);
      return;
    case Start::Kind::normal:
      fill_normal(draws, x.data, x.size());
      for (std::size_t i = 0; i < x.size(); ++i) x.data[i] *= size;
  }
}

}  // namespace

template <class Real>
Parameter<Real> Parameters<Real>::add(std::string name, std::size_t n_rows, std::size_t n_cols,
                                      Start start) {
  const std::size_t index = tensors_.size();
  tensors_.push_back({std::move(name), n_rows, n_cols, values.size()});
  values.resize(values.size() + n_rows * n_cols);
  gradients.resize(values.size());
  begin_with(start, Draws(seed_, index, kStartingValues), value_of(tensors_.back()));
  return {this, index};
}

template <class Real>
Parameter<Real> Parameters<Real>::add(std::string name, std::size_t n, Start start) {
  const Parameter<Real> parameter = add(std::move(name), 1, n, start);
  tensors_.back().is_vector = true;
  return parameter;
}

template <class Real>
Rows<Real> Parameters<Real>::value_of(const Tensor& tensor) {
  return {values.data() + tensor.first, tensor.n_rows, tensor.n_cols};
}

template <class Real>
Rows<Real> Parameters<Real>::gradient_of(const Tensor& tensor) {
  return {gradients.data() + tensor.first, tensor.n_rows, tensor.n_cols};
}

template <class Real>
void Parameters<Real>::clear_gradients() {
  std::fill(gradients.begin(), gradients.end(), Real(0));
}

template class Parameters<float>;
template class Parameters<double>;

}  // namespace attn
