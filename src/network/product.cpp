#include "network/product.hpp"

#include <cblas.h>

#include <algorithm>

#include "network/vectors.hpp"

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
constexpr std::size_t kSmall = 2048;

template <class Real>
bool is_small(Rows<Real> C, std::size_t k) {
  return C.n_rows * C.n_cols * k <= kSmall;
}

// y += a x, which the compiler makes vector code of: the numbers of x and y are apart.
template <class Real>
void add_times(Real a, const Real* __restrict x, Real* __restrict y, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) y[j] += a * x[j];
}

// In lanes, so that additions need not wait for one another.
template <class Real>
Real dot(const Real* x, const Real* y, std::size_t n) {
  constexpr std::size_t kLanes = 8;
  Real lanes[kLanes] = {};
  std::size_t j = 0;
  for (; j + kLanes <= n; j += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) lanes[k] += x[j + k] * y[j + k];
  for (std::size_t k = 0; j < n; ++j, ++k) lanes[k] += x[j] * y[j];
  return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) +
         ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

template <class Real>
void clear_unless_added(Rows<Real> C, Into into) {
  if (into == Into::add) return;
  for (std::size_t i = 0; i < C.n_rows; ++i) std::fill_n(C.row(i), C.n_cols, Real(0));
}

template <class Real>
void small_ab(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into, Real factor) {
  clear_unless_added(C, into);
  for (std::size_t i = 0; i < C.n_rows; ++i)
    for (std::size_t k = 0; k < A.n_cols; ++k)
      add_times(factor * A(i, k), B.row(k), C.row(i), C.n_cols);
}

template <class Real>
void small_abt(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into, Real factor) {
  clear_unless_added(C, into);
  for (std::size_t i = 0; i < C.n_rows; ++i)
    for (std::size_t j = 0; j < C.n_cols; ++j)
      C(i, j) += factor * dot(A.row(i), B.row(j), A.n_cols);
}

template <class Real>
void small_atb(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into, Real factor) {
  clear_unless_added(C, into);
  for (std::size_t k = 0; k < A.n_rows; ++k)
    for (std::size_t i = 0; i < C.n_rows; ++i)
      add_times(factor * A(k, i), B.row(k), C.row(i), C.n_cols);
}

}  // namespace

template <class Real>
void Products<Real>::ab(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into,
                        Real factor) {
  if (is_small(C, A.n_cols)) return in_vectors([&] { small_ab(A, B, C, into, factor); });
  gemm(CblasNoTrans, CblasNoTrans, A.n_cols, A, B, C, factor, into == Into::add ? 1 : 0);
}

template <class Real>
void Products<Real>::abt(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into,
                         Real factor) {
  if (is_small(C, A.n_cols)) return in_vectors([&] { small_abt(A, B, C, into, factor); });
  gemm(CblasNoTrans, CblasTrans, A.n_cols, A, B, C, factor, into == Into::add ? 1 : 0);
}

template <class Real>
void Products<Real>::atb(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into,
                         Real factor) {
  if (is_small(C, A.n_rows)) return in_vectors([&] { small_atb(A, B, C, into, factor); });
  gemm(CblasTrans, CblasNoTrans, A.n_rows, A, B, C, factor, into == Into::add ? 1 : 0);
}

template struct Products<float>;
template struct Products<double>;

}  // namespace attn
