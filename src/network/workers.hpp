// Threads that stay, and loops over rows and numbers dealt out to them.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "kernels/machine.hpp"

namespace attn {

/// Threads that stay, for work that comes thousands of times a second in small pieces: to begin a
/// thread takes longer than most layers do. While it lives, a product of the BLAS runs on the
/// thread that asks for it, so that its digits hang on nothing but its shape.
///
/// Only one object at a time, as BlasThreads.
class Workers {
 public:
  /// 0 threads: as many as usual_threads() says. Where the machine does not give that many, some
  /// of those that it gave: n_threads() says how many there are.
  explicit Workers(unsigned n_threads = 0);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  unsigned n_threads() const { return static_cast<unsigned>(threads_.size()) + 1; }

  /// Calls task(0, …) to task(n_tasks − 1, …), each once, in no particular order. `worker`, below
  /// n_threads(), says which thread it is. The first exception that a task throws is thrown again
  /// here, when no thread is at work any more.
  template <class Task>
  void share(std::size_t n_tasks, const Task& task) {
    if (n_tasks <= 1 || threads_.empty())
      for (std::size_t i = 0; i < n_tasks; ++i) task(i, 0U);
    else
      share_among_threads(n_tasks, task);
  }

 private:
  using Job = std::function<void(std::size_t task, unsigned worker)>;

  void share_among_threads(std::size_t n_tasks, const Job& job);
  void work(unsigned worker);
  void run_tasks(unsigned worker);
  void keep_threads(unsigned n);

  BlasThreads single_;
  const Job* job_ = nullptr;
  std::size_t n_tasks_ = 0;
  // Whoever takes a task holds the job back until it is done; who comes too late finds none, and
  // nobody waits for him.
  std::atomic<std::size_t> n_waiting_ = 0;    // tasks that nobody has taken
  std::atomic<std::size_t> n_to_finish_ = 0;  // tasks that are not done
  std::atomic<unsigned> round_ = 0;           // counts jobs, and the end
  std::atomic<unsigned> n_staying_;           // threads from this number on end
  std::mutex failure_mutex_;
  std::exception_ptr failure_;  // the first of a job
  std::vector<std::thread> threads_;
};

/// Into how many pieces work is cut, by its size alone and never by the number of threads: so the
/// digits are the same on any machine.
///
/// Units:   work in operations that take as long as those of a product by the BLAS, some 10⁻¹¹
///          seconds; result between 1 and n_most
std::size_t n_pieces(double work, std::size_t n_most);

/// One of several pieces of about equal size.
struct WorkPiece {
  std::size_t first = 0, count = 0;
};

/// Piece i of n items cut into n_pieces, each but the last a multiple of `grain`.
WorkPiece piece_of(std::size_t n, std::size_t n_pieces, std::size_t i, std::size_t grain = 1);

/// Lines of a matrix, cut into pieces by the work that all of them are.
struct LineCut {
  std::size_t n, grain, n_pieces;

  LineCut(std::size_t n_lines, std::size_t lines_together, double work)
      : n(n_lines),
        grain(lines_together),
        n_pieces(attn::n_pieces(work, n_lines / lines_together)) {}
  WorkPiece piece(std::size_t i) const { return piece_of(n, n_pieces, i, grain); }
};

// Loops over numbers, compiled twice: for any processor of its kind, whose vectors may hold but
// four floats, and for those with AVX2, which hold eight. No addition changes its place and
// nothing is fused, so the digits are the same.

/// While it lives, loops run as they do where there is no AVX2. For tests.
class NarrowVectors {
 public:
  NarrowVectors();
  ~NarrowVectors();
  NarrowVectors(const NarrowVectors&) = delete;
  NarrowVectors& operator=(const NarrowVectors&) = delete;
};

/// Whether this processor has AVX2, and nobody holds it back.
bool has_wide_vectors();

#if defined(__x86_64__) && defined(__GNUC__)

/// Everything that `loops` calls becomes part of this function, and so is compiled for AVX2.
template <class Loops>
[[gnu::target("avx2"), gnu::flatten, gnu::noinline]] void in_wide_vectors(const Loops& loops) {
  loops();
}

/// Calls loops(), in the widest vectors that there are. What it calls must be inline.
template <class Loops>
void in_vectors(const Loops& loops) {
  if (has_wide_vectors())
    in_wide_vectors(loops);
  else
    loops();
}

#else

template <class Loops>
void in_vectors(const Loops& loops) {
  loops();
}

#endif

/// Calls row(0) to row(n_rows − 1), each once: dealt out to the workers, and in vector code, so
/// that what it calls must be inline. Rows must not hang on each other.
///
/// Units:   work_of_row as n_pieces() counts it
template <class Row>
void for_each_row(Workers& workers, std::size_t n_rows, double work_of_row, const Row& row) {
  const std::size_t pieces = n_pieces(work_of_row * static_cast<double>(n_rows), n_rows);
  workers.share(pieces, [&](std::size_t k, unsigned) {
    const WorkPiece piece = piece_of(n_rows, pieces, k);
    in_vectors([&] {
      for (std::size_t i = piece.first; i < piece.first + piece.count; ++i) row(i);
    });
  });
}

}  // namespace attn
