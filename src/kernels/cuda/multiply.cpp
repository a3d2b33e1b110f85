#include "kernels/cuda/multiply.hpp"

namespace attn::cuda {
namespace {

cublasOperation_t operation(const Operand& operand) {
  return operand.is_transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
}

template <class Real>
constexpr cudaDataType kType = std::is_same_v<Real, float> ? CUDA_R_32F : CUDA_R_64F;

template <class Real>
cublasComputeType_t compute_type(ProductPrecision precision) {
  if constexpr (std::is_same_v<Real, double>) return CUBLAS_COMPUTE_64F;
  return precision == ProductPrecision::tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
}

}  // namespace

template <class Real>
void multiply(const Device& device, const BatchedProduct& product, ProductPrecision precision,
              const Real* A, const Real* B, Real* C) {
  const Real one = 1, added = product.is_added ? 1 : 0;
  require_success(
      cublas().multiply(device.blas(), operation(product.A), operation(product.B), product.m,
                        product.n, product.k, &one, A + product.A.begin, kType<Real>,
                        product.A.height, product.A.stride, B + product.B.begin, kType<Real>,
                        product.B.height, product.B.stride, &added, C + product.C.begin,
                        kType<Real>, product.C.height, product.C.stride, product.n_products,
                        compute_type<Real>(precision), CUBLAS_GEMM_DEFAULT),
      "cublasGemmStridedBatchedEx");
}

BatchedProduct whole_product(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {.m = m, .n = n, .k = k, .A = {.height = m}, .B = {.height = k}, .C = {.height = m}};
}

template void multiply(const Device&, const BatchedProduct&, ProductPrecision, const float*,
                       const float*, float*);
template void multiply(const Device&, const BatchedProduct&, ProductPrecision, const double*,
                       const double*, double*);

}  // namespace attn::cuda
