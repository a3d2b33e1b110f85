// What the system gives: variables, descriptors, memory in numbers, threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
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

/// Calls task(0, …) to task(n_tasks − 1, …), each once and in no particular order, on n_threads
/// threads of which the caller is one. Returns when all are done. `worker`, below n_threads, says
/// which thread it is, so that each can keep memory of its own.
///
/// The first exception that a task throws is thrown again here; what has not been begun by then is
/// left out. Where the system grants fewer threads, fewer do the work.
void share_work(std::size_t n_tasks, unsigned n_threads,
                const std::function<void(std::size_t task, unsigned worker)>& task);

}  // namespace attn
