#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/rows.hpp"

namespace attn {

/// What a tensor begins with, before anything is learned.
struct Start {
  enum class Kind { constant, uniform, normal } kind = Kind::constant;
  double size = 0.0;  ///< the constant; the bound ±size; the standard deviation

  static Start zeros() { return {}; }
  static Start ones() { return {Kind::constant, 1.0}; }
  static Start uniform(double bound) { return {Kind::uniform, bound}; }
  static Start normal(double deviation) { return {Kind::normal, deviation}; }
};

template <class Real>
class Parameters;

/// One tensor of a model: what it is now, and the gradient of the loss with respect to it.
template <class Real>
class Parameter {
 public:
  Parameter() = default;
  Parameter(Parameters<Real>* all, std::size_t index) : all_(all), index_(index) {}

  bool exists() const { return all_ != nullptr; }
  Rows<Real> value() const;
  Rows<Real> gradient() const;

 private:
  Parameters<Real>* all_ = nullptr;
  std::size_t index_ = 0;
};

/// All that a model learns: one vector of values and one of gradients, so that an optimizer is one
/// loop. Layers hold Parameter objects, which find their part; hence it is never copied or moved.
template <class Real>
class Parameters {
 public:
  /// A tensor by its name in files, and where it lies.
  struct Tensor {
    std::string name;
    std::size_t n_rows = 0, n_cols = 0, first = 0;
    bool is_vector = false;  ///< a bias or a gain: files hold one axis
  };

  explicit Parameters(std::uint64_t seed) : seed_(seed) {}
  Parameters(const Parameters&) = delete;
  Parameters& operator=(const Parameters&) = delete;

  /// A new matrix. Its first numbers hang on the seed and on how many tensors were added before.
  Parameter<Real> add(std::string name, std::size_t n_rows, std::size_t n_cols, Start start);

  /// A new vector: one row.
  Parameter<Real> add(std::string name, std::size_t n, Start start);

  std::size_t size() const { return values.size(); }
  const std::vector<Tensor>& tensors() const { return tensors_; }
  Rows<Real> value_of(const Tensor& tensor);
  Rows<Real> gradient_of(const Tensor& tensor);
  void clear_gradients();

  std::vector<Real> values, gradients;

 private:
  std::uint64_t seed_;
  std::vector<Tensor> tensors_;
};

template <class Real>
Rows<Real> Parameter<Real>::value() const {
  return all_->value_of(all_->tensors()[index_]);
}

template <class Real>
Rows<Real> Parameter<Real>::gradient() const {
  return all_->gradient_of(all_->tensors()[index_]);
}

extern template class Parameters<float>;
extern template class Parameters<double>;

}  // namespace attn
