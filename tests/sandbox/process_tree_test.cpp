#include "sandbox/process_tree.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "support/catch.hpp"

namespace attn {
namespace {

const std::string kLine =
    "4711 (a (strange) name) S 17 4711 4711 0 -1 4194560 100 0 0 0 250 50 100 0 20 0 3 0 12345 "
    "9000000 200 18446744073709551615";

TEST_CASE("parse_process_line: a name may hold parentheses") {
  const ProcessFacts facts = parse_process_line(kLine);
  CHECK(facts.process == 4711);
  CHECK(facts.parent == 17);
  CHECK(facts.state == 'S');
  CHECK(facts.n_threads == 3);
}

TEST_CASE("parse_process_line: time of children that were waited for counts") {
  const double ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  CHECK(parse_process_line(kLine).cpu_seconds == Approx(400.0 / ticks));
  CHECK(parse_process_line(kLine).own_cpu_seconds == Approx(300.0 / ticks));
  CHECK(parse_process_line(kLine).start == 12345);
}

TEST_CASE("ComputedTime: what vanished counts on, and what was waited for counts once") {
  ComputedTime computed;
  const ProcessFacts parent{.process = 1, .own_cpu_seconds = 1.0, .cpu_seconds = 1.0, .start = 5};
  const ProcessFacts child{.process = 2, .own_cpu_seconds = 3.0, .cpu_seconds = 3.0, .start = 6};
  CHECK(computed.add({parent, child}) == 4.0);
  CHECK(computed.add({parent}) == 4.0);  // nobody asked how the child ended
  ProcessFacts who_waited = parent;
  who_waited.cpu_seconds = 4.5;
  CHECK(computed.add({who_waited}) == 4.5);
  // Its number is given to another one.
  ProcessFacts other = child;
  other.start = 7;
  CHECK(computed.add({parent, other}) == 7.0);
}

TEST_CASE("parse_process_line: what is no such line is nothing") {
  for (const std::string line : {"", "12 (x", "12 (x) ", "12 (x) S 1 2 3", ") (", "x (y) Z 1"})
    CHECK(parse_process_line(line).process == 0);
}

TEST_CASE("processes_below: a child and its child are found, and ended together") {
  adopt_orphans();
  const pid_t child = ::fork();
  if (child == 0) {
    if (::fork() == 0) {
      ::setsid();  // it would survive a signal to the group
      ::pause();
    }
    ::pause();
  }
  std::size_t n = 0;
  for (int i = 0; i < 200 && n < 2; ++i) {
    n = processes_below(::getpid()).size();
    ::usleep(5000);
  }
  CHECK(n == 2);
  end_processes_below_us();
  CHECK(processes_below(::getpid()).empty());
}

TEST_CASE("end_processes_below_us: what is spared stays") {
  const pid_t kept = ::fork();
  if (kept == 0) ::pause();
  const pid_t other = ::fork();
  if (other == 0) ::pause();
  end_processes_below_us({kept});
  const auto left = processes_below(::getpid());
  REQUIRE(left.size() == 1);
  CHECK(left.front().process == kept);
  end_processes_below_us();
}

TEST_CASE("use_of: processes add up") {
  const ProcessUse use =
      use_of({{.n_threads = 2, .memory_bytes = 10}, {.n_threads = 1, .memory_bytes = 5}});
  CHECK(use.n_threads == 3);
  CHECK(use.memory_bytes == 15);
}

}  // namespace
}  // namespace attn
