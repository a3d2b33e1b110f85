#include "network/product.hpp"

#include <cblas.h>

#include <algorithm>

#include "network/small_product.hpp"
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

}  // namespace attn
