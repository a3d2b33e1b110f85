#include "sandbox/launch.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#ifdef __linux__
#include <sys/personality.h>
#include <sys/prctl.h>
#endif

#include "sandbox/descriptor.hpp"

namespace attn {
namespace {

std::vector<char*> pointers_to_words(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

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

void take_own_session() {
  ::setsid();
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGXCPU, SIGXFSZ})
    ::signal(signal, SIG_DFL);
}

void take_limits(const Launch& launch) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!launch.is_isolated) ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::personality(ADDR_NO_RANDOMIZE);
#endif
  constexpr rlim_t kFiles = 256;
  limit(RLIMIT_CPU, static_cast<rlim_t>(launch.limits.cpu_seconds) + 2);
  limit(RLIMIT_FSIZE, launch.limits.file_bytes);
  limit(RLIMIT_NOFILE, kFiles);
  limit(RLIMIT_CORE, 0);
}

// After a fork: only plain system calls.
[[noreturn]] void become(const Launch& launch, char* const* words, char* const* variables) {
  take_own_session();
  take_limits(launch);
  ::dup2(launch.input, STDIN_FILENO);
  ::dup2(launch.out, STDOUT_FILENO);
  ::dup2(launch.err, STDERR_FILENO);
  // Two more stay open: one for bubblewrap, and one that closes itself when the program begins.
  constexpr int kFailure = kStatusDescriptor + 1, kBeyond = 10;
  const int failure = ::fcntl(launch.failure, F_DUPFD_CLOEXEC, kBeyond);
  const int status = launch.status < 0 ? -1 : ::fcntl(launch.status, F_DUPFD, kBeyond);
  ::dup2(failure, kFailure);
  ::fcntl(kFailure, F_SETFD, FD_CLOEXEC);
  status < 0 ? ::close(kStatusDescriptor) : ::dup2(status, kStatusDescriptor);
  close_from(kFailure + 1);
  if (::chdir(launch.folder.c_str()) == 0) ::execve(words[0], words, variables);
  const int error = errno;
  (void)!::write(kFailure, &error, sizeof error);
  ::_exit(127);
}

}  // namespace

pid_t start_process(Launch launch) {
  const std::vector<char*> words = pointers_to_words(launch.words);
  const std::vector<char*> variables = pointers_to_words(launch.variables);
  const pid_t process = ::fork();
  if (process < 0) refuse_process();
  if (process == 0) become(launch, words.data(), variables.data());
  return process;
}

}  // namespace attn
