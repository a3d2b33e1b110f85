// What the system gives: variables, descriptors, memory in numbers, threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace attn {

/// The value of an environment variable; empty if it is not set. It is valid until the
/// variable is set again.
std::string_view environment(const char* name);

/// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// False with errno set where the system says only now that something was not written.
  bool close();

 private:
  int number_;
};

/// Writes all of it to an open file; false with errno set if that cannot be done.
bool write_all(int file, std::string_view text);

/// Opens a folder by its name within an open one, and follows no link. Not open, with errno set, if
/// that cannot be done.
Descriptor folder_within(int folder, const std::string& name);

/// The names of what is in an open folder, in no order; none if it cannot be read.
std::vector<std::string> names_within(int folder);

/// What the system takes as the words of a command: pointers to the texts, and a null behind them.
std::vector<char*> pointers_to(std::vector<std::string>& texts);

/// The number behind a name in the form of /proc, "VmRSS:     1684 kB"; absent if it is not there.
///
/// Units:   bytes
std::optional<std::uint64_t> proc_bytes(const std::string& text, const std::string& name);

/// The compiler that this program was built with, and its version.
inline constexpr const char* kCompiler =
#if defined(__clang__)
    "clang++ " __clang_version__;
#else
    "g++ " __VERSION__;
#endif

/// Threads that stay, for work that comes thousands of times a second in small pieces: to begin a
/// thread takes longer than most pieces do.
class Threads {
 public:
  /// So many, of which the caller is one. Where the machine does not give that many, some of those
  /// that it gave: n_threads() says how many there are.
  explicit Threads(unsigned n_threads);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  unsigned n_threads() const { return static_cast<unsigned>(threads_.size()) + 1; }

  /// Calls task(0, …) to task(n_tasks − 1, …), each once, in no particular order. `worker`, below
  /// n_threads(), says which thread it is, so that each can keep memory of its own. The first
  /// exception that a task throws is thrown again here, when no thread is at work any more; what
  /// has not been begun by then is left out.
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

/// The same by threads that come for these tasks alone, no more of them than there are tasks.
template <class Task>
void share_work(std::size_t n_tasks, unsigned n_threads, const Task& task) {
  Threads(n_tasks < n_threads ? static_cast<unsigned>(n_tasks) : n_threads).share(n_tasks, task);
}

}  // namespace attn
