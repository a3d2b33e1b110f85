#pragma once

namespace attn {

/// How many threads work is shared by unless it is set: what OPENBLAS_NUM_THREADS or
/// OMP_NUM_THREADS asks for, as many as the processors allowed to us at most and by default.
unsigned usual_threads();

/// At most so many threads, as many as may each ask OpenBLAS for a product at once: each takes 128
/// MiB of address space then, which a limit (ulimit -v) may not leave. At least one.
unsigned threads_with_room(unsigned n_threads);

/// To be called before the first product. OpenBLAS takes 128 MiB of address space for it, and asks
/// again without end for as long as it gets none.
/// Errors:  SurroundingsError if a limit (ulimit -v) leaves less than that.
void require_room_for_products();

/// While it lives, OpenBLAS uses that many threads for a product; else it has one, since each of
/// its own takes as much memory again, and goes on spinning for a while after each product. Only
/// one object at a time: the number is one for the whole process.
class BlasThreads {
 public:
  explicit BlasThreads(unsigned n_threads);
  ~BlasThreads();
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;

 private:
  int n_threads_before_;
};

}  // namespace attn
