#include "kernels/cuda/multiply.hpp"

#include <vector>

#include "kernels/cuda/device_or_skip.hpp"

using namespace attn;
using namespace attn::cuda;

TEST_CASE("whole_product: columns follow each other without gaps") {
  const BatchedProduct product = whole_product(2, 3, 4);
  CHECK(product.A.height == 2);
  CHECK(product.B.height == 4);
  CHECK(product.C.height == 2);
  CHECK(product.n_products == 1);
  CHECK_FALSE(product.is_added);
}

TEST_CASE("multiply: a batch that shares a factor, transposed and added") {
  DEVICE_OR_SKIP();
  const Device device;
  // [1 2] times each of (3, 4)ᵀ and (5, 6)ᵀ, which lie as rows, added to 100 and 200.
  const std::vector<double> left{1, 2}, right{3, 4, 5, 6};
  std::vector<double> results{100, 200};
  const DeviceArray<double> A = device.uploaded(left.data(), 2),
                            B = device.uploaded(right.data(), 4),
                            C = device.uploaded(results.data(), 2);
  multiply(device,
           {.m = 1,
            .n = 1,
            .k = 2,
            .A = {.height = 1},
            .B = {.height = 1, .stride = 2, .is_transposed = true},
            .C = {.height = 1, .stride = 1},
            .n_products = 2,
            .is_added = true},
           ProductPrecision::full, A.data(), B.data(), C.data());
  device.download(C, results.data());
  CHECK(results == std::vector<double>{111, 217});
}
