#pragma once

#include <cstddef>
#include <functional>

namespace attn {

/// Calls task(0, …) to task(n_tasks − 1, …), each once and in no particular order, on n_threads
/// threads of which the caller is one. Returns when all are done. `worker`, below n_threads, says
/// which thread it is, so that each can keep memory of its own.
///
/// The first exception that a task throws is thrown again here; what has not been begun by then is
/// left out. Where the system grants fewer threads, fewer do the work.
void share_work(std::size_t n_tasks, unsigned n_threads,
                const std::function<void(std::size_t task, unsigned worker)>& task);

}  // namespace attn
