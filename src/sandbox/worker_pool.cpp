#include "sandbox/worker_pool.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/message.hpp"
#include "sandbox/interruption.hpp"
#include "sandbox/launch.hpp"
#include "sandbox/pipe.hpp"
#include "sandbox/process_tree.hpp"

namespace attn {
namespace {

using Clock = std::chrono::steady_clock;

// What a worker writes before its result, or before the reason why there is none.
constexpr char kResult = 'r', kReason = 'e';

std::string reason_of_signal(int signal) {
  return message("the process that graded it ended by signal {}.", signal);
}

// The life of a worker. It is in a group of its own, so that Ctrl-C reaches us alone. Where we are
// killed it is asked to end (InterruptionHold), and not killed as well: so it takes its scratch
// away.
[[noreturn]] void work_and_leave(const Job& job, int pipe, const std::string& folder) {
  ::setpgid(0, 0);
  // All else that is open is ours: a lock that it held as well would be there after us.
  constexpr int kFile = STDERR_FILENO + 1;
  ::dup2(pipe, kFile);
  close_from(kFile + 1);
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  ::signal(SIGPIPE, SIG_IGN);
  ::setenv("TMPDIR", folder.c_str(), 1);
  std::string text;
  try {
    text = kResult + job.work();
  } catch (const std::exception& error) {
    text = kReason + std::string(error.what());
  } catch (const Interrupted& interrupted) {
    // Whoever stops us ends us and not a worker: a program that it ran has sent this.
    text = kReason + reason_of_signal(interrupted.signal);
  } catch (...) {
    text = kReason;
  }
  static_cast<void>(write_all(kFile, text));  // whoever waits for it may be gone
  ::_exit(0);
}

}  // namespace

/// One that works.
struct WorkerPool::Worker {
  std::size_t number = 0;
  pid_t process = -1;
  Descriptor file{};  // where its result comes from
  Clock::time_point give_up{};
  std::string text{};
  bool is_late = false;
};

WorkerPool::WorkerPool(std::size_t most) : most_(std::max<std::size_t>(most, 1)) {
  adopt_orphans();
}

WorkerPool::~WorkerPool() {
  for (const auto& worker : workers_) ::kill(worker->process, SIGKILL);
  for (const auto& worker : workers_) {
    worker->file.close();
    while (::waitpid(worker->process, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  if (workers_.empty()) return;
  workers_.clear();
  end_strays();
}

void WorkerPool::start(Job job) {
  Pipe pipe = make_pipe();
  auto worker = std::make_unique<Worker>();
  worker->number = job.number;
  worker->file = std::move(pipe.reading);
  worker->give_up = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(job.most_seconds));
  worker->process = ::fork();
  if (worker->process == 0) work_and_leave(job, pipe.writing.get(), scratch_.path());
  if (worker->process < 0) refuse_process();
  workers_.push_back(std::move(worker));
}

std::optional<JobResult> WorkerPool::next() {
  constexpr int kMoment = 100;  // milliseconds
  std::vector<pollfd> files;
  for (const auto& worker : workers_) files.push_back({worker->file.get(), POLLIN, 0});
  if (files.empty() || ::poll(files.data(), files.size(), kMoment) < 0) return std::nullopt;
  for (std::size_t i = 0; i < files.size(); ++i) {
    Worker& worker = *workers_[i];
    if (!worker.is_late && Clock::now() > worker.give_up) {
      worker.is_late = true;
      ::kill(worker.process, SIGKILL);
    }
    if (files[i].revents == 0) continue;
    if (auto result = read_some(worker)) {
      workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
      return result;
    }
  }
  return std::nullopt;
}

// The result once all of it has come.
std::optional<JobResult> WorkerPool::read_some(Worker& worker) {
  std::array<char, 65536> part;
  while (true) {
    const ssize_t n = ::read(worker.file.get(), part.data(), part.size());
    if (n > 0) {
      worker.text.append(part.data(), static_cast<std::size_t>(n));
      continue;
    }
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
    return finish(worker);
  }
}

JobResult WorkerPool::finish(Worker& worker) {
  worker.file.close();
  int status = 0;
  while (::waitpid(worker.process, &status, 0) < 0 && errno == EINTR) continue;
  const bool is_whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !worker.text.empty();
  if (!is_whole) end_strays();
  JobResult result{.number = worker.number};
  if (is_whole && worker.text.front() == kResult)
    result.result = worker.text.substr(1);
  else if (is_whole)
    result.reason = worker.text.substr(1);
  else if (worker.is_late)
    result.reason = translated("it took longer than all its limits together.");
  else
    result.reason =
        WIFSIGNALED(status)
            ? reason_of_signal(WTERMSIG(status))
            : message("the process that graded it ended with exit code {}.", WEXITSTATUS(status));
  return result;
}

// What a worker left behind that could not clear up after itself is ours now.
void WorkerPool::end_strays() const {
  std::vector<pid_t> alive;
  for (const auto& worker : workers_) alive.push_back(worker->process);
  end_processes_below_us(alive);
}

}  // namespace attn
