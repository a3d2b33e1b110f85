#include "cli/terminal/output.hpp"

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

namespace {

CommandResult run(const std::string& command) {
  const TemporaryFolder folder;
  return run_command(command, folder.path());
}

}  // namespace

TEST_CASE("print_result: a closed pipe is no error", "[cli][output]") {
  // 90,000 lines are more than a pipe holds, so the program does write into the closed one.
  const std::string status = " ; echo ${?} >&2; } | head -n 1";
  const CommandResult result = run("{ seq 1 300 | attn attend - --stage scores --plain" + status);
  CHECK(result.out == "stage\tgroup\trow\tcol\trow_label\tcol_label\tvalue\n");
  CHECK(result.err == "0\n");
}

TEST_CASE("print_result: a pipe that nobody reads is no error", "[cli][output]") {
  const CommandResult result = run("{ sleep 0.2; attn attend; echo $? >&2; } | true");
  CHECK(result.err == "0\n");
}

TEST_CASE("print_result: a full disk is told, with its own exit code", "[cli][output][error]") {
  for (const std::string arguments :
       {"attend", "attend --json", "attend --plain", "attend --quiet", "attend --shapes-only",
        "attend --help", "--help", "--version", ""}) {
    CAPTURE(arguments);
    const CommandResult result = run("attn " + arguments + " > /dev/full");
    CHECK(result.err == "attn: error: cannot write the result: no space is left on the disk.\n");
    CHECK(result.exit_code == 3);
  }
}

TEST_CASE("print_result: a closed standard output is told", "[cli][output][error]") {
  const CommandResult result = run("attn attend >&-");
  CHECK(result.err == "attn: error: cannot write the result: it is closed.\n");
  CHECK(result.exit_code == 3);
}

TEST_CASE("print_error: standard error that cannot be written changes no exit code",
          "[cli][output][error]") {
  CHECK(run("attn attend --seed x 2> /dev/full").exit_code == 2);
  CHECK(run("attn attend --seed x 2>&-").exit_code == 2);
  CHECK(run("attn attend --stage query -o q.npy 2> /dev/full").exit_code == 0);
}

TEST_CASE("print_error: errors go to standard error alone, wrapped to 80 columns",
          "[cli][output][error]") {
  const CommandResult result = run("attn attend --stage nowhere");
  CHECK(result.out == "");
  CHECK(result.err ==
        "attn: error: --stage must be one of input, wq, wk, wv, query, key, value,\n"
        "  scores, scaled, masked, weights, output, but it is nowhere.\n");
  const CommandResult narrow = run("COLUMNS=40 attn attend --seed x");
  CHECK(narrow.err ==
        "attn: error: --seed must be a whole\n"
        "  number from 0 to 4294967295, but it is\n"
        "  x.\n");
}
