#include "kernels/threads_worth.hpp"

#include <algorithm>

#include "kernels/blas_threads.hpp"

namespace attn {

unsigned threads_worth(double n_operations, unsigned n_threads) {
  constexpr double kWorthAThread = 4e6;  // a thread takes longer to start than fewer of them do
  const double most = n_threads ? n_threads : usual_threads();
  return threads_with_room(
      static_cast<unsigned>(std::clamp(n_operations / kWorthAThread, 1.0, most)));
}

}  // namespace attn
