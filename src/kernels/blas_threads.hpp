#pragma once

namespace attn {

/// While it lives, a product of Armadillo's is worked on by so many of OpenBLAS's threads. For code
/// that leaves the sharing to OpenBLAS. One at a time: the number is one for the whole process.
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
