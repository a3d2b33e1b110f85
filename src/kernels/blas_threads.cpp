#include "kernels/blas_threads.hpp"

#include <cblas.h>

#include <algorithm>

namespace attn {

unsigned usual_threads() {
  // Asked once: BlasThreads changes the answer.
  static const unsigned n = static_cast<unsigned>(std::max(1, openblas_get_num_threads()));
  return n;
}

BlasThreads::BlasThreads(unsigned n_threads) : n_threads_before_(openblas_get_num_threads()) {
  usual_threads();  // while that is still what the surroundings say
  // More threads than processors only stand in each other's way, and OpenBLAS's wait by spinning.
  openblas_set_num_threads(std::min(static_cast<int>(n_threads), openblas_get_num_procs()));
}

BlasThreads::~BlasThreads() { openblas_set_num_threads(n_threads_before_); }

}  // namespace attn
