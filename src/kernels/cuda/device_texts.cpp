#include "kernels/cuda/device_texts.hpp"

#include "base/count.hpp"
#include "base/message.hpp"

namespace attn::cuda {
namespace {

// "13.0" for CUDA's 13000.
std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

std::string no_device_text(cudaError_t status, int driver_version, int runtime_version) {
  if (driver_version == 0)
    return translated(
        "there is no CUDA device to run on: no NVIDIA driver is installed. Install it, or build "
        "attn with -DATTN_BLAS=openblas.");
  if (status == cudaErrorInsufficientDriver)
    return message(
        "the NVIDIA driver is too old: it knows CUDA up to {}, and attn was built with CUDA {}. "
        "Update the driver, or build attn with the older CUDA.",
        version_text(driver_version), version_text(runtime_version));
  return message(
      "there is no CUDA device to run on: {}. Check that nvidia-smi lists one and that "
      "CUDA_VISIBLE_DEVICES does not hide it, or build attn with -DATTN_BLAS=openblas.",
      cudaGetErrorString(status));
}

std::string wrong_architecture_text(const std::string& device, int major, int minor) {
  return message(
      "attn was not built for the CUDA device {}. Build it with -DCMAKE_CUDA_ARCHITECTURES={}{}.",
      device, major, minor);
}

std::string no_library_text(const std::string& reason) {
  return message(
      "cuBLAS cannot be loaded: {}. Install the libraries of the CUDA toolkit, or name their "
      "folder in LD_LIBRARY_PATH.",
      reason);
}

std::string no_tf32_text(const std::string& device) {
  return message(
      "TF32 needs a CUDA device of compute capability 8.0 or later, and attn runs on {}. Use "
      "float32.",
      device);
}

std::string no_memory_text(std::size_t asked, std::size_t free, std::size_t all) {
  return message(
      "the CUDA device has too little memory: {} bytes were asked for, and {} of {} are free. Use "
      "a shorter sequence or fewer heads, or end what else runs on the device.",
      count_text(asked), count_text(free), count_text(all));
}

std::string failed_call_text(const std::string& tried, const std::string& reason) {
  return message(
      "the CUDA device failed at {}: {}. Look at nvidia-smi and try again, or build attn with "
      "-DATTN_BLAS=openblas.",
      tried, reason);
}

}  // namespace attn::cuda
