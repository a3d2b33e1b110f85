#include "base/system.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace attn {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

bool Descriptor::close() {
  const int number = std::exchange(number_, -1);
  return number < 0 || ::close(number) == 0 || errno == EINTR;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

Descriptor folder_within(int folder, const std::string& name) {
  return Descriptor(
      ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

std::vector<std::string> names_within(int folder) {
  std::vector<std::string> names;
  // Reading goes on where the last one ended, so that each needs an opening of its own.
  const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const entries = again < 0 ? nullptr : ::fdopendir(again);
  if (entries == nullptr) return names;
  while (const dirent* entry = ::readdir(entries)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(entries);
  return names;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::optional<std::uint64_t> proc_bytes(const std::string& text, const std::string& name) {
  constexpr std::uint64_t kKib = 1024;
  const std::string label = "\n" + name + ":";
  const std::size_t start = ("\n" + text).find(label);
  if (start == std::string::npos) return std::nullopt;
  std::size_t at = text.find_first_not_of(" \t", start + label.size() - 1);
  std::uint64_t number = 0;
  const std::size_t first = at;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
    number = 10 * number + static_cast<std::uint64_t>(text[at] - '0');
  if (at == first || text.compare(at, 3, " kB") != 0) return std::nullopt;
  return number * kKib;
}

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
