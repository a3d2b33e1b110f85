#include "sandbox/worker_pool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/message.hpp"
#include "sandbox/launch.hpp"

#ifdef __linux__
#include <sys/prctl.h>
#endif

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

namespace {

constexpr std::array kWaitingSignals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

volatile std::sig_atomic_t waiting_signal = 0;
int n_interruption_holds = 0;
std::array<struct sigaction, kWaitingSignals.size()> actions_before{};

extern "C" void let_wait(int signal) { waiting_signal = signal; }

int taken_signal() {
  const int signal = waiting_signal;
  waiting_signal = 0;
  return signal;
}

}  // namespace

InterruptionHold::InterruptionHold() {
  if (n_interruption_holds++ > 0) return;
  waiting_signal = 0;
  struct sigaction wait {};
  wait.sa_handler = let_wait;
  wait.sa_flags = SA_RESTART;
  ::sigemptyset(&wait.sa_mask);
  for (std::size_t i = 0; i < kWaitingSignals.size(); ++i) {
    ::sigaction(kWaitingSignals[i], nullptr, &actions_before[i]);
    if (actions_before[i].sa_handler != SIG_IGN) ::sigaction(kWaitingSignals[i], &wait, nullptr);
  }
}

InterruptionHold::~InterruptionHold() {
  if (--n_interruption_holds > 0) return;
  for (std::size_t i = 0; i < kWaitingSignals.size(); ++i)
    ::sigaction(kWaitingSignals[i], &actions_before[i], nullptr);
  if (const int signal = taken_signal()) ::raise(signal);
}

bool is_interrupted() { return waiting_signal != 0; }

void throw_if_interrupted() {
  if (const int signal = taken_signal()) throw Interrupted{signal};
}

namespace {

/// A folder between the top and the one that is open.
struct Level {
  std::string name;               // in the folder above it
  std::vector<std::string> left;  // names in it that were not looked at yet
  dev_t device;
  ino_t number;
};

/// Goes through a tree with one folder open at a time: it may be deeper than a path may be long,
/// and than files may be open. Every name is tried once, so it ends even where something cannot go.
class TreeRemoval {
 public:
  explicit TreeRemoval(Descriptor top) : here_(std::move(top)) { enter(""); }

  // Whether all that is in the top went.
  bool run() {
    bool is_all = true;
    while (true) {
      if (!levels_.back().left.empty())
        is_all = remove_next() && is_all;
      else if (levels_.size() == 1)
        return is_all;
      else if (!go_up())
        return false;
      else
        is_all = ::unlinkat(here_.get(), emptied_.c_str(), AT_REMOVEDIR) == 0 && is_all;
    }
  }

 private:
  void enter(const std::string& name) {
    struct stat facts {};
    ::fstat(here_.get(), &facts);
    levels_.push_back({name, names_within(here_.get()), facts.st_dev, facts.st_ino});
  }

  // A file goes, a folder is entered; false for what stays.
  bool remove_next() {
    const std::string name = std::move(levels_.back().left.back());
    levels_.back().left.pop_back();
    if (::unlinkat(here_.get(), name.c_str(), 0) == 0) return true;
    struct stat facts {};
    if (::fstatat(here_.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISDIR(facts.st_mode))
      return false;
    ::fchmodat(here_.get(), name.c_str(), 0700, 0);
    Descriptor folder = folder_within(here_.get(), name);
    if (!folder.is_open()) return false;
    here_ = std::move(folder);
    enter(name);
    return true;
  }

  // Back into the folder above, if it still is the one that we came from.
  bool go_up() {
    emptied_ = levels_.back().name;
    levels_.pop_back();
    here_ = folder_within(here_.get(), "..");
    struct stat facts {};
    return here_.is_open() && ::fstat(here_.get(), &facts) == 0 &&
           facts.st_dev == levels_.back().device && facts.st_ino == levels_.back().number;
  }

  Descriptor here_;
  std::vector<Level> levels_{};
  std::string emptied_{};
};

}  // namespace

bool remove_tree(const std::string& folder) {
  struct stat facts {};
  if (::lstat(folder.c_str(), &facts) != 0) return errno == ENOENT;
  if (S_ISDIR(facts.st_mode)) ::chmod(folder.c_str(), 0700);
  Descriptor top = folder_within(AT_FDCWD, folder);
  if (!top.is_open()) return false;
  const bool is_all = TreeRemoval(std::move(top)).run();
  return ::rmdir(folder.c_str()) == 0 && is_all;
}

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolderBeginning = "attn-run-", kRandomPart = "XXXXXX";

// Programs print where they are, and some as the system names it: so no links on the way.
std::string folder_for_scratch() {
  std::error_code error;
  const fs::path base = fs::canonical(fs::temp_directory_path(error), error);
  return error ? "/tmp" : base.string();
}

Descriptor opened_folder(const std::string& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Whether the name still leads to the folder that is open.
bool still_leads_to(const std::string& path, const Descriptor& folder) {
  struct stat opened {
  }, named{};
  return ::fstat(folder.get(), &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

bool remove_if_left_over(const std::string& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode) || facts.st_uid != ::geteuid())
    return false;
  if ((facts.st_mode & S_IRWXU) != S_IRWXU) ::chmod(path.c_str(), S_IRWXU);
  const Descriptor folder = opened_folder(path);
  return folder.is_open() && ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0 &&
         still_leads_to(path, folder) && remove_tree(path);
}

}  // namespace

void remove_left_over_folders(const std::string& base, int most) {
  std::error_code error;
  for (fs::directory_iterator each(base, error), end; !error && most > 0 && each != end;
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    const bool is_ours = name.starts_with(kFolderBeginning) &&
                         name.size() == kFolderBeginning.size() + kRandomPart.size();
    if (is_ours && remove_if_left_over(each->path().string())) --most;
  }
}

// Between its making and its locking another program may take the folder for one that is left over.
// That is seen afterwards, and another one is made.
ScratchFolder::ScratchFolder() {
  const std::string base = folder_for_scratch();
  constexpr int kRemoved = 8, kTries = 100;
  static const bool has_looked = (remove_left_over_folders(base, kRemoved), true);
  static_cast<void>(has_looked);
  for (int i = 0; i < kTries; ++i)
    if (make(base)) return;
  throw SurroundingsError(
      message("no folder for programs can be made in {}: {}.", base, system_reason(EAGAIN)));
}

bool ScratchFolder::make(const std::string& base) {
  path_ = base + "/" + std::string(kFolderBeginning) + std::string(kRandomPart);
  if (::mkdtemp(path_.data()) == nullptr)
    throw SurroundingsError(
        message("no folder for programs can be made in {}: {}.", base, system_reason(errno)));
  lock_ = opened_folder(path_);
  const bool is_taken = ::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!is_taken && still_leads_to(path_, lock_)) return true;
  ::rmdir(path_.c_str());
  return false;
}

ScratchFolder::~ScratchFolder() { remove_tree(path_); }

}  // namespace attn
