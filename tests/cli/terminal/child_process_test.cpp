#include "cli/terminal/child_process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "support/catch.hpp"

using namespace attn;

namespace {

int exit_status(std::vector<std::string> words) {
  const auto process = started({.words = std::move(words)});
  REQUIRE(process);
  return status_at_the_end(*process);
}

}  // namespace

TEST_CASE("started: a program of PATH, its end and what a shell says of none",
          "[cli][child_process]") {
  CHECK(has_run(exit_status({"true"})));
  CHECK(has_run(exit_status({"sh", "-c", "exit 3"})));
  CHECK_FALSE(has_run(exit_status({"sh", "-c", "no-such-program-at-all"})));
  CHECK_FALSE(started({.words = {"no-such-program-at-all"}}));
  CHECK_FALSE(started({}));
}

TEST_CASE("started: it reads what it is given, and finds further variables",
          "[cli][child_process]") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const auto process = started({.words = {"sh", "-c", "read word; test \"$word\" = \"$OURS\""},
                                .more_variables = {"OURS=cat"},
                                .input = ends[0]});
  REQUIRE(process);
  REQUIRE(write(ends[1], "cat\n", 4) == 4);
  for (const int end : ends) close(end);
  CHECK(status_at_the_end(*process) == 0);
}

TEST_CASE("SignalsMeanwhile: signals are ignored while it lives, and not by the program",
          "[cli][child_process]") {
  const std::array<SignalHandler, 1> handlers{{{SIGUSR1, SIG_IGN}}};
  struct sigaction now {};
  {
    const SignalsMeanwhile signals(handlers);
    REQUIRE(raise(SIGUSR1) == 0);  // which would end us
    const auto process = started({.words = {"sh", "-c", "kill -USR1 $$"}, .handlers = handlers});
    REQUIRE(process);
    const int status = status_at_the_end(*process);
    CHECK(WIFSIGNALED(status));
  }
  sigaction(SIGUSR1, nullptr, &now);
  CHECK(now.sa_handler == SIG_DFL);
}
