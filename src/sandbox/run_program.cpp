#include "sandbox/run_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <optional>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/system_reason.hpp"
#include "sandbox/found_program.hpp"
#include "sandbox/process_tree.hpp"
#include "sandbox/scratch_folder.hpp"

namespace attn {
namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;

[[noreturn]] void refuse_process() {
  throw SurroundingsError(message("no program can be started: {}.", system_reason(errno)));
}

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
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor reading, writing;
};

Pipe make_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) refuse_process();
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// The input as a file without a name: it can be read at any pace, and whoever writes before it
// reads waits for nobody.
Descriptor file_with(const std::string& input, const std::string& folder) {
  std::string name = folder + "/.attn-input-XXXXXX";
  const Descriptor writing(::mkostemp(name.data(), O_CLOEXEC));
  Descriptor reading(writing.is_open() ? ::open(name.c_str(), O_RDONLY | O_CLOEXEC) : -1);
  ::unlink(name.c_str());
  if (!reading.is_open()) refuse_process();
  for (std::size_t at = 0; at < input.size();) {
    const ssize_t n = ::write(writing.get(), input.data() + at, input.size() - at);
    if (n < 0 && errno != EINTR) refuse_process();
    if (n > 0) at += static_cast<std::size_t>(n);
  }
  return reading;
}

// Everything the child needs, made before the fork: after it, only plain system calls.
struct Launch {
  std::vector<char*> words, variables;
  const char* folder = nullptr;
  int input = -1, out = -1, err = -1, status = -1, failure = -1;
  Limits limits;
  bool is_isolated = false;
};

void limit(int resource, rlim_t most) {
  const rlimit bounds{most, most};
  ::setrlimit(static_cast<decltype(RLIMIT_CPU)>(resource), &bounds);
}

void close_from(int first) {
#ifdef __linux__
  if (::close_range(static_cast<unsigned>(first), ~0U, 0) == 0) return;
#endif
  for (int file = first; file < ::sysconf(_SC_OPEN_MAX); ++file) ::close(file);
}

[[noreturn]] void become(const Launch& launch) {
  ::setsid();
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGXCPU, SIGXFSZ})
    ::signal(signal, SIG_DFL);
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!launch.is_isolated) ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
  constexpr rlim_t kFiles = 256;
  limit(RLIMIT_CPU, static_cast<rlim_t>(launch.limits.cpu_seconds) + 2);
  limit(RLIMIT_FSIZE, launch.limits.file_bytes);
  limit(RLIMIT_NOFILE, kFiles);
  limit(RLIMIT_CORE, 0);
  ::dup2(launch.input, STDIN_FILENO);
  ::dup2(launch.out, STDOUT_FILENO);
  ::dup2(launch.err, STDERR_FILENO);
  // Two more stay open: one for bubblewrap, and one that closes itself when the program begins.
  constexpr int kStatus = 3, kFailure = 4;
  const int failure = ::fcntl(launch.failure, F_DUPFD_CLOEXEC, 10);
  const int status = launch.status < 0 ? -1 : ::fcntl(launch.status, F_DUPFD, 10);
  ::dup2(failure, kFailure);
  ::fcntl(kFailure, F_SETFD, FD_CLOEXEC);
  status < 0 ? ::close(kStatus) : ::dup2(status, kStatus);
  close_from(kFailure + 1);
  if (::chdir(launch.folder) == 0)
    ::execve(launch.words.front(), launch.words.data(), launch.variables.data());
  const int error = errno;
  (void)!::write(kFailure, &error, sizeof error);
  ::_exit(127);
}

std::vector<char*> pointers_to_words(Words& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

Words variables_for(const std::string& path, const std::string& scratch) {
  return {"PATH=" + path, "HOME=" + scratch, "TMPDIR=" + scratch, "LANG=C.UTF-8", "LC_ALL=C.UTF-8",
          "PYTHONDONTWRITEBYTECODE=1",
          // Libraries start as many threads as there are processors, and count against its limit.
          "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1"};
}

// Reads what is there; false once nothing more will come.
bool drain(Descriptor& from, std::string& into, std::size_t most, bool& is_cut) {
  std::array<char, 65536> bytes;
  while (from.is_open()) {
    const ssize_t n = ::read(from.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return true;
    if (n <= 0) {
      from.close();
      return false;
    }
    const std::size_t room = most - into.size(), taken = static_cast<std::size_t>(n);
    into.append(bytes.data(), std::min(room, taken));
    if (taken > room) {
      is_cut = true;
      return true;  // no more at once: it may print faster than we read
    }
  }
  return false;
}

/// One program while it runs.
class Running {
 public:
  // `others` are processes below us that were there before.
  Running(const Limits& limits, pid_t process, std::vector<pid_t> others, Pipe out, Pipe err)
      : limits_(limits),
        process_(process),
        others_(std::move(others)),
        out_(std::move(out)),
        err_(std::move(err)) {
    out_.writing.close();
    err_.writing.close();
  }

  void watch(RunResult& result) {
    const Clock::time_point start = Clock::now();
    std::optional<Ending> ended_by_us;
    Clock::time_point next_look = start;
    bool is_over = false;
    while (!is_over && !ended_by_us) {
      wait_for_output();
      bool too_much = false;
      drain(out_.reading, result.out, limits_.output_bytes, too_much);
      drain(err_.reading, result.err, kKeptErrors, result.err_is_cut);
      is_over = has_ended();
      const Clock::time_point now = Clock::now();
      result.wall_seconds = std::chrono::duration<double>(now - start).count();
      if (too_much)
        ended_by_us = Ending::output;
      else if (!is_over && result.wall_seconds > limits_.wall_seconds)
        ended_by_us = Ending::wall_time;
      else if (!is_over && now >= next_look) {
        ended_by_us = exceeded(result);
        // A look takes time itself, and more with many processes.
        next_look = Clock::now() + std::max<Clock::duration>(kPause, 10 * (Clock::now() - now));
      }
    }
    end(result, ended_by_us);
  }

 private:
  static constexpr auto kPause = std::chrono::milliseconds(10);

  void wait_for_output() {
    pollfd files[2]{{out_.reading.get(), POLLIN, 0}, {err_.reading.get(), POLLIN, 0}};
    ::poll(files, 2, static_cast<int>(kPause.count()));
  }

  bool has_ended() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == process_;
  }

  std::optional<Ending> exceeded(RunResult& result) const {
    const ProcessUse use = use_of(processes_below(::getpid(), others_));
    result.cpu_seconds = std::max(result.cpu_seconds, use.cpu_seconds);
    if (use.cpu_seconds > limits_.cpu_seconds) return Ending::cpu_time;
    if (use.n_threads > limits_.n_threads) return Ending::threads;
    if (use.memory_bytes > limits_.memory_bytes) return Ending::memory;
    return std::nullopt;
  }

  void end(RunResult& result, const std::optional<Ending>& ended_by_us) {
    if (ended_by_us) ::kill(process_, SIGKILL);
    int status = 0;
    rusage use{};
    while (::wait4(process_, &status, 0, &use) < 0 && errno == EINTR) continue;
    end_processes_below_us(others_);
    bool too_much = false;
    drain(out_.reading, result.out, limits_.output_bytes, too_much);
    drain(err_.reading, result.err, kKeptErrors, result.err_is_cut);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    result.cpu_seconds =
        std::max(result.cpu_seconds, seconds(use.ru_utime) + seconds(use.ru_stime));
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    result.ending = ended_by_us          ? *ended_by_us
                    : too_much           ? Ending::output
                    : result.signal != 0 ? Ending::signalled
                                         : Ending::exited;
    if (!ended_by_us && result.signal == SIGXCPU) result.ending = Ending::cpu_time;
    if (!ended_by_us && result.cpu_seconds > limits_.cpu_seconds) result.ending = Ending::cpu_time;
  }

  Limits limits_;
  pid_t process_;
  std::vector<pid_t> others_;
  Pipe out_, err_;
};

std::string all_of(Descriptor& from) {
  std::string text;
  bool is_cut = false;
  constexpr std::size_t kMost = 4096;
  drain(from, text, kMost, is_cut);
  return text;
}

// bubblewrap ends as the program did, and with 128 more than the signal where one ended it. Where
// it could not start the program it says so with an exit code of its own, and does not report one.
void take_status_of_bubblewrap(const std::string& reported, RunResult& result) {
  if (result.ending != Ending::exited) return;
  if (reported.find("\"exit-code\"") == std::string::npos) {
    result.ending = Ending::not_started;
    result.reason = result.err;
    return;
  }
  constexpr int kSignals = 128, kLast = 64;
  if (result.exit_code <= kSignals || result.exit_code > kSignals + kLast) return;
  result.signal = result.exit_code - kSignals;
  result.exit_code = 0;
  result.ending = result.signal == SIGXCPU ? Ending::cpu_time : Ending::signalled;
}

}  // namespace

std::string seen_folder(const RunRequest& request) {
  return request.isolation == Isolation::bubblewrap ? kProgramFolder : request.program_folder;
}

RunResult run_program(const RunRequest& request) {
  RunResult result;
  const bool is_isolated = request.isolation == Isolation::bubblewrap;
  // What was built in the program's own folder is seen in the sandbox alone.
  const bool is_own = is_isolated && request.command.front().starts_with(kProgramFolder);
  const FoundProgram program =
      is_own ? FoundProgram{.path = request.command.front(), .search_path = kSystemPath}
             : found_program(request.command.front());
  if (program.path.empty()) {
    result.reason = message("there is no program {}.", request.command.front());
    return result;
  }
  const ScratchFolder scratch;
  Pipe out = make_pipe(), err = make_pipe(), failure = make_pipe(), status = make_pipe();
  const Descriptor input = file_with(request.input, scratch.path());

  Launch launch;
  launch.limits = request.limits;
  launch.is_isolated = is_isolated;
  launch.folder = scratch.path().c_str();
  Words words;
  if (is_isolated) {
    words = bubblewrap_words({.program_folder = request.program_folder,
                              .may_write_program = request.may_write_program,
                              .visible = program.folders,
                              .hidden = request.hidden,
                              .scratch_bytes = request.limits.scratch_bytes},
                             3);
    words.front() = found_program("bwrap").path;
    launch.status = status.writing.get();
    if (words.front().empty()) {
      result.reason = message("there is no program {}.", "bwrap");
      return result;
    }
  }
  words.push_back(program.path);
  words.insert(words.end(), request.command.begin() + 1, request.command.end());
  Words variables =
      variables_for(program.search_path, is_isolated ? kScratchFolder : scratch.path());
  launch.words = pointers_to_words(words);
  launch.variables = pointers_to_words(variables);
  launch.input = input.get();
  launch.out = out.writing.get();
  launch.err = err.writing.get();
  launch.failure = failure.writing.get();

  std::vector<pid_t> others;
  for (const ProcessFacts& facts : processes_below(::getpid())) others.push_back(facts.process);
  adopt_orphans();
  const pid_t process = ::fork();
  if (process < 0) refuse_process();
  if (process == 0) become(launch);
  failure.writing.close();
  status.writing.close();
  Running(request.limits, process, std::move(others), std::move(out), std::move(err)).watch(result);
  int error = 0;
  if (::read(failure.reading.get(), &error, sizeof error) == static_cast<ssize_t>(sizeof error)) {
    result.ending = Ending::not_started;
    result.reason = message("{} cannot be started: {}.", program.path, system_reason(error));
  } else if (is_isolated) {
    take_status_of_bubblewrap(all_of(status.reading), result);
  }
  return result;
}

}  // namespace attn
