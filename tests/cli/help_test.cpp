#include "cli/help.hpp"

#include "cli/commands.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/pseudo_terminal.hpp"

using namespace attn;

TEST_CASE("examples_of: three a subcommand, each with a sentence, and each runs",
          "[cli][examples]") {
  const TemporaryFolder folder;
  for (const Command& command : commands()) {
    const auto examples = examples_of(command.name);
    CHECK(examples.size() == 3);
    for (const auto& [line, sentence] : examples) {
      CAPTURE(line);
      CHECK(std::string(line).starts_with(std::string("attn ") + command.name));
      CHECK((std::string(sentence).ends_with(".") || std::string(sentence).ends_with("?")));
      constexpr int kSeconds = 120;  // some of them learn
      const CommandResult result = run_command(
          "XDG_STATE_HOME=" + folder.path().string() + " " + line, folder.path(), kSeconds);
      CHECK(result.exit_code == 0);
      CHECK(result.out != "");
    }
  }
  for (const auto& [line, sentence] : examples_of(""))
    CHECK(run_command(line, folder.path()).exit_code == 0);
}

TEST_CASE("help_text: examples come first, and flags in the order in which one needs them",
          "[cli][help]") {
  const TemporaryFolder folder;
  for (const std::string command : {"attend", "mha"}) {
    const std::string help = run_command("attn " + command + " --help", folder.path()).out;
    std::size_t before = 0;
    for (const std::string part :
         {"\nUsage:", "\nExamples\n", "\nInput\n", "--causal  ", "--stage ", "--step  ",
          "\nWords\n", "\nMatrices ", "\nScreen\n", "\nFor other programs\n", "\nHelp\n"}) {
      CAPTURE(command, part);
      const std::size_t at = help.find(part, before);
      CHECK(at != std::string::npos);
      before = at;
    }
  }
}

TEST_CASE("help_text: headings and flags stand out in a terminal alone", "[cli][help]") {
  const TemporaryFolder folder;
  PseudoTerminal terminal("attn attend --help", 200, 80);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().is_colored());
  CHECK(terminal.screen().text() == run_command("attn attend --help", folder.path()).out);
  PseudoTerminal plain("env NO_COLOR=1 attn attend --help", 200, 80);
  REQUIRE(plain.wait_until_ended());
  CHECK_FALSE(plain.screen().is_colored());
}

TEST_CASE("example_lines: go on as a shell reads them", "[cli][examples]") {
  CHECK(example_lines("attn mha --heads 2", 40, 2) == "  attn mha --heads 2\n");
  CHECK(example_lines("attn mha \"The cat sat down\" --d-model 8 --heads 4 --causal", 40, 2) ==
        "  attn mha \"The cat sat down\" \\\n      --d-model 8 --heads 4 --causal\n");
  CHECK(example_lines("attn mha \"The cat sat down\" --heads 2 --head 0", 40, 2) ==
        "  attn mha \"The cat sat down\" \\\n      --heads 2 --head 0\n");
}
