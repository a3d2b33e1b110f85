#include <algorithm>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernels/cuda/multiply.hpp"
#include "kernels/fused_attention.hpp"
#include "kernels/machine.hpp"

namespace attn {
namespace {

cuda::BatchedProduct product_of(arma::uword m, arma::uword n, arma::uword k) {
  return cuda::whole_product(static_cast<std::int64_t>(m), static_cast<std::int64_t>(n),
                             static_cast<std::int64_t>(k));
}

}  // namespace

template <class Real>
arma::Mat<Real> matrix_product(const arma::Mat<Real>& A, const arma::Mat<Real>& B, unsigned) {
  if (A.n_cols != B.n_rows) throw std::invalid_argument("matrix_product: shapes do not fit");
  const cuda::Device device;
  arma::Mat<Real> C(A.n_rows, B.n_cols, arma::fill::none);
  if (A.is_empty() || B.is_empty()) return C.zeros();
  const cuda::DeviceArray<Real> left = device.uploaded(A.memptr(), A.n_elem);
  const cuda::DeviceArray<Real> right = device.uploaded(B.memptr(), B.n_elem);
  const cuda::DeviceArray<Real> result(C.n_elem);
  multiply(device, product_of(A.n_rows, B.n_cols, A.n_cols), cuda::ProductPrecision::full,
           left.data(), right.data(), result.data());
  device.download(result, C.memptr());
  return C;
}

template <class Real>
double product_seconds(arma::uword n, unsigned) {
  const cuda::Device device;
  std::vector<Real> numbers(n * n);
  std::mt19937 draw(1);
  for (Real& number : numbers)
    number = static_cast<Real>(draw()) / static_cast<Real>(draw.max()) - Real(0.5);
  const cuda::DeviceArray<Real> left = device.uploaded(numbers.data(), numbers.size());
  std::reverse(numbers.begin(), numbers.end());
  const cuda::DeviceArray<Real> right = device.uploaded(numbers.data(), numbers.size());
  const cuda::DeviceArray<Real> result(numbers.size());
  device.wait();
  const auto multiply_once = [&] {
    if (n > 0)
      multiply(device, product_of(n, n, n), cuda::ProductPrecision::full, left.data(), right.data(),
               result.data());
    device.wait();
  };
  return timed(multiply_once, kCeilingRules).least;
}

template arma::mat matrix_product(const arma::mat&, const arma::mat&, unsigned);
template arma::fmat matrix_product(const arma::fmat&, const arma::fmat&, unsigned);
template double product_seconds<double>(arma::uword, unsigned);
template double product_seconds<float>(arma::uword, unsigned);

}  // namespace attn
