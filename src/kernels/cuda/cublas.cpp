#include "kernels/cuda/cublas.hpp"

#include <dlfcn.h>

#include "base/message.hpp"
#include "kernels/cuda/device_texts.hpp"

namespace attn::cuda {
namespace {

[[noreturn]] void refuse_library() { throw SurroundingsError(no_library_text(dlerror())); }

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (!function) refuse_library();
}

}  // namespace

const Cublas& cublas() {
  static const std::string name = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
  static const Cublas library = loaded_cublas({name, ATTN_CUBLAS_FOLDER "/" + name});
  return library;
}

Cublas loaded_cublas(const std::vector<std::string>& libraries) {
  void* library = nullptr;
  for (const std::string& name : libraries)
    if (!library) library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) refuse_library();
  // The header gives some functions a newer form under their old name.
  Cublas functions;
  find(library, "cublasCreate_v2", functions.create);
  find(library, "cublasDestroy_v2", functions.destroy);
  find(library, "cublasSetStream_v2", functions.set_stream);
  find(library, "cublasGetProperty", functions.get_property);
  find(library, "cublasGetStatusString", functions.status_text);
  find(library, "cublasGemmStridedBatchedEx_64", functions.multiply);
  return functions;
}

}  // namespace attn::cuda
