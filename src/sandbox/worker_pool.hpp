// Work in processes of their own, the folder each has, and the end of all of them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/system.hpp"

namespace attn {

/// Somebody asked us to end while a program ran: it has been ended, with all that it started.
/// Whoever catches this leaves, with 128 and the signal.
struct Interrupted {
  int signal = 0;
};

/// While one lives, Ctrl-C, Ctrl-\, a termination and a hang-up wait, so that no program and no
/// folder is left behind. The next run_program, or the one that is running, throws Interrupted;
/// where there is none the signal is delivered when the last of these ends. What was ignored stays
/// so.
class InterruptionHold {
 public:
  InterruptionHold();
  ~InterruptionHold();
  InterruptionHold(const InterruptionHold&) = delete;
  InterruptionHold& operator=(const InterruptionHold&) = delete;
};

/// Whether a signal waits.
bool is_interrupted();

/// Errors: Interrupted where a signal waits, which it does no longer then.
void throw_if_interrupted();

/// An empty folder that only this user sees, gone with its contents at the end, whatever a program
/// made of it (remove_tree). While it is there, signals that would end us wait (InterruptionHold).
///
/// It is locked until then, and the kernel lets go of the lock of a program that was killed: a
/// folder whose lock can be taken is left over.
class ScratchFolder {
 public:
  /// The first of a process also removes a few folders that are left over.
  /// Errors: SurroundingsError.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// No link leads through it.
  const std::string& path() const { return path_; }

 private:
  bool make(const std::string& base);

  InterruptionHold hold_;
  std::string path_;
  Descriptor lock_;
};

/// Removes scratch folders of this user in `base` that nobody has locked, at most `most` of them.
void remove_left_over_folders(const std::string& base, int most);

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
