#include "sandbox/launch.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#ifdef __linux__
#include <linux/keyctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "sandbox/call_filter.hpp"
#include "sandbox/keeper.hpp"
#include "sandbox/pipe.hpp"

namespace attn {
namespace {

void limit(int resource, rlim_t most) {
  const rlimit bounds{most, most};
  ::setrlimit(static_cast<decltype(RLIMIT_CPU)>(resource), &bounds);
}

void take_own_session() {
  ::setsid();
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
#ifdef __linux__
  // No namespace covers the keys of a session: they are whose who grades, and stay for the next.
  ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);
#endif
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGXCPU, SIGXFSZ})
    ::signal(signal, SIG_DFL);
}

void take_limits(const Launch& launch) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::personality(ADDR_NO_RANDOMIZE);
#endif
  // Few: what is on its way in sockets, and sockets that are on their way, is bounded by it.
  constexpr rlim_t kFiles = 64;
  limit(RLIMIT_CPU, static_cast<rlim_t>(launch.limits.cpu_seconds) + 2);
  limit(RLIMIT_FSIZE, launch.limits.file_bytes);
  limit(RLIMIT_NOFILE, kFiles);
  limit(RLIMIT_CORE, 0);
}

constexpr int kBeyond = 10;

int out_of_the_way(int file) { return file < 0 ? -1 : ::fcntl(file, F_DUPFD, kBeyond); }

void put_at(int number, int file) { file < 0 ? ::close(number) : ::dup2(file, number); }

[[noreturn]] void refuse_to_start(int failure) {
  const int error = errno;
  (void)!::write(failure, &error, sizeof error);
  ::_exit(127);
}

// After a fork: only plain system calls.
[[noreturn]] void become(const Launch& launch, char* const* words, char* const* variables) {
  if (launch.group >= 0) (void)!::write(launch.group, "0", 1);
  take_own_session();
  take_limits(launch);
  ::dup2(launch.input, STDIN_FILENO);
  ::dup2(launch.out, STDOUT_FILENO);
  ::dup2(launch.err, STDERR_FILENO);
  // First away from the numbers that they or another one are to have.
  const int failure = ::fcntl(launch.failure, F_DUPFD_CLOEXEC, kBeyond);
  const int status = out_of_the_way(launch.status), options = out_of_the_way(launch.options),
            calls = out_of_the_way(launch.calls);
  put_at(kStatusDescriptor, status);
  put_at(kOptionsDescriptor, options);
  put_at(kFilterDescriptor, calls);
  // This one closes itself when the program begins.
  constexpr int kFailure = kFilterDescriptor + 1;
  ::dup2(failure, kFailure);
  ::fcntl(kFailure, F_SETFD, FD_CLOEXEC);
  close_from(kFailure + 1);
  if ((!launch.mounts || launch.mounts->enter()) && ::chdir(launch.folder.c_str()) == 0 &&
      (launch.filter.empty() || enter_call_filter(launch.filter)))
    ::execve(words[0], words, variables);
  refuse_to_start(kFailure);
}

}  // namespace

void close_from(int first) {
#ifdef __linux__
  if (::close_range(static_cast<unsigned>(first), ~0U, 0) == 0) return;
#endif
  for (int file = first; file < ::sysconf(_SC_OPEN_MAX); ++file) ::close(file);
}

pid_t start_process(Launch launch) {
  const std::vector<char*> words = pointers_to(launch.words);
  const std::vector<char*> variables = pointers_to(launch.variables);
  return start_keeper([&] {
    const pid_t program = ::fork();
    if (program < 0) refuse_to_start(launch.failure);
    if (program == 0) become(launch, words.data(), variables.data());
    return program;
  });
}

}  // namespace attn
