#include "cli/app.hpp"

#include <regex>

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

namespace {

CommandResult run(const std::string& arguments) {
  const TemporaryFolder folder;
  return run_command("attn " + arguments, folder.path());
}

bool matches(const std::string& text, const std::string& pattern) {
  return std::regex_match(text, std::regex(pattern));
}

}  // namespace

TEST_CASE("run_program: --version names the program, what it computes with and the compiler",
          "[cli][app]") {
  const CommandResult result = run("--version");
  CHECK(result.exit_code == 0);
  CHECK(matches(result.out,
                "attn [0-9]+\\.[0-9]+\\.[0-9]+\n"
                "BLAS      OpenBLAS [0-9.]+, core [A-Za-z0-9_]+\n"
                "(vectors   [A-Za-z0-9_]+\n)?"
                "threads   [0-9]+\n"
                "compiler  (g\\+\\+|clang\\+\\+) [0-9]+\\.[0-9]+\\.[0-9]+.*\n"));
  CHECK(run("attend --version").out == result.out);
}

TEST_CASE("run_program: the version is found in every way people ask for it", "[cli][app]") {
  const std::string version = run("--version").out;
  for (const std::string arguments : {"-V", "-v", "version", "attend -V", "version attend"}) {
    CAPTURE(arguments);
    CHECK(run(arguments).out == version);
  }
  CHECK(run("attend version --quiet").exit_code == 0);  // a word, as any other
  CHECK(run("complexity version").exit_code == 2);
}

TEST_CASE("run_program: what stands before the command is sent behind it", "[cli][app][error]") {
  CHECK(run("cat attend").err == "attn: error: cat belongs after the command: attn attend cat\n");
}

TEST_CASE("run_program: help is found in every way people ask for it", "[cli][app]") {
  const std::string help = run("--help").out;
  CHECK(help.find("\nCommands\n  attend  ") != std::string::npos);
  for (const std::string arguments : {"", "-h", "help"}) {
    CAPTURE(arguments);
    const CommandResult result = run(arguments);
    CHECK(result.out == help);
    CHECK(result.exit_code == 0);
    CHECK(result.err == "");
  }
  const std::string attend = run("attend --help").out;
  CHECK(attend.find("Usage: attn attend ") != std::string::npos);
  for (const std::string arguments : {"attend -h", "help attend", "attend 'a b' --causal --help"}) {
    CAPTURE(arguments);
    CHECK(run(arguments).out == attend);
  }
}

TEST_CASE("run_program: help fits the width", "[cli][app]") {
  const auto [variables, widest] = GENERATE(table<std::string, std::size_t>(
      {{"COLUMNS=40", 40}, {"COLUMNS=80", 80}, {"COLUMNS=300", 100}}));
  CAPTURE(variables);
  const TemporaryFolder folder;
  const CommandResult result =
      run_command(variables + " attn attend --help --lang en", folder.path());
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);)
    CHECK(line.size() <= widest + std::string("√").size() - 1);
}

TEST_CASE("run_program: a flag before the command is sent behind it", "[cli][app][error]") {
  CHECK(run("--json attend").err ==
        "attn: error: --json belongs after the command: attn attend --json\n");
  CHECK(run("-q").err == "attn: error: -q belongs after the command: attn attend -q\n");
  CHECK(run("--stage=scores attend").exit_code == 2);
  CHECK(run("--lang en attend --quiet").exit_code == 0);  // that of the program itself is fine
}

TEST_CASE("run_program: an empty value never passes for none", "[cli][app][error]") {
  for (const std::string flag :
       {"tokens",  "cross",   "key-tokens", "seed",      "rng",    "init",   "d-model", "d-k",
        "d-v",     "q",       "k",          "v",         "x",      "memory", "wq",      "wk",
        "wv",      "weights", "mask",       "empty-row", "scale",  "stage",  "from",    "to",
        "explain", "view",    "precision",  "color",     "glyphs", "width",  "output",  "lang"}) {
    CAPTURE(flag);
    const std::string refusal = "attn: error: --" + flag + " needs a value.\n";
    CHECK(run("attend 'a b' --" + flag + " ''").err == refusal);
    CHECK(run("attend 'a b' --" + flag + "=").err == refusal);
    CHECK(run("attend 'a b' --" + flag).err == refusal);
    if (flag != "lang")  // obeyed before the others are read
      CHECK(run("attend 'a b' --" + flag + " --causal").err == refusal);
  }
}

TEST_CASE("run_program: a flag with one value is typed once", "[cli][app][error]") {
  CHECK(run("attend 'a b' --scale 1 --scale=2").err ==
        "attn: error: --scale was given twice: 1 and 2. Give it once.\n");
  // Of languages the last holds: an alias may say one.
  CHECK(run("--lang ja attend 'a b' --quiet --row x --lang en").err ==
        run("attend 'a b' --quiet --row x --lang en").err);
  CHECK(run("attend 'a b' --view '[a' --view '[b'").err ==
        "attn: error: --view was given twice: [a and [b. Give it once.\n");
  CHECK(run("attend 'a b' --scale 1 --scale 1 --quiet").exit_code == 0);  // no doubt what is meant
  CHECK(run("attend 'a b' --stage wq --stage wk").exit_code == 0);  // those that may be repeated
}

TEST_CASE("run_program: a flag that takes no value is given none", "[cli][app][error]") {
  for (const std::string flag : {"causal", "no-scale", "step", "summary", "shapes-only", "quiet",
                                 "arithmetic", "json", "plain", "force"}) {
    CAPTURE(flag);
    CHECK(run("attend --" + flag + "=1").err == "attn: error: --" + flag + " takes no value.\n");
  }
}

TEST_CASE("run_program: numbers and matrices may begin with a minus sign", "[cli][app]") {
  CHECK(run("attend --q '-1 0' --k '-1 0' --v -2 --quiet").out == "q0 [ −2 ]\n");
  CHECK(run("attend --q=-1 --k=-1 --v=-2 --quiet").out == "q0 [ −2 ]\n");
  CHECK(run("attend --seed -1").err ==
        "attn: error: --seed must be a whole number from 0 to 4294967295, but it is -1.\n");
}

TEST_CASE("run_program: behind -- everything is a word", "[cli][app]") {
  const auto [arguments, words] = GENERATE(table<std::string, std::string>({
      {"-- --causal cat", "--causal cat"},
      {"-- -q", "-q"},
      {"the -- --seed", "the --seed"},
      {"the cat --", "the cat"},
      {"the -- cat -- sat", "the cat -- sat"},
      {"--", "The cat sat down"},
  }));
  CAPTURE(arguments);
  const CommandResult result = run("attend --shapes-only --stage input " + arguments);
  CHECK(result.err == "");
  CHECK(result.out.starts_with(" attend   \"" + words + "\"   "));
  CHECK(run("-- attend").exit_code == 2);
}

TEST_CASE("run_program: flags stand before, behind and between the words", "[cli][app]") {
  const std::string expected = run("attend 'The cat' --stage input --quiet").out;
  for (const std::string arguments :
       {"--stage input --quiet 'The cat'", "--quiet The --stage input cat",
        "--stage=input 'The cat' -q", "-q --stage input -- The cat"}) {
    CAPTURE(arguments);
    CHECK(run("attend " + arguments).out == expected);
  }
  CHECK(run("attend -q -o a.npy 'The cat'").exit_code == 0);
}

TEST_CASE("run_program: thousands of arguments are no trouble", "[cli][app]") {
  CHECK(run("attend -q --stage scores $(yes -- '--seed 7' | head -n 5000)").exit_code == 0);
  CHECK(run("attend --causal --stage input $(yes -- --causal | head -n 5000) | wc -l").exit_code ==
        0);
  CHECK(run("attend $(yes -- --frobnicate | head -n 5000)").exit_code == 2);
}

TEST_CASE("run_program: a flag inside the quotation marks is told", "[cli][app]") {
  const auto told = [](const std::string& flag) {
    return "attn: " + flag +
           " is a word of the text here. For the flag, write it outside of the\n  quotation marks, "
           "behind a plain blank.\n";
  };
  for (const std::string command : {"attend", "mha", "mask"}) {
    CAPTURE(command);
    CHECK(run(command + " 'The cat　--causal' -q").err == told("--causal"));
    CHECK(run(command + " 'The cat --causal' -q").err == told("--causal"));
    CHECK(run(command + " --tokens 'The|cat　--causal' -q").err == told("--causal"));
    CHECK(run(command + " 'The cat' --cross 'le chat　--causal' -q").err == told("--causal"));
    CHECK(run(command + " 'The cat --dog -- sat' -q").err == "");
    CHECK(run(command + " -q -- 'The cat --causal'").err == "");
  }
}
