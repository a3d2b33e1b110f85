#pragma once

#include <cstddef>
#include <functional>

namespace attn {

/// How many shares n things make with at most this many in each.
template <class Integer>
constexpr Integer divided_up(Integer n, Integer most_in_share) {
  return (n + most_in_share - 1) / most_in_share;
}

/// How many threads are worth starting for so many operations: at most n_threads, or
/// usual_threads() for 0, and at least one.
///
/// Units:   multiplications and additions
unsigned threads_worth(double n_operations, unsigned n_threads);

/// Calls task(0, …) to task(n_tasks − 1, …), each once and in no particular order, on n_threads
/// threads of which the caller is one. Returns when all are done. `worker`, below n_threads, says
/// which thread it is, so that each can keep memory of its own.
///
/// The first exception that a task throws is thrown again here; what has not been begun by then is
/// left out. Where the system grants fewer threads, fewer do the work.
void share_work(std::size_t n_tasks, unsigned n_threads,
                const std::function<void(std::size_t task, unsigned worker)>& task);

}  // namespace attn
