#pragma once

#include <cstddef>
#include <functional>

namespace attn {

/// How many threads work is shared by unless somebody says otherwise: as many as OpenBLAS would
/// use, so OPENBLAS_NUM_THREADS, OMP_NUM_THREADS and the processors allowed to us all count.
unsigned usual_threads();

/// Calls task(0, …) to task(n_tasks − 1, …), each once and in no particular order, on n_threads
/// threads of which the caller is one. Returns when all are done. `worker`, below n_threads, says
/// which thread it is, so that each can keep memory of its own.
///
/// The first exception that a task throws is thrown again here; what has not been begun by then is
/// left out. Where the system grants fewer threads, fewer do the work.
void share_work(std::size_t n_tasks, unsigned n_threads,
                const std::function<void(std::size_t task, unsigned worker)>& task);

/// While it lives, OpenBLAS works on the calling thread alone. For work that our own threads share:
/// OpenBLAS's threads would stand in their way, and go on spinning for a while after each product.
/// One at a time: the number of threads is one for the whole process.
class SingleThreadedBlas {
 public:
  SingleThreadedBlas();
  ~SingleThreadedBlas();
  SingleThreadedBlas(const SingleThreadedBlas&) = delete;
  SingleThreadedBlas& operator=(const SingleThreadedBlas&) = delete;

 private:
  int n_threads_before_;
};

}  // namespace attn
