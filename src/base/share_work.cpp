#include "base/share_work.hpp"

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

#include <algorithm>
#include <atomic>
#include <exception>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

namespace attn {
namespace {

using Task = std::function<void(std::size_t, unsigned)>;

// The tasks that are left, and what went wrong.
class Queue {
 public:
  Queue(std::size_t n_tasks, const Task& task) : n_tasks_(n_tasks), task_(task) {}

  void work(unsigned worker) noexcept {
    try {
      for (std::size_t i; (i = next_.fetch_add(1)) < n_tasks_;) task_(i, worker);
    } catch (...) {
      next_ = n_tasks_;
      const std::lock_guard lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  const std::size_t n_tasks_;
  const Task& task_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

// Linux may begin a new thread on the processor of the one that made it, behind which it then waits
// for milliseconds though others are idle. So it is kept off that one, if there is another. The
// thread must not have ended: its handle would then stand for the caller.
#ifdef __linux__
void keep_off_this_processor(std::thread& thread) {
  const int processor = sched_getcpu();
  cpu_set_t others;
  if (processor < 0 || sched_getaffinity(0, sizeof others, &others) != 0) return;
  CPU_CLR(static_cast<std::size_t>(processor), &others);
  if (CPU_COUNT(&others) > 0)
    pthread_setaffinity_np(thread.native_handle(), sizeof others, &others);
}
#else
void keep_off_this_processor(std::thread&) {}
#endif

}  // namespace

void share_work(std::size_t n_tasks, unsigned n_threads, const Task& task) {
  Queue queue(n_tasks, task);
  std::latch all_placed(1);         // until then no thread ends
  std::vector<std::thread> others;  // libc++ has no std::jthread
  const auto n_workers = static_cast<unsigned>(std::min<std::size_t>(n_threads, n_tasks));
  try {
    for (unsigned worker = 1; worker < n_workers; ++worker) {
      others.emplace_back([&queue, &all_placed, worker] {
        queue.work(worker);
        all_placed.wait();
      });
      keep_off_this_processor(others.back());
    }
  } catch (const std::exception&) {
    // No more threads, or no memory for them, to be had: those there are do the work.
  }
  all_placed.count_down();
  queue.work(0);
  for (std::thread& other : others) other.join();
  queue.rethrow();
}

}  // namespace attn
