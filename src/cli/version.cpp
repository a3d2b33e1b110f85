#include <cblas.h>
#include <fmt/format.h>

#include "cli/help.hpp"
#include "core/message.hpp"

namespace attn {
namespace {

constexpr const char* kCompiler =
#if defined(__clang__)
    "clang++ " __clang_version__;
#else
    "g++ " __VERSION__;
#endif

// "OpenBLAS 0.3.21 NO_LAPACKE ..." down to its second word.
std::string blas_name() {
  const std::string config = openblas_get_config();
  return config.substr(0, config.find(' ', config.find(' ') + 1));
}

}  // namespace

std::string version_text() {
  return fmt::format("attn {}\n", ATTN_VERSION) +
         message("BLAS      {}, core {}", blas_name(), openblas_get_corename()) + "\n" +
         message("compiler  {}", kCompiler) + "\n";
}

}  // namespace attn
