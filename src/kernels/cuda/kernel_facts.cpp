#include "core/error.hpp"
#include "kernels/cuda/device.hpp"
#include "kernels/fused_attention.hpp"

namespace attn {
namespace {

// "cuBLAS 13.1"
std::string blas_name() {
  int major = 0, minor = 0;
  cuda::require_success(cublasGetProperty(MAJOR_VERSION, &major), "cublasGetProperty");
  cuda::require_success(cublasGetProperty(MINOR_VERSION, &minor), "cublasGetProperty");
  return "cuBLAS " + std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace

KernelFacts kernel_facts() {
  KernelFacts facts{.blas = blas_name(), .runs_on = {}, .vectors = {}};
  try {
    facts.runs_on = cuda::device_facts().name;
  } catch (const SurroundingsError& error) {
    facts.runs_on = error.what();
    facts.is_ready = false;
  }
  return facts;
}

}  // namespace attn
