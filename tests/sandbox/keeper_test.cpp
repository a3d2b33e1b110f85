#include "sandbox/keeper.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "sandbox/process_tree.hpp"
#include "support/catch.hpp"

namespace attn {
namespace {

// What waitpid tells of a keeper whose program is a function.
int status_with(void (*program)()) {
  const pid_t keeper = start_keeper([program] {
    const pid_t process = ::fork();
    if (process == 0) {
      sigset_t none;
      sigemptyset(&none);
      ::sigprocmask(SIG_SETMASK, &none, nullptr);
      program();
      ::_exit(0);
    }
    return process;
  });
  int status = 0;
  CHECK(::waitpid(keeper, &status, 0) == keeper);
  return status;
}

TEST_CASE("start_keeper: it ends as its program does") {
  const int exited = status_with([] { ::_exit(7); });
  CHECK((WIFEXITED(exited) && WEXITSTATUS(exited) == 7));
  for (const auto program : {+[] { (void)::raise(SIGTERM); }, +[] { (void)::raise(SIGKILL); }}) {
    const int ended = status_with(program);
    CHECK(WIFSIGNALED(ended));
  }
  CHECK(WTERMSIG(status_with([] { (void)::raise(SIGUSR1); })) == SIGUSR1);
}

TEST_CASE("start_keeper: a signal to end, which its program may send, ends both") {
  const int status = status_with([] {
    ::kill(::getppid(), SIGTERM);
    ::pause();
  });
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
}

TEST_CASE("start_keeper: what its program leaves behind ends before it does") {
  adopt_orphans();
  status_with([] {
    if (::fork() != 0) return;
    ::setsid();
    ::pause();
  });
  CHECK(processes_below(::getpid()).empty());
}

}  // namespace
}  // namespace attn
