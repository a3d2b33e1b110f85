#include "sandbox/private_mounts.hpp"

#include "sandbox/run_program.hpp"
#include "support/catch.hpp"

namespace attn {
namespace {

RunResult in_bubblewrap(const std::string& script) {
  RunRequest request;
  request.command = {"sh", "-c", script};
  request.isolation = Isolation::bubblewrap;
  return run_program(request);
}

TEST_CASE("PrivateMounts: in bubblewrap files of the kernel stay as they are, and devices work") {
  if (strongest_isolation() != Isolation::bubblewrap) return;
  const std::string files =
      "/dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty /dev /proc/version";
  const RunResult result = in_bubblewrap(
      "for f in " + files +
      "; do chmod 600 $f; touch $f; touch -d 2001-02-03 $f; chown 1000 $f; done 2> errors; "
      "stat -c '%n %a %y' " +
      files +
      " | grep -E ' 600 | 2001'; (: >> /proc/1/mem) 2> errors && echo open; "
      "echo x > /dev/null; echo x 2> errors > /dev/full || head -c 3 /dev/zero | wc -c; "
      "head -c 3 /dev/urandom | wc -c; df --output=itotal /tmp | tail -1 | tr -d ' '");
  CHECK(result.out == "3\n3\n10000\n");
}

}  // namespace
}  // namespace attn
