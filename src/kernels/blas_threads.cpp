#include "kernels/blas_threads.hpp"

#include <cblas.h>

#include "kernels/share_work.hpp"

namespace attn {

BlasThreads::BlasThreads(unsigned n_threads) : n_threads_before_(openblas_get_num_threads()) {
  usual_threads();  // while that is still what the surroundings say
  openblas_set_num_threads(static_cast<int>(n_threads));
}

BlasThreads::~BlasThreads() { openblas_set_num_threads(n_threads_before_); }

}  // namespace attn
