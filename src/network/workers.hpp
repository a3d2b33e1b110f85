#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "kernels/blas_threads.hpp"

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

}  // namespace attn
