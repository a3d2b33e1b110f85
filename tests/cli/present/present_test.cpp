#include "cli/present/present.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

namespace {

CommandResult run(const std::string& arguments) {
  const TemporaryFolder folder;
  return run_command("attn attend " + arguments, folder.path());
}

// The first word of every line of --shapes-only that names a stage.
std::vector<std::string> stages_of(const std::string& arguments) {
  std::istringstream lines(run("--shapes-only " + arguments).out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);)
    if (line.find('(') != std::string::npos) names.push_back(line.substr(1, line.find(' ', 1) - 1));
  return names;
}

using Names = std::vector<std::string>;

const std::string kEmptyRow = "--q '1;1' --k '1;1' --v '1;1' --mask '0 0; 0 0' ";

}  // namespace

TEST_CASE("present: all stages, in the order of the mechanism", "[cli][present]") {
  CHECK(stages_of("") == Names{"input", "wq", "wk", "wv", "query", "key", "value", "scores",
                               "scaled", "masked", "weights", "output"});
  CHECK(stages_of("a --cross b") == Names{"input", "memory", "wq", "wk", "wv", "query", "key",
                                          "value", "scores", "scaled", "masked", "weights",
                                          "output"});
  CHECK(stages_of("--q 1 --k 1 --v 1") ==
        Names{"query", "key", "value", "scores", "scaled", "masked", "weights", "output"});
}

TEST_CASE("present: stages by name keep that order, each once", "[cli][present]") {
  CHECK(stages_of("--stage weights,query") == Names{"query", "weights"});
  CHECK(stages_of("--stage weights --stage weights,wq") == Names{"wq", "weights"});
}

TEST_CASE("present: a range is open where an end is missing", "[cli][present]") {
  CHECK(stages_of("--from masked") == Names{"masked", "weights", "output"});
  CHECK(stages_of("--to wq") == Names{"input", "wq"});
  CHECK(stages_of("--from scores --to scores") == Names{"scores"});
}

TEST_CASE("present: refuses stages that do not exist and ranges that run backwards",
          "[cli][present][error]") {
  CHECK(run("--stage scroes").err.find("scores?\n") != std::string::npos);
  CHECK(run("--from memory").exit_code == 2);
  CHECK(run("--from output --to input").err ==
        "attn: error: --from output comes after --to input.\n");
  CHECK(run("--q 1 --k 1 --v 1 --stage wq").exit_code == 2);  // there is none in this trace
}

TEST_CASE("present: text and JSON hold the warnings, beside other screens they are remarks",
          "[cli][present]") {
  const std::string warning = "may attend to nothing";
  for (const std::string screen : {"", "--explain 0", "--json"}) {
    CAPTURE(screen);
    const CommandResult result = run(kEmptyRow + screen);
    CHECK(result.out.find(warning) != std::string::npos);
    CHECK(result.err == "");
  }
  for (const std::string screen : {"--quiet", "--plain", "--summary", "--shapes-only"}) {
    CAPTURE(screen);
    const CommandResult result = run(kEmptyRow + screen);
    CHECK(result.out.find(warning) == std::string::npos);
    CHECK(result.err ==
          "attn: warning: query \"q0\" (row 0) may attend to nothing: its weights and its\n"
          "  output are 0\n"
          "attn: more warnings of this kind: 1\n");
  }
}

TEST_CASE("present: records of all stages have one heading", "[cli][present]") {
  const std::string both = run("a --plain --stage scores,masked").out;
  CHECK(both ==
        "stage\tgroup\trow\tcol\trow_label\tcol_label\tvalue\n"
        "scores\t\t0\t0\ta\ta\t7\n"
        "masked\t\t0\t0\ta\ta\t3.5\n");
}

TEST_CASE("present: the same input prints the same bytes", "[cli][present]") {
  for (const std::string screen : {"", "--json", "--plain", "--summary", "--color always"}) {
    CAPTURE(screen);
    CHECK(run("'The cat sat on the mat' --causal " + screen).out ==
          run("'The cat sat on the mat' --causal " + screen).out);
  }
}

TEST_CASE("present: where a picture is refused, no file is written", "[cli][present][error]") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("attn attend --view arcs --stage output -o x.json", folder.path());
  CHECK(result.exit_code == 2);
  CHECK(result.err.find("--view arcs cannot draw output") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "x.json"));
}
