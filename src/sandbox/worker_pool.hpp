#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sandbox/scratch_folder.hpp"

namespace attn {

/// Work that is done in a process of its own.
struct Job {
  std::size_t number = 0;             ///< by which the caller knows it
  std::function<std::string()> work;  ///< what it returns is the result; it may throw
  double most_seconds = 0.0;          ///< after that it is ended
};

/// What came of it.
struct JobResult {
  std::size_t number = 0;
  std::optional<std::string> result{};
  std::string reason{};  ///< why there is none
};

/// Jobs side by side, each in a process that is forked for it: whatever happens to that, the others
/// and we go on. It may run programs (run_program); what they leave behind ends with it. All have a
/// folder for temporary files, which is gone with the pool.
///
/// Only where this process has no other threads, since a forked process has none of them.
class WorkerPool {
 public:
  explicit WorkerPool(std::size_t most);
  /// Ends all that still run, and everything that they started.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  bool has_room() const { return workers_.size() < most_; }
  bool is_idle() const { return workers_.empty(); }

  /// Errors: SurroundingsError where no process can be made.
  void start(Job job);

  /// Waits for the next job that ends, a moment at the most; nothing if none has ended by then, or
  /// a signal came.
  std::optional<JobResult> next();

 private:
  struct Worker;

  std::optional<JobResult> read_some(Worker& worker);
  JobResult finish(Worker& worker);
  void end_strays() const;

  std::size_t most_;
  std::vector<std::unique_ptr<Worker>> workers_;
  ScratchFolder scratch_;
};

}  // namespace attn
