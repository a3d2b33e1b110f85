#include "cli/terminal/keys.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

TEST_CASE("pasted_line: the rows of a matrix", "[cli][terminal]") {
  CHECK(pasted_line(L"1 0\n0 1\n") == L"1 0 ; 0 1");
  CHECK(pasted_line(L"1\t0\r\n0\t1\r\n\r\n") == L"1 0 ; 0 1");
  CHECK(pasted_line(L"\n½ 1") == L"½ 1");
  CHECK(pasted_line(L"0.25") == L"0.25");
  CHECK(pasted_line(L"").empty());
}

TEST_CASE("pasted_line: within brackets a line end parts nothing", "[cli][terminal]") {
  CHECK(pasted_line(L"[[1, 0],\n [0, 1]]\n") == L"[[1, 0],  [0, 1]]");
  CHECK(pasted_line(L"tensor([[1.],\n        [2.]])") == L"tensor([[1.],         [2.]])");
}

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

TEST_CASE("edit_file: $VISUAL goes before $EDITOR, and may have arguments", "[cli][terminal]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a file.txt", "");
  unsetenv("VISUAL");
  unsetenv("EDITOR");
  CHECK(editor_command() == "vi");
  setenv("EDITOR", "no-such-editor", 1);
  CHECK_FALSE(edit_file(path));
  setenv("VISUAL", "cp /dev/null", 1);
  CHECK(editor_command() == "cp /dev/null");
  CHECK(edit_file(path));
  setenv("VISUAL", "false", 1);  // one that ends unhappily was there all the same
  CHECK(edit_file(path));
  unsetenv("VISUAL");
  unsetenv("EDITOR");
}
