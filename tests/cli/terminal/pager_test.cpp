#include "cli/terminal/pager.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/pseudo_terminal.hpp"

using namespace attn;

namespace {

const std::string kLong = "attn attend 'The cat sat down' --causal --color never";

std::string with_pager(const std::string& pager, const std::string& command = kLong) {
  return "env \"ATTN_PAGER=" + pager + "\" " + command;
}

// A program of two lines in the place of a pager, which says that it was there.
std::string script(const TemporaryFolder& folder, const std::string& lines) {
  const std::string path = folder.path().string() + "/pager";
  std::ofstream(path) << "#!/bin/sh\n" << lines << "\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

}  // namespace

TEST_CASE("n_terminal_lines: as a terminal breaks them", "[cli][pager]") {
  CHECK(n_terminal_lines("", 80, 9) == 0);
  CHECK(n_terminal_lines("a\n\nb\n", 80, 9) == 3);
  CHECK(n_terminal_lines("a\nb", 80, 9) == 2);
  CHECK(n_terminal_lines("12345\n123456\n", 5, 9) == 3);
  CHECK(n_terminal_lines("\033[1;36m12345\033[0m\n", 5, 9) == 1);
  CHECK(n_terminal_lines("猫猫猫\n", 5, 9) == 2);
  CHECK(n_terminal_lines("\n\n\n\n\n", 80, 3) == 3);
}

TEST_CASE("print_screen: what is taller than the terminal goes through the pager", "[cli][pager]") {
  const TemporaryFolder folder;
  const std::string pager = script(folder, "cat; echo the pager was here");
  for (const std::string& command :
       {kLong, std::string("attn --help"), std::string("attn mha --help"),
        std::string("attn complexity"), std::string("attn exercise show softmax")}) {
    CAPTURE(command);
    PseudoTerminal terminal(with_pager(pager, command), 24, 80);
    REQUIRE(terminal.wait_until_ended());
    CHECK(terminal.screen().shows("the pager was here"));
    CHECK(terminal.exit_code() == 0);
  }
}

TEST_CASE("print_screen: what fits is printed as it is", "[cli][pager]") {
  const TemporaryFolder folder;
  const std::string pager = script(folder, "cat; echo the pager was here");
  for (const std::string& command :
       {std::string("attn --version"), std::string("attn attend --shapes-only"),
        std::string("attn attend --json"), std::string("attn attend --plain"),
        kLong + " --no-pager", std::string("attn --no-pager --help"),
        std::string("attn mha --help --no-pager"), std::string("env TERM=dumb ") + kLong}) {
    CAPTURE(command);
    PseudoTerminal terminal(with_pager(pager, command), 24, 80);
    REQUIRE(terminal.wait_until_ended());
    CHECK_FALSE(terminal.screen().shows("the pager was here"));
    CHECK(terminal.exit_code() == 0);
  }
  PseudoTerminal tall(with_pager(pager), 300, 80);
  REQUIRE(tall.wait_until_ended());
  CHECK_FALSE(tall.screen().shows("the pager was here"));
  CHECK(run_command(with_pager(pager), folder.path()).out == run_command(kLong, folder.path()).out);
}

TEST_CASE("print_screen: ATTN_PAGER before PAGER, and none of them by name", "[cli][pager]") {
  const TemporaryFolder folder;
  const std::string pager = script(folder, "cat; echo the pager was here");
  const std::pair<std::string, bool> cases[] = {
      {"-u ATTN_PAGER PAGER=" + pager, true},
      {"ATTN_PAGER= PAGER=" + pager, false},
      {"ATTN_PAGER=cat PAGER=" + pager, false},
      {"-u ATTN_PAGER PAGER=cat", false},
      {"ATTN_PAGER=" + pager + " PAGER=cat", true},
      {"ATTN_PAGER=\"cat | " + pager + "\"", true},  // a line for the shell
  };
  for (const auto& [variables, expected] : cases) {
    CAPTURE(variables);
    PseudoTerminal terminal("env " + variables + " " + kLong, 24, 80);
    REQUIRE(terminal.wait_until_ended());
    CHECK(terminal.screen().shows("the pager was here") == expected);
    CHECK(terminal.screen().shows("made up"));
  }
}

TEST_CASE("print_screen: a pager that cannot be started falls back to printing", "[cli][pager]") {
  const std::string pager =
      GENERATE("no-such-pager", "no-such-pager -x", "no-such-pager 2>/dev/null; exit 127", "/");
  CAPTURE(pager);
  PseudoTerminal terminal(with_pager(pager), 24, 80);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 0);
  PseudoTerminal plain(kLong, 24, 80);
  REQUIRE(plain.wait_until_ended());
  CHECK(terminal.screen().text() == plain.screen().text());
}

TEST_CASE("print_screen: exit codes stay, whatever the pager says", "[cli][pager]") {
  const TemporaryFolder folder;
  const std::string pager = script(folder, GENERATE("cat; exit 5", "exit 0", "kill -9 $$"));
  const std::string state = "env XDG_STATE_HOME=" + folder.path().string() + " ";
  PseudoTerminal wrong(with_pager(pager, state + "attn exercise check 2 --set scaled=1 --all"), 5,
                       80);
  REQUIRE(wrong.wait_until_ended());
  CHECK(wrong.exit_code() == 1);
  PseudoTerminal right(with_pager(pager), 24, 80);
  REQUIRE(right.wait_until_ended());
  CHECK(right.exit_code() == 0);
}

TEST_CASE("print_screen: less is left with q, and all is as before", "[cli][pager]") {
  if (!std::filesystem::exists("/usr/bin/less")) return;
  PseudoTerminal terminal("env -u ATTN_PAGER " + kLong, 24, 80);
  const termios before = terminal.settings();
  REQUIRE(terminal.wait_for(" attend "));
  REQUIRE(terminal.wait_for(
      [](const TerminalScreen& screen) { return screen.before_cursor().ends_with(":"); }));
  CHECK_FALSE(terminal.screen().shows("weights   "));
  SECTION("read to the end") {
    terminal.type("G");
    REQUIRE(terminal.wait_for("(END)"));
    terminal.type("q");
  }
  SECTION("left early") { terminal.type("q"); }
  SECTION("ctrl-c does not end it") {
    terminal.type("\x03");
    // With it the terminal forgets what is typed at once.
    REQUIRE(terminal.wait_for([&terminal](const TerminalScreen& screen) {
      if (!screen.shows("(END)")) terminal.type("G");
      return screen.shows("(END)");
    }));
    terminal.type("q");
  }
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 0);
  CHECK(same_settings(terminal.settings(), before));
}

TEST_CASE("print_screen: what ends the program ends the pager", "[cli][pager]") {
  const TemporaryFolder folder;
  const int signal = GENERATE(SIGTERM, SIGHUP);
  const std::string pager =
      script(folder, "echo $$ > " + folder.path().string() +
                         "/process; echo ready; stty raw < /dev/tty; exec sleep 100");
  PseudoTerminal terminal(with_pager(pager), 24, 80);
  const termios before = terminal.settings();
  REQUIRE(terminal.wait_for("ready"));
  REQUIRE(terminal.wait_for(
      [&](const TerminalScreen&) { return !same_settings(terminal.settings(), before); }));
  terminal.send(signal);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 128 + signal);
  CHECK(same_settings(terminal.settings(), before));
  long process = 0;
  std::ifstream(folder.path().string() + "/process") >> process;
  REQUIRE(process > 0);
  CHECK(kill(static_cast<pid_t>(process), 0) != 0);
}
