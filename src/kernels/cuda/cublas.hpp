#pragma once

#include <cublas_v2.h>

#include <string>
#include <vector>

namespace attn::cuda {

/// The functions of cuBLAS that are used here. Its library is loaded when the first of them is
/// needed, not when the program starts: that would take longer than all that a short run does.
struct Cublas {
  decltype(&cublasCreate) create = nullptr;
  decltype(&cublasDestroy) destroy = nullptr;
  decltype(&cublasSetStream) set_stream = nullptr;
  decltype(&cublasGetProperty) get_property = nullptr;
  decltype(&cublasGetStatusString) status_text = nullptr;
  decltype(&cublasGemmStridedBatchedEx_64) multiply = nullptr;
};

/// The library as the system finds it, or else where it was when attn was built.
/// Errors:  SurroundingsError if it cannot be loaded.
const Cublas& cublas();

/// The first of these libraries that can be loaded, for as long as the program runs.
/// Errors:  SurroundingsError if none can, or a function is missing.
Cublas loaded_cublas(const std::vector<std::string>& libraries);

}  // namespace attn::cuda
