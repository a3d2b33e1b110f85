#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>

#include "kernels/cuda/cublas.hpp"

// The device that everything is worked out on, and what is kept of it for as long as it is needed.

namespace attn::cuda {

/// Refuses a failed call of CUDA or cuBLAS, naming what was tried: "cudaMemcpy".
/// Errors:  SurroundingsError unless the status is success.
void require_success(cudaError_t status, const char* tried);
void require_success(cublasStatus_t status, const char* tried);

/// What a device is called and can do.
struct DeviceFacts {
  std::string name;  ///< "NVIDIA H200"
  int major = 0, minor = 0;

  /// Compute capability 8.0 is the first with TF32.
  bool has_tf32() const { return major >= 8; }
};

/// The device that CUDA would pick.
/// Errors:  SurroundingsError saying why there is none, and what to do.
DeviceFacts device_facts();

/// Memory of the device, given back at the end. What stands in it is not said.
class DeviceBytes {
 public:
  /// Errors:  SurroundingsError with the bytes asked for and those that are free.
  explicit DeviceBytes(std::size_t n_bytes);

  void* data() const { return bytes_.get(); }

 private:
  struct Free {
    void operator()(void* bytes) const { cudaFree(bytes); }
  };
  std::unique_ptr<void, Free> bytes_;
};

/// Numbers on the device.
template <class Number>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t n) : n_(n), bytes_(n * sizeof(Number)) {}

  Number* data() const { return static_cast<Number*>(bytes_.data()); }
  std::size_t n_bytes() const { return n_ * sizeof(Number); }

 private:
  std::size_t n_;
  DeviceBytes bytes_;
};

/// The queue that work is put on, and what cuBLAS keeps for itself. One for the whole program,
/// because making it takes longer than a small product; one caller at a time uses it.
class Device {
 public:
  /// Waits until no other caller uses the device.
  /// Errors:  SurroundingsError as device_facts.
  Device();

  cudaStream_t stream() const { return tools_.stream.get(); }
  cublasHandle_t blas() const { return tools_.blas.get(); }
  const DeviceFacts& facts() const { return tools_.facts; }

  /// Numbers from the host, on the device.
  template <class Number>
  DeviceArray<Number> uploaded(const Number* numbers, std::size_t n) const {
    DeviceArray<Number> array(n);
    copy(array.data(), numbers, array.n_bytes(), cudaMemcpyHostToDevice);
    return array;
  }

  /// All numbers of an array, to the host, once the work queued so far is done.
  template <class Number>
  void download(const DeviceArray<Number>& array, Number* numbers) const {
    copy(numbers, array.data(), array.n_bytes(), cudaMemcpyDeviceToHost);
    wait();
  }

  /// Waits until the work queued so far is done.
  /// Errors:  SurroundingsError if any of it failed.
  void wait() const;

 private:
  struct DestroyStream {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
  };
  struct DestroyBlas {
    void operator()(cublasHandle_t blas) const { cublas().destroy(blas); }
  };
  struct Tools {
    Tools();

    DeviceFacts facts;
    std::unique_ptr<std::remove_pointer_t<cudaStream_t>, DestroyStream> stream;
    std::unique_ptr<std::remove_pointer_t<cublasHandle_t>, DestroyBlas> blas;
  };

  static Tools& tools();
  void copy(void* to, const void* from, std::size_t n_bytes, cudaMemcpyKind kind) const;

  std::unique_lock<std::mutex> alone_;
  Tools& tools_;
};

}  // namespace attn::cuda
