#include "network/rows.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "network/draws.hpp"
#include "network/small_product.hpp"
#include "network/workers.hpp"

namespace attn {

namespace {

blasint blas_count(std::size_t n) { return static_cast<blasint>(n); }

void gemm(CBLAS_TRANSPOSE of_A, CBLAS_TRANSPOSE of_B, std::size_t k, Rows<const float> A,
          Rows<const float> B, Rows<float> C, float factor, float kept) {
  cblas_sgemm(CblasRowMajor, of_A, of_B, blas_count(C.n_rows), blas_count(C.n_cols), blas_count(k),
              factor, A.data, blas_count(A.stride), B.data, blas_count(B.stride), kept, C.data,
              blas_count(C.stride));
}

void gemm(CBLAS_TRANSPOSE of_A, CBLAS_TRANSPOSE of_B, std::size_t k, Rows<const double> A,
          Rows<const double> B, Rows<double> C, double factor, double kept) {
  cblas_dgemm(CblasRowMajor, of_A, of_B, blas_count(C.n_rows), blas_count(C.n_cols), blas_count(k),
              factor, A.data, blas_count(A.stride), B.data, blas_count(B.stride), kept, C.data,
              blas_count(C.stride));
}

// A BLAS packs its matrices before it multiplies: more work than the product of small ones is.
constexpr std::size_t kSmall = 1U << 18U;

template <class Real>
bool is_small(Rows<Real> C, std::size_t k) {
  return C.n_rows * C.n_cols * k <= kSmall;
}

template <class Real>
void multiply(ProductSide<Real> A, ProductSide<Real> B, std::size_t n_k, Rows<Real> C, Into into,
              Real factor) {
  const bool adds = into == Into::add;
  if (n_k == 0) {  // then A and B may lie nowhere
    if (!adds)
      for (std::size_t i = 0; i < C.n_rows; ++i) std::fill_n(C.row(i), C.n_cols, Real(0));
    return;
  }
  if (has_wide_vectors())
    in_vectors([&] { multiply_small<32>(A, B, n_k, C, adds, factor); });
  else
    multiply_small<16>(A, B, n_k, C, adds, factor);
}

}  // namespace

template <class Real>
void Products<Real>::ab(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into,
                        Real factor) {
  if (is_small(C, A.n_cols))
    return multiply<Real>({A.data, A.stride, 1}, {B.data, 1, B.stride}, A.n_cols, C, into, factor);
  gemm(CblasNoTrans, CblasNoTrans, A.n_cols, A, B, C, factor, into == Into::add ? 1 : 0);
}

template <class Real>
void Products<Real>::abt(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into,
                         Real factor) {
  if (is_small(C, A.n_cols))
    return multiply<Real>({A.data, A.stride, 1}, {B.data, B.stride, 1}, A.n_cols, C, into, factor);
  gemm(CblasNoTrans, CblasTrans, A.n_cols, A, B, C, factor, into == Into::add ? 1 : 0);
}

template <class Real>
void Products<Real>::atb(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into,
                         Real factor) {
  if (is_small(C, A.n_rows))
    return multiply<Real>({A.data, 1, A.stride}, {B.data, 1, B.stride}, A.n_rows, C, into, factor);
  gemm(CblasTrans, CblasNoTrans, A.n_rows, A, B, C, factor, into == Into::add ? 1 : 0);
}

template struct Products<float>;
template struct Products<double>;

namespace {

// Both numbers that one pair of draws gives. u is never 0, whose logarithm is −∞.
struct NormalPair {
  float first, second;
};
[[gnu::always_inline]] inline NormalPair normal_pair(const Draws& draws, std::uint32_t i) {
  const float u = draws.uniform(2 * i) + 0x1p-25F;
  const float turns = draws.uniform(2 * i + 1) - 0.5F;
  const float r = std::sqrt(-2.0F * elementary::log(u));
  return {r * elementary::cos_of_turns(turns), r * elementary::sin_of_turns(turns)};
}

}  // namespace

template <class Real>
void fill_normal(const Draws& draws, Real* x, std::size_t n) {
  const std::size_t n_pairs = n / 2;
  in_vectors([&] {
    for (std::size_t i = 0; i < n_pairs; ++i) {
      const NormalPair pair = normal_pair(draws, static_cast<std::uint32_t>(i));
      x[2 * i] = static_cast<Real>(pair.first);
      x[2 * i + 1] = static_cast<Real>(pair.second);
    }
  });
  if (n % 2 != 0)
    x[n - 1] = static_cast<Real>(normal_pair(draws, static_cast<std::uint32_t>(n_pairs)).first);
}

template void fill_normal(const Draws&, float*, std::size_t);
template void fill_normal(const Draws&, double*, std::size_t);

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
