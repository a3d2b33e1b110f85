#include "kernels/cuda/device.hpp"

#include <vector>

#include "base/message.hpp"
#include "kernels/cuda/device_or_skip.hpp"

using namespace attn;
using namespace attn::cuda;

TEST_CASE("require_success: a failure is told with what was tried") {
  CHECK_NOTHROW(require_success(cudaSuccess, "cudaFree"));
  CHECK_NOTHROW(require_success(CUBLAS_STATUS_SUCCESS, "cublasCreate"));
  CHECK_THROWS_MATCHES(require_success(cudaErrorInvalidValue, "cudaFree"), SurroundingsError,
                       Message("the CUDA device failed at cudaFree: invalid argument. Look at "
                               "nvidia-smi and try again, or build attn with "
                               "-DATTN_BLAS=openblas."));
  CHECK_THROWS_AS(require_success(CUBLAS_STATUS_ALLOC_FAILED, "cublasCreate"), SurroundingsError);
}

TEST_CASE("DeviceFacts: TF32 came with compute capability 8.0") {
  CHECK_FALSE(DeviceFacts{.name = "", .major = 7, .minor = 5}.has_tf32());
  CHECK(DeviceFacts{.name = "", .major = 8, .minor = 0}.has_tf32());
  CHECK(DeviceFacts{.name = "", .major = 12, .minor = 1}.has_tf32());
}

TEST_CASE("Device: without one, it says why each time") {
  NO_DEVICE_OR_SKIP();
  const std::string why = kernel_facts().runs_on;
  for (int i = 0; i < 2; ++i) {
    CHECK_THROWS_MATCHES(Device(), SurroundingsError, Message(why));
    CHECK_THROWS_MATCHES(device_facts(), SurroundingsError, Message(why));
    CHECK_THROWS_AS(DeviceBytes(8), SurroundingsError);
  }
}

TEST_CASE("Device: numbers come back as they went up") {
  DEVICE_OR_SKIP();
  const Device device;
  const std::vector<double> numbers{1, -2, 3.5};
  const DeviceArray<double> array = device.uploaded(numbers.data(), numbers.size());
  std::vector<double> back(3);
  device.download(array, back.data());
  CHECK(back == numbers);
  CHECK(DeviceArray<double>(0).data() == nullptr);
}

TEST_CASE("DeviceBytes: more than there is are refused, and the device works on") {
  DEVICE_OR_SKIP();
  const Device device;
  CHECK_THROWS_WITH(DeviceBytes(std::size_t{1} << 50),
                    ContainsSubstring("1,125,899,906,842,624 bytes were asked for"));
  CHECK_NOTHROW(DeviceBytes(8));
  CHECK(cudaGetLastError() == cudaSuccess);
}
