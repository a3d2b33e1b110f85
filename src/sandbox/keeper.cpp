#include "sandbox/keeper.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "sandbox/launch.hpp"
#include "sandbox/pipe.hpp"
#include "sandbox/process_tree.hpp"

namespace attn {
namespace {

// What the kernel sends where our parent has ended.
constexpr int kOrphaned = SIGTERM;

// Signals that wait until they are asked for: none comes in between.
sigset_t blocked_signals() {
  // What is ignored would never come, and nobody could ask how a child ended.
  ::signal(SIGCHLD, SIG_DFL);
  sigset_t signals;
  sigfillset(&signals);
  ::sigprocmask(SIG_SETMASK, &signals, nullptr);
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, kOrphaned);
  return signals;
}

// How the program ended, as waitpid tells it; as if it was killed where our parent ends before it.
int status_of_program(pid_t program, const sigset_t& signals) {
  for (int signal = 0; signal != kOrphaned; ::sigwait(&signals, &signal)) {
    int status = 0;
    for (pid_t ended; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
      if (ended == program) return status;
  }
  return SIGKILL;
}

[[noreturn]] void end_with(int status) {
  if (!WIFSIGNALED(status)) ::_exit(WEXITSTATUS(status));
#ifdef __linux__
  // A core file of ours would say nothing of the program.
  ::prctl(PR_SET_DUMPABLE, 0);
#endif
  const int signal = WTERMSIG(status);
  ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::raise(signal);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::_exit(127);
}

[[noreturn]] void keep(const std::function<pid_t()>& start, pid_t parent) {
  // Away from the terminal, whose signals are for our parent.
  ::setsid();
  const sigset_t signals = blocked_signals();
  adopt_orphans();
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, kOrphaned);
#endif
  if (::getppid() != parent) ::_exit(127);
  const pid_t program = start();
  close_from(0);
  const int status = status_of_program(program, signals);
  end_processes_below_us();
  end_with(status);
}

}  // namespace

pid_t start_keeper(const std::function<pid_t()>& start) {
  const pid_t parent = ::getpid();
  const pid_t keeper = ::fork();
  if (keeper < 0) refuse_process();
  if (keeper == 0) keep(start, parent);
  return keeper;
}

}  // namespace attn
