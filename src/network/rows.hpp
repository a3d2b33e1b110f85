// What layers are made of: elementary functions, rows of a matrix, sums, products, and parameters
// with their gradients.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace attn {

// Elementary functions for training. In float they are polynomials without branches, of which a
// compiler makes vector code, and whose digits are the same on every platform; in double, where
// gradients are checked, those of the C library.
namespace elementary {

/// e^x. In float with an error of some 1e-7 of the result; 0 below −87, and as e^88 above 88.
inline float exp(float x) {
  const float held = x < -87.0F ? -87.0F : (x > 88.0F ? 88.0F : x);
  // e^x = 2^n e^r: adding 1.5 · 2^23 rounds to the whole number n, which then stands in the low
  // bits.
  constexpr float kRounder = 12582912.0F;
  const float shifted = held * 1.44269504F + kRounder;
  const float n = shifted - kRounder;
  const float r = (held - n * 0.693359375F) + n * 2.12194440e-4F;
  float p = 1.9875691500e-4F;
  p = p * r + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  p = p * r * r + r + 1.0F;
  const auto exponent = std::bit_cast<std::uint32_t>(shifted) << 23U;
  const float power = std::bit_cast<float>(exponent + 0x3F800000U);
  return x < -87.0F ? 0.0F : (x == x ? p * power : x);
}
inline double exp(double x) { return std::exp(x); }

/// tanh x = 1 − 2 / (e^(2x) + 1).
inline float tanh(float x) { return 1.0F - 2.0F / (elementary::exp(2.0F * x) + 1.0F); }
inline double tanh(double x) { return std::tanh(x); }

/// σ(x) = 1 / (1 + e^(−x)).
template <class Real>
Real sigmoid(Real x) {
  return Real(1) / (Real(1) + elementary::exp(-x));
}

/// ln x of a positive number that is not denormal.
///
///     x = 2^n m with √½ ≤ m < √2;   ln m = 2 artanh(s) with s = (m − 1) / (m + 1)
inline float log(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x);
  const std::int32_t n = (bits - 0x3F3504F3) >> 23;
  const float m = std::bit_cast<float>(bits - (n << 23));
  const float s = (m - 1.0F) / (m + 1.0F);
  const float s2 = s * s;
  const float series = 2.0F + s2 * (0.66666667F + s2 * (0.4F + s2 * (0.28571429F + s2 * 0.24F)));
  return s * series + static_cast<float>(n) * 0.69314718F;
}

/// cos and sin of 2π v for −½ ≤ v ≤ ½, from those of the half angle, whose series is short.
///
///     cos 2a = 1 − 2 sin² a,   sin 2a = 2 sin a cos a
inline float sin_of_half(float v) {
  const float a = v * 3.14159265F, a2 = a * a;
  return a * (1.0F + a2 * (-1.6666660e-1F +
                           a2 * (8.3330882e-3F + a2 * (-1.9811115e-4F + a2 * 2.6089370e-6F))));
}
inline float cos_of_half(float v) {
  const float a = v * 3.14159265F, a2 = a * a;
  return 1.0F +
         a2 * (-0.5F + a2 * (4.1666642e-2F +
                             a2 * (-1.3888397e-3F + a2 * (2.4760495e-5F - a2 * 2.6051615e-7F))));
}
inline float cos_of_turns(float v) {
  const float s = sin_of_half(v);
  return 1.0F - 2.0F * s * s;
}
inline float sin_of_turns(float v) { return 2.0F * sin_of_half(v) * cos_of_half(v); }

}  // namespace elementary

/// A view of a matrix that somebody else keeps. A token is a row, and the numbers of a row are
/// neighbours in memory, so that whoever works on one token reads one piece of it.
///
/// Shapes:  (n_rows × n_cols); row i begins at data + i · stride
template <class Real>
struct Rows {
  Real* data = nullptr;
  std::size_t n_rows = 0, n_cols = 0;
  std::size_t stride = 0;

  Rows() = default;
  Rows(Real* first, std::size_t rows, std::size_t cols) : Rows(first, rows, cols, cols) {}
  Rows(Real* first, std::size_t rows, std::size_t cols, std::size_t from_row_to_row)
      : data(first), n_rows(rows), n_cols(cols), stride(from_row_to_row) {}

  /// Whoever may write may also read.
  operator Rows<const Real>() const requires(!std::is_const_v<Real>) {
    return {data, n_rows, n_cols, stride};
  }

  Real* row(std::size_t i) const { return data + i * stride; }
  Real& operator()(std::size_t i, std::size_t j) const { return data[i * stride + j]; }

  Rows rows(std::size_t first, std::size_t count) const {
    return {row(first), count, n_cols, stride};
  }
  Rows columns(std::size_t first, std::size_t count) const {
    return {data + first, n_rows, count, stride};
  }

  /// Every n-th row, beginning with one of the first n: one place of every sequence, where the
  /// tokens of a sequence of n stand one below another.
  Rows every(std::size_t n, std::size_t first) const {
    return {row(first), n_rows / n, n_cols, stride * n};
  }

  std::size_t size() const { return n_rows * n_cols; }
};

/// term(0) + … + term(n − 1), in eight parts, so that additions need not wait for one another, and
/// always in the same order.
template <class Real, class Term>
Real sum_of(std::size_t n, const Term& term) {
  Real parts[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (std::size_t k = 0; k < 8; ++k) parts[k] += term(i + k);
  Real sum = ((parts[0] + parts[1]) + (parts[2] + parts[3])) +
             ((parts[4] + parts[5]) + (parts[6] + parts[7]));
  for (; i < n; ++i) sum += term(i);
  return sum;
}

/// The largest of term(0) to term(n − 1) and `least`, in eight parts as well. A term that is NaN
/// does not count.
template <class Real, class Term>
Real largest_of(std::size_t n, Real least, const Term& term) {
  const auto larger = [](Real a, Real b) { return a > b ? a : b; };
  Real parts[8] = {least, least, least, least, least, least, least, least};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (std::size_t k = 0; k < 8; ++k) parts[k] = larger(term(i + k), parts[k]);
  for (; i < n; ++i) parts[0] = larger(term(i), parts[0]);
  for (std::size_t k = 1; k < 8; ++k) parts[0] = larger(parts[k], parts[0]);
  return parts[0];
}

/// What happens to the numbers that are there already.
enum class Into { replace, add };

/// Products of two matrices on this thread, by the BLAS, or small ones by our own loops.
///
///     ab: C = factor · A B      abt: C = factor · A Bᵀ      atb: C = factor · Aᵀ B
///
/// With Into::add the product is added to C.
///
/// Shapes:  C (m × n); A (m × k), with atb (k × m); B (k × n), with abt (n × k)
template <class Real>
struct Products {
  static void ab(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into = Into::replace,
                 Real factor = 1);
  static void abt(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into = Into::replace,
                  Real factor = 1);
  static void atb(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into = Into::replace,
                  Real factor = 1);
};

extern template struct Products<float>;
extern template struct Products<double>;

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
