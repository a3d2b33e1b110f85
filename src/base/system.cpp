#include "base/system.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
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

// Linux may begin a new thread on the processor of the one that made it, behind which it then waits
// for milliseconds though others are idle. So it is moved off that one, if there is another, before
// it may run anywhere.
#ifdef __linux__
void move_off_this_processor(std::thread& thread) {
  const int processor = sched_getcpu();
  cpu_set_t all;
  if (processor < 0 || sched_getaffinity(0, sizeof all, &all) != 0) return;
  cpu_set_t others = all;
  CPU_CLR(static_cast<std::size_t>(processor), &others);
  if (CPU_COUNT(&others) == 0) return;
  for (const cpu_set_t* allowed : {&others, &all})
    pthread_setaffinity_np(thread.native_handle(), sizeof *allowed, allowed);
}
#else
void move_off_this_processor(std::thread&) {}
#endif

}  // namespace

Threads::Threads(unsigned n_threads) : n_staying_(std::max(1U, n_threads)) {
  const unsigned n = n_staying_;
  threads_.reserve(n - 1);
  try {
    for (unsigned worker = 1; worker < n; ++worker) {
      threads_.emplace_back([this, worker] { work(worker); });
      move_off_this_processor(threads_.back());
    }
  } catch (const std::exception&) {
    // Half of them, so that their stacks leave room for the work itself.
    keep_threads(this->n_threads() / 2);
  }
}

Threads::~Threads() { keep_threads(0); }

// Ends all threads but the first n, that of the caller among them.
void Threads::keep_threads(unsigned n) {
  const std::size_t n_kept = std::min<std::size_t>(threads_.size(), n == 0 ? 0 : n - 1);
  n_staying_ = n;
  ++round_;
  round_.notify_all();
  for (std::size_t i = n_kept; i < threads_.size(); ++i) threads_[i].join();
  threads_.erase(threads_.begin() + static_cast<std::ptrdiff_t>(n_kept), threads_.end());
}

void Threads::work(unsigned worker) {
  for (unsigned seen = 0;; ++seen) {
    wait_while(round_, seen);
    if (worker >= n_staying_) return;
    run_tasks(worker);
  }
}

void Threads::run_tasks(unsigned worker) {
  for (std::size_t left = n_waiting_; left != 0;) {
    if (!n_waiting_.compare_exchange_weak(left, left - 1)) continue;
    try {
      (*job_)(n_tasks_ - left, worker);
    } catch (...) {
      const std::lock_guard lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
      n_to_finish_ -= n_waiting_.exchange(0);
    }
    if (--n_to_finish_ == 0) n_to_finish_.notify_one();
    left = n_waiting_;
  }
}

void Threads::share_among_threads(std::size_t n_tasks, const Job& job) {
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

}  // namespace attn
