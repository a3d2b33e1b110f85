#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

// What a user is told about a device: what was tried, why it failed and what to do. Apart from the
// calls that fail, so that it can be read where nothing fails.

namespace attn::cuda {

/// Why there is no device to run on.
///
/// Units:   versions as CUDA counts them: 13000 for 13.0, and 0 where no driver is installed
std::string no_device_text(cudaError_t status, int driver_version, int runtime_version);

/// A device for which the program holds no code.
std::string wrong_architecture_text(const std::string& device, int major, int minor);

/// cuBLAS that cannot be loaded; `reason` is in the system's words.
std::string no_library_text(const std::string& reason);

/// TF32 on a device that has none.
std::string no_tf32_text(const std::string& device);

/// Memory of the device that could not be had.
///
/// Units:   bytes
std::string no_memory_text(std::size_t asked, std::size_t free, std::size_t all);

/// Anything else that CUDA or cuBLAS refused; `reason` is in its own words.
std::string failed_call_text(const std::string& tried, const std::string& reason);

}  // namespace attn::cuda
