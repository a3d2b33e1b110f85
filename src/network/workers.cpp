#include "network/workers.hpp"

#include <algorithm>

namespace attn {
namespace {

// Work below this is done sooner than another thread has woken up.
constexpr double kWorthAPiece = 2e6;

}  // namespace

Workers::Workers(unsigned n_threads) : single_(1) {
  const unsigned n = n_threads == 0 ? usual_threads() : n_threads;
  threads_.reserve(n - 1);
  for (unsigned worker = 1; worker < n; ++worker)
    threads_.emplace_back([this, worker] { work(worker); });
}

Workers::~Workers() {
  is_over_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::work(unsigned worker) {
  for (unsigned seen = 0;; ++seen) {
    round_.wait(seen);
    if (is_over_) return;
    run_tasks(worker);
    if (--n_working_ == 0) n_working_.notify_one();
  }
}

void Workers::run_tasks(unsigned worker) {
  for (std::size_t i; (i = next_.fetch_add(1)) < n_tasks_;) (*job_)(i, worker);
}

void Workers::share_among_threads(std::size_t n_tasks, const Job& job) {
  job_ = &job;
  n_tasks_ = n_tasks;
  next_ = 0;
  n_working_ = static_cast<unsigned>(threads_.size());
  ++round_;
  round_.notify_all();
  run_tasks(0);
  for (unsigned left; (left = n_working_) != 0;) n_working_.wait(left);
}

std::size_t n_pieces(double work, std::size_t n_most) {
  constexpr double kMostPieces = 16;
  const double n = std::clamp(work / kWorthAPiece, 1.0, kMostPieces);
  return std::clamp<std::size_t>(static_cast<std::size_t>(n), 1, std::max<std::size_t>(n_most, 1));
}

WorkPiece piece_of(std::size_t n, std::size_t n_pieces, std::size_t i, std::size_t grain) {
  const std::size_t n_grains = (n + grain - 1) / grain;
  const std::size_t first = n_grains * i / n_pieces * grain;
  const std::size_t last = std::min(n, n_grains * (i + 1) / n_pieces * grain);
  return {first, last > first ? last - first : 0};
}

}  // namespace attn
