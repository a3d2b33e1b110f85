#include "network/product.hpp"

#include <cblas.h>

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

}  // namespace

template <class Real>
void Products<Real>::ab(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into,
                        Real factor) {
  gemm(CblasNoTrans, CblasNoTrans, A.n_cols, A, B, C, factor, into == Into::add ? 1 : 0);
}

template <class Real>
void Products<Real>::abt(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into,
                         Real factor) {
  gemm(CblasNoTrans, CblasTrans, A.n_cols, A, B, C, factor, into == Into::add ? 1 : 0);
}

template <class Real>
void Products<Real>::atb(Rows<const Real> A, Rows<const Real> B, Rows<Real> C, Into into,
                         Real factor) {
  gemm(CblasTrans, CblasNoTrans, A.n_rows, A, B, C, factor, into == Into::add ? 1 : 0);
}

template struct Products<float>;
template struct Products<double>;

}  // namespace attn
