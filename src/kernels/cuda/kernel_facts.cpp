#include "base/message.hpp"
#include "kernels/cuda/device.hpp"
#include "kernels/fused_attention.hpp"

namespace attn {
namespace {

std::string blas_name(int major, int minor) {
  return "cuBLAS " + std::to_string(major) + "." + std::to_string(minor);
}

std::string loaded_blas_name() {
  int major = 0, minor = 0;
  cuda::require_success(cuda::cublas().get_property(MAJOR_VERSION, &major), "cublasGetProperty");
  cuda::require_success(cuda::cublas().get_property(MINOR_VERSION, &minor), "cublasGetProperty");
  return blas_name(major, minor);
}

}  // namespace

KernelFacts kernel_facts() {
  // Without a device, what attn was built with: loading cuBLAS to ask takes its time.
  KernelFacts facts{.blas = blas_name(CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR),
                    .runs_on = {},
                    .vectors = {},
                    .usual = Precision::fp32};
  try {
    const cuda::DeviceFacts device = cuda::device_facts();
    facts.runs_on = device.name;
    facts.has_tf32 = device.has_tf32();
    facts.blas = loaded_blas_name();
  } catch (const SurroundingsError& error) {
    facts.runs_on = error.what();
    facts.is_ready = false;
  }
  return facts;
}

}  // namespace attn
