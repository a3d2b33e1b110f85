#include "sandbox/keeper.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "sandbox/process_tree.hpp"
#include "sandbox/run_program.hpp"
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
  const int killed = status_with([] { (void)::raise(SIGKILL); });
  CHECK((WIFSIGNALED(killed) && WTERMSIG(killed) == SIGKILL));
  const int ended = status_with([] { (void)::raise(SIGUSR1); });
  CHECK((WIFSIGNALED(ended) && WTERMSIG(ended) == SIGUSR1));
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

// Whether a process below us runs that was started with this word.
bool somebody_runs(const std::string& word) {
  for (const ProcessFacts& facts : processes_below(::getpid())) {
    std::ifstream line("/proc/" + std::to_string(facts.process) + "/cmdline", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(line), {}};
    if (facts.state != 'Z' && text.find('\0' + word + '\0') != text.npos) return true;
  }
  return false;
}

bool comes_true(const std::function<bool()>& fact) {
  constexpr int kPatience = 3000;
  for (int i = 0; i < kPatience && !fact(); ++i) ::usleep(10'000);
  return fact();
}

TEST_CASE("start_keeper: where we are killed, a child that is deaf to signals ends as well") {
  adopt_orphans();
  const std::string word = "1234.5";
  for (const Isolation isolation : {Isolation::limits, strongest_isolation()}) {
    const pid_t grader = ::fork();
    if (grader == 0) {
      RunRequest request;
      request.isolation = isolation;
      request.limits.wall_seconds = 300.0;
      request.command = {
          "sh", "-c",
          "trap '' HUP INT QUIT USR1 USR2 PIPE ALRM TERM; setsid sleep " + word + " & sleep 1000"};
      run_program(request);
      ::_exit(0);
    }
    CHECK(comes_true([&] { return somebody_runs(word); }));
    ::kill(grader, SIGKILL);
    CHECK(::waitpid(grader, nullptr, 0) == grader);
    CHECK(comes_true([&] { return !somebody_runs(word); }));
    end_processes_below_us();
  }
}

}  // namespace
}  // namespace attn
