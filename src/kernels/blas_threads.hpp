#pragma once

namespace attn {

/// How many threads work is shared by unless it is set: as many as OpenBLAS would
/// use, so OPENBLAS_NUM_THREADS, OMP_NUM_THREADS and the processors allowed to us all count.
unsigned usual_threads();

/// While it lives, OpenBLAS uses that many threads for a product. With one where our own threads
/// share the work: others would stand in their way, and go on spinning for a while after each
/// product. Only one object at a time: the number is one for the whole process.
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
