#include "sandbox/launch.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#ifdef __linux__
#include <sys/personality.h>
#endif

#include "sandbox/pipe.hpp"
#include "sandbox/printed_text.hpp"
#include "support/catch.hpp"

namespace attn {
namespace {

/// What a process printed, and errno where it could not be started.
struct Started {
  std::string out;
  int error = 0;
};

Started started(const std::vector<std::string>& words) {
  Pipe out = make_pipe(), failure = make_pipe();
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const pid_t process = start_process({.words = words,
                                       .variables = {"PATH=/usr/bin:/bin", "ONLY=this"},
                                       .folder = "/",
                                       .input = nothing.get(),
                                       .out = out.writing.get(),
                                       .err = nothing.get(),
                                       .failure = failure.writing.get()});
  out.writing.close();
  failure.writing.close();
  ::waitpid(process, nullptr, 0);
  PrintedText printed(1000, 0);
  drain(out.reading, printed);
  Started result{printed.text()};
  (void)!::read(failure.reading.get(), &result.error, sizeof result.error);
  return result;
}

TEST_CASE("start_process: its words, its folder, its environment and no files of ours") {
  const Descriptor ours(::open("/dev/null", O_RDONLY));  // it would be inherited
  const Started result = started(
      {"/bin/sh", "-c", "echo \"$1 $ONLY\"; pwd; ls /proc/self/fd | tr '\\n' ' '", "sh", "a b"});
  CHECK(result.error == 0);
  // The last is the folder that ls reads.
  CHECK(result.out == "a b this\n/\n0 1 2 3 ");
}

TEST_CASE("start_process: what cannot be started says why") {
  CHECK(started({"/no/such/program"}).error == ENOENT);
}

#ifdef __linux__
TEST_CASE("start_process: addresses do not hang on chance") {
  const int before = ::personality(0xffffffff);
  if (::personality(static_cast<unsigned>(before) | ADDR_NO_RANDOMIZE) == -1) return;
  ::personality(static_cast<unsigned>(before));
  const auto stack = [] { return started({"/bin/grep", "stack", "/proc/self/maps"}).out; };
  CHECK(stack() == stack());
}
#endif

}  // namespace
}  // namespace attn
