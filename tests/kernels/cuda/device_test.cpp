#include "kernels/cuda/device.hpp"

#include <vector>

#include "kernels/cuda/device_or_skip.hpp"
#include "kernels/cuda/device_texts.hpp"
#include "support/catch.hpp"

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

TEST_CASE("no_device_text: no driver, an old one, no device") {
  CHECK(no_device_text(cudaErrorInsufficientDriver, 0, 13000) ==
        "there is no CUDA device to run on: no NVIDIA driver is installed. Install it, or build "
        "attn with -DATTN_BLAS=openblas.");
  CHECK(no_device_text(cudaErrorInsufficientDriver, 11080, 13000) ==
        "the NVIDIA driver is too old: it knows CUDA up to 11.8, and attn was built with CUDA "
        "13.0. Update the driver, or build attn with the older CUDA.");
  CHECK(no_device_text(cudaErrorNoDevice, 13000, 13000) ==
        "there is no CUDA device to run on: no CUDA-capable device is detected. Check that "
        "nvidia-smi lists one and that CUDA_VISIBLE_DEVICES does not hide it, or build attn with "
        "-DATTN_BLAS=openblas.");
}

TEST_CASE("wrong_architecture_text: says what to build for") {
  CHECK(wrong_architecture_text("Tesla T4", 7, 5) ==
        "attn was not built for the CUDA device Tesla T4. Build it with "
        "-DCMAKE_CUDA_ARCHITECTURES=75.");
}

TEST_CASE("no_library_text: why, and what to install") {
  CHECK(no_library_text("no such file") ==
        "cuBLAS cannot be loaded: no such file. Install the libraries of the CUDA toolkit, or name "
        "their folder in LD_LIBRARY_PATH.");
}

TEST_CASE("no_tf32_text: says what it needs and what there is") {
  CHECK(no_tf32_text("Tesla T4") ==
        "TF32 needs a CUDA device of compute capability 8.0 or later, and attn runs on Tesla T4. "
        "Use float32.");
}

TEST_CASE("no_memory_text: bytes asked for and free") {
  CHECK(no_memory_text(1 << 30, 1000, 2000) ==
        "the CUDA device has too little memory: 1,073,741,824 bytes were asked for, and 1,000 of "
        "2,000 are free. Use a shorter sequence or fewer heads, or end what else runs on the "
        "device.");
}

TEST_CASE("failed_call_text: what was tried, and why it failed") {
  CHECK(failed_call_text("cudaMemcpy", "unspecified launch failure") ==
        "the CUDA device failed at cudaMemcpy: unspecified launch failure. Look at nvidia-smi and "
        "try again, or build attn with -DATTN_BLAS=openblas.");
}

TEST_CASE("kernel_facts: names cuBLAS with or without a device") {
  const KernelFacts facts = kernel_facts();
  CHECK_THAT(facts.blas, Catch::Matchers::Matches("cuBLAS [0-9]+\\.[0-9]+"));
  CHECK(facts.vectors == "");
  CHECK(facts.runs_on != "");
}

TEST_CASE("kernel_facts: says why there is no device") {
  NO_DEVICE_OR_SKIP();
  CHECK_FALSE(kernel_facts().is_ready);
  CHECK_THAT(kernel_facts().runs_on,
             ContainsSubstring("NVIDIA driver") || ContainsSubstring("CUDA device"));
}
