#include "sandbox/control_group.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;
using Places = std::pair<std::string, std::string>;

std::size_t n_groups(const std::string& folder) {
  std::size_t n = 0;
  for (const auto& entry : fs::directory_iterator(folder))
    n += entry.path().filename().string().starts_with("attn-run-" + std::to_string(::getpid()));
  return n;
}

TEST_CASE("places_of_control_groups: where version 2 is mounted, and our group in it") {
  const std::string first =
      "25 1 0:23 / /proc rw - proc proc rw\n"
      "30 1 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n";
  CHECK(places_of_control_groups(first, "0::/\n") == Places{});
  const std::string both = first + "31 1 0:27 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";
  CHECK(places_of_control_groups(both, "4:memory:/x\n0::/user.slice/mia\n") ==
        Places{"/sys/fs/cgroup", "/sys/fs/cgroup/user.slice/mia"});
  CHECK(places_of_control_groups(both, "0::/\n") == Places{"/sys/fs/cgroup", "/sys/fs/cgroup"});
  CHECK(places_of_control_groups(both, "") == Places{"/sys/fs/cgroup", "/sys/fs/cgroup"});
  for (const std::string hostile : {"", "\n", " - cgroup2 ", "x - cgroup2 y"})
    CHECK_NOTHROW(places_of_control_groups(hostile, hostile));
}

TEST_CASE("ControlGroup: without a place for it there is none, and nothing happens") {
  const TemporaryFolder folder;
  for (const std::string& place : {std::string(), folder.path("missing")}) {
    const ControlGroup group(place, {});
    CHECK(group.entrance() == -1);
    CHECK(group.cpu_seconds() == 0.0);
    CHECK_FALSE(group.ran_out_of_memory());
    group.end_all();
  }
}

TEST_CASE("ControlGroup: what is in it is counted and ended at once") {
  const std::string folder = control_groups();
  if (folder.empty()) return;  // most systems let only root make some
  {
    const ControlGroup group(folder, {});
    REQUIRE(group.entrance() >= 0);
    const pid_t process = ::fork();
    if (process == 0) {
      if (::write(group.entrance(), "0", 1) != 1) ::_exit(1);
      if (::fork() == 0) ::setsid();
      for (volatile unsigned long n = 0;;) n = n + 1;
    }
    for (int i = 0; i < 1000 && group.cpu_seconds() < 0.02; ++i) ::usleep(5000);
    group.end_all();
    int status = 0;
    REQUIRE(::waitpid(process, &status, 0) == process);
    // A system may let groups be made, and nobody enter them.
    if (!WIFEXITED(status)) CHECK(WTERMSIG(status) == SIGKILL);
    if (!WIFEXITED(status)) CHECK(group.cpu_seconds() >= 0.02);
    CHECK(n_groups(folder) == 1);
  }
  CHECK(n_groups(folder) == 0);
}

}  // namespace
}  // namespace attn
