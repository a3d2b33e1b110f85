#include <cblas.h>

#include "base/message.hpp"
#include "kernels/fused_attention.hpp"
#include "kernels/openblas/query_tile.hpp"

namespace attn {
namespace {

// "OpenBLAS 0.3.21 NO_LAPACKE ..." down to its second word.
std::string blas_name() {
  const std::string config = openblas_get_config();
  return config.substr(0, config.find(' ', config.find(' ') + 1));
}

}  // namespace

KernelFacts kernel_facts() {
  return {.blas = blas_name(),
          .runs_on = message("core {}", openblas_get_corename()),
          .vectors = vector_target()};
}

}  // namespace attn
