#include "network/workers.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

namespace attn {

namespace {

// Work below this is done sooner than another thread has woken up.
constexpr double kWorthAPiece = 2e6;

// Tells the processor that this is a loop that waits.
void glance_away() {
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_ia32_pause();
#endif
}

// Until it is no longer that: the next round mostly begins sooner than a thread has gone to sleep
// and woken up. After some 20 microseconds others may need the processor more.
template <class Number>
void wait_while(const std::atomic<Number>& number, Number old) {
  constexpr int kGlances = 1500;
  for (int i = 0; i < kGlances; ++i) {
    if (number != old) return;
    glance_away();
  }
  number.wait(old);
}

}  // namespace

Workers::Workers(unsigned n_threads)
    : single_(1), n_staying_(n_threads == 0 ? usual_threads() : threads_with_room(n_threads)) {
  const unsigned n = n_staying_;
  threads_.reserve(n - 1);
  try {
    for (unsigned worker = 1; worker < n; ++worker)
      threads_.emplace_back([this, worker] { work(worker); });
  } catch (const std::exception&) {
    // Half of them, so that their stacks leave room for the work itself.
    keep_threads(this->n_threads() / 2);
  }
}

Workers::~Workers() { keep_threads(0); }

// Ends all threads but the first n, that of the caller among them.
void Workers::keep_threads(unsigned n) {
  const std::size_t n_kept = std::min<std::size_t>(threads_.size(), n == 0 ? 0 : n - 1);
  n_staying_ = n;
  ++round_;
  round_.notify_all();
  for (std::size_t i = n_kept; i < threads_.size(); ++i) threads_[i].join();
  threads_.erase(threads_.begin() + static_cast<std::ptrdiff_t>(n_kept), threads_.end());
}

void Workers::work(unsigned worker) {
  for (unsigned seen = 0;; ++seen) {
    wait_while(round_, seen);
    if (worker >= n_staying_) return;
    run_tasks(worker);
  }
}

void Workers::run_tasks(unsigned worker) {
  for (std::size_t left = n_waiting_; left != 0;) {
    if (!n_waiting_.compare_exchange_weak(left, left - 1)) continue;
    try {
      (*job_)(n_tasks_ - left, worker);
    } catch (...) {
      const std::lock_guard lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
    if (--n_to_finish_ == 0) n_to_finish_.notify_one();
    left = n_waiting_;
  }
}

void Workers::share_among_threads(std::size_t n_tasks, const Job& job) {
  job_ = &job;
  n_tasks_ = n_tasks;
  n_to_finish_ = n_tasks;
  n_waiting_ = n_tasks;
  ++round_;
  round_.notify_all();
  run_tasks(0);
  for (std::size_t left; (left = n_to_finish_) != 0;) wait_while(n_to_finish_, left);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

std::size_t n_pieces(double work, std::size_t n_most) {
  constexpr double kMostPieces = 16;
  auto n = static_cast<std::size_t>(std::clamp(work / kWorthAPiece, 1.0, kMostPieces));
  if (n > 1) n += n % 2;  // two threads have as much to do
  return std::clamp<std::size_t>(n, 1, std::max<std::size_t>(n_most, 1));
}

WorkPiece piece_of(std::size_t n, std::size_t n_pieces, std::size_t i, std::size_t grain) {
  const std::size_t n_grains = (n + grain - 1) / grain;
  const std::size_t first = n_grains * i / n_pieces * grain;
  const std::size_t last = std::min(n, n_grains * (i + 1) / n_pieces * grain);
  return {first, last > first ? last - first : 0};
}

namespace {

bool processor_has_wide_vectors() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

std::atomic<bool>& are_wide() {
  static std::atomic<bool> wide = processor_has_wide_vectors();
  return wide;
}

}  // namespace

NarrowVectors::NarrowVectors() { are_wide() = false; }

NarrowVectors::~NarrowVectors() { are_wide() = processor_has_wide_vectors(); }

bool has_wide_vectors() { return are_wide().load(std::memory_order_relaxed); }

}  // namespace attn
