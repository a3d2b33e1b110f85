#include "kernels/cuda/device.hpp"

#include "base/message.hpp"
#include "kernels/cuda/device_texts.hpp"

namespace attn::cuda {
namespace {

// CUDA keeps the last failure until it is asked for, and kernels are asked for it after they start:
// reporting a failure clears it.
void forget_failure() { cudaGetLastError(); }

[[noreturn]] void refuse_device(cudaError_t status) {
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  forget_failure();
  throw SurroundingsError(no_device_text(status, driver, runtime));
}

[[noreturn]] void refuse_bytes(std::size_t n_bytes) {
  std::size_t n_free = 0, n_all = 0;
  cudaMemGetInfo(&n_free, &n_all);
  forget_failure();
  throw SurroundingsError(no_memory_text(n_bytes, n_free, n_all));
}

}  // namespace

void require_success(cudaError_t status, const char* tried) {
  if (status == cudaSuccess) return;
  forget_failure();
  if (status == cudaErrorNoKernelImageForDevice) {
    const DeviceFacts facts = device_facts();
    throw SurroundingsError(wrong_architecture_text(facts.name, facts.major, facts.minor));
  }
  throw SurroundingsError(failed_call_text(tried, cudaGetErrorString(status)));
}

void require_success(cublasStatus_t status, const char* tried) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  forget_failure();
  throw SurroundingsError(failed_call_text(tried, cublas().status_text(status)));
}

DeviceFacts device_facts() {
  int n_devices = 0, device = 0;
  const cudaError_t status = cudaGetDeviceCount(&n_devices);
  if (status != cudaSuccess) refuse_device(status);
  if (n_devices == 0) refuse_device(cudaErrorNoDevice);
  require_success(cudaGetDevice(&device), "cudaGetDevice");
  cudaDeviceProp properties{};
  require_success(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  return {.name = properties.name, .major = properties.major, .minor = properties.minor};
}

DeviceBytes::DeviceBytes(std::size_t n_bytes) {
  if (n_bytes == 0) return;
  void* bytes = nullptr;
  const cudaError_t status = cudaMalloc(&bytes, n_bytes);
  if (status == cudaErrorMemoryAllocation) refuse_bytes(n_bytes);
  require_success(status, "cudaMalloc");
  bytes_.reset(bytes);
}

Device::Tools::Tools() : facts(device_facts()) {
  cudaStream_t new_stream = nullptr;
  require_success(cudaStreamCreateWithFlags(&new_stream, cudaStreamNonBlocking),
                  "cudaStreamCreate");
  stream.reset(new_stream);
  cublasHandle_t new_blas = nullptr;
  require_success(cublas().create(&new_blas), "cublasCreate");
  blas.reset(new_blas);
  require_success(cublas().set_stream(new_blas, new_stream), "cublasSetStream");
}

// Never destroyed: when the program ends, the driver may be gone before its turn comes.
Device::Tools& Device::tools() {
  static Tools* const tools = new Tools;
  return *tools;
}

Device::Device()
    : alone_([] {
        static std::mutex mutex;
        return std::unique_lock(mutex);
      }()),
      tools_(tools()) {}

void Device::wait() const {
  require_success(cudaStreamSynchronize(stream()), "cudaStreamSynchronize");
}

void Device::copy(void* to, const void* from, std::size_t n_bytes, cudaMemcpyKind kind) const {
  if (n_bytes == 0) return;
  require_success(cudaMemcpyAsync(to, from, n_bytes, kind, stream()), "cudaMemcpy");
}

}  // namespace attn::cuda
