#include "cli/terminal/terminal.hpp"

#include <cstdlib>
#include <map>
#include <optional>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/pseudo_terminal.hpp"

using namespace attn;

namespace {

// Sets the variables that decide about colour and width, and puts them back at the end.
class Surroundings {
 public:
  explicit Surroundings(const std::map<std::string, std::string>& wanted) {
    for (const std::string name : {"NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "TERM", "COLUMNS",
                                   "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG"}) {
      const char* value = std::getenv(name.c_str());
      before_[name] = value ? std::optional<std::string>(value) : std::nullopt;
      const auto found = wanted.find(name);
      set(name, found == wanted.end() ? std::nullopt : std::optional(found->second));
    }
  }
  ~Surroundings() {
    for (const auto& [name, value] : before_) set(name, value);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

 private:
  static void set(const std::string& name, const std::optional<std::string>& value) {
    if (value)
      setenv(name.c_str(), value->c_str(), 1);
    else
      unsetenv(name.c_str());
  }

  std::map<std::string, std::optional<std::string>> before_;
};

bool colors_with(ColorChoice choice, const std::map<std::string, std::string>& variables) {
  const Surroundings surroundings(variables);
  return wants_color(choice);
}

unsigned width_of_pipe(const std::string& columns) {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("COLUMNS='" + columns + "' attn attend --stage masked | head -n 3 | tail -n 1",
                  folder.path());
  return static_cast<unsigned>(result.out.size());
}

}  // namespace

TEST_CASE("wants_color: a choice outweighs the environment", "[cli][terminal]") {
  CHECK(colors_with(ColorChoice::always, {{"NO_COLOR", "1"}, {"TERM", "dumb"}}));
  CHECK_FALSE(colors_with(ColorChoice::never, {{"CLICOLOR_FORCE", "1"}, {"FORCE_COLOR", "1"}}));
}

TEST_CASE("wants_color: NO_COLOR outweighs the variables that force it", "[cli][terminal]") {
  CHECK_FALSE(colors_with(ColorChoice::automatic, {{"NO_COLOR", "1"}, {"CLICOLOR_FORCE", "1"}}));
  CHECK_FALSE(colors_with(ColorChoice::automatic, {{"NO_COLOR", "0"}, {"FORCE_COLOR", "1"}}));
  CHECK(colors_with(ColorChoice::automatic, {{"NO_COLOR", ""}, {"FORCE_COLOR", "1"}}));
}

TEST_CASE("wants_color: force means set and neither empty nor 0", "[cli][terminal]") {
  CHECK(colors_with(ColorChoice::automatic, {{"CLICOLOR_FORCE", "1"}, {"TERM", "dumb"}}));
  CHECK(colors_with(ColorChoice::automatic, {{"FORCE_COLOR", "yes"}}));
  CHECK_FALSE(colors_with(ColorChoice::automatic, {{"CLICOLOR_FORCE", "0"}, {"TERM", "dumb"}}));
  CHECK_FALSE(colors_with(ColorChoice::automatic, {{"FORCE_COLOR", ""}, {"TERM", "dumb"}}));
}

TEST_CASE("wants_color: in a terminal, unless it is a dumb one", "[cli][terminal]") {
  const auto [variables, expected] = GENERATE(table<std::string, bool>({
      {"", true},
      {"NO_COLOR=1", false},
      {"NO_COLOR=", true},
      {"TERM=dumb", false},
      {"FORCE_COLOR=0", true},
  }));
  CAPTURE(variables);
  PseudoTerminal terminal("env " + variables + " attn attend 'The cat' --stage weights", 24, 80);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().shows("softmax"));
  CHECK(terminal.screen().is_colored() == expected);
  CHECK(terminal.screen().shows("⣿⣿") != expected);  // colour takes the place of the shades
}

TEST_CASE("terminal_width: that of the terminal, whatever COLUMNS says", "[cli][terminal]") {
  const unsigned columns = GENERATE(40U, 57U, 80U, 132U);
  const std::string attend = "attn attend 'The cat sat down' --causal --color never";
  PseudoTerminal terminal("env COLUMNS=70 " + attend, 400, columns);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().n_wrapped() == 0);
  const TemporaryFolder folder;
  const std::string piped = "COLUMNS=" + std::to_string(columns) + " " + attend;
  CHECK(terminal.screen().text() == run_command(piped, folder.path()).out);
}

TEST_CASE("terminal_width: the terminal of the messages when the result is piped",
          "[cli][terminal]") {
  PseudoTerminal terminal("attn attend 'The cat sat down' --stage scores | cat", 60, 44);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().n_wrapped() == 0);
  CHECK_FALSE(terminal.screen().is_colored());
}

TEST_CASE("terminal_width: COLUMNS where there is no terminal, if it is a sensible number",
          "[cli][terminal]") {
  const unsigned usual = width_of_pipe("");
  CHECK(width_of_pipe("40") < usual);
  for (const std::string columns : {"wide", "-40", "0", "40.5", "99999999999", "80 "}) {
    CAPTURE(columns);
    CHECK(width_of_pipe(columns) == usual);
  }
}

TEST_CASE("terminal_width: a terminal narrower than 40 columns is taken for one of 40",
          "[cli][terminal]") {
  const TemporaryFolder folder;
  CHECK(run_command("COLUMNS=3 attn attend", folder.path()).out ==
        run_command("COLUMNS=40 attn attend", folder.path()).out);
}

TEST_CASE("shows_heat_colors: where the environment says that there are 256", "[cli][terminal]") {
  const auto shows = [](const std::map<std::string, std::string>& variables) {
    const Surroundings surroundings(variables);
    return shows_heat_colors();
  };
  for (const char* name : {"xterm-256color", "tmux-256color", "xterm-direct", "xterm-kitty",
                           "alacritty", "foot", "xterm-ghostty"})
    CHECK(shows({{"TERM", name}}));
  for (const char* name : {"linux", "vt100", "ansi", "dumb", "xterm", "screen", "unheard-of"}) {
    CHECK_FALSE(shows({{"TERM", name}}));
    CHECK_FALSE(shows({{"TERM", name}, {"COLORTERM", ""}}));
    CHECK(shows({{"TERM", name}, {"COLORTERM", "truecolor"}}));
  }
  CHECK(shows({}));  // asked for in a pipe
}

TEST_CASE("shows_unicode: unless the locale names another character set", "[cli][terminal]") {
  const auto shows = [](const std::map<std::string, std::string>& variables) {
    const Surroundings surroundings(variables);
    return shows_unicode();
  };
  for (const char* locale :
       {"C", "POSIX", "en_US.ISO-8859-1", "ja_JP.eucJP", "de_DE.ISO8859-15@euro"})
    CHECK_FALSE(shows({{"LC_ALL", locale}}));
  for (const char* locale : {"C.UTF-8", "ja_JP.utf8", "en_US.UTF-8@x", "de_DE", ""})
    CHECK(shows({{"LC_ALL", locale}}));
  CHECK(shows({}));
  CHECK(shows({{"LC_ALL", "C.UTF-8"}, {"LANG", "C"}}));
  CHECK(shows({{"LC_CTYPE", "C.UTF-8"}, {"LANG", "C"}}));
  CHECK_FALSE(shows({{"LC_ALL", "C"}, {"LANG", "en_US.UTF-8"}}));
  CHECK_FALSE(shows({{"TERM", "linux"}, {"LANG", "en_US.UTF-8"}}));
}

TEST_CASE("terminal: one of few colours gets no others", "[cli][terminal]") {
  const std::string kind = GENERATE("linux", "xterm", "vt100");
  PseudoTerminal terminal(
      "env -u COLORTERM TERM=" + kind + " attn attend 'The cat' --background dark --stage weights",
      24, 80);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().shows("softmax"));
  CHECK(terminal.screen().shows("⣿⣿") == (kind != "linux"));
}

TEST_CASE("terminal: in the locale C nothing of ours is beyond ASCII", "[cli][terminal]") {
  const TemporaryFolder folder;
  const std::string attend = " attn attend 'The cat' --causal";
  CHECK(run_command("LC_ALL=C" + attend, folder.path()).out ==
        run_command(attend + " --glyphs ascii", folder.path()).out);
  CHECK(run_command("LC_ALL=C" + attend + " --glyphs unicode", folder.path()).out ==
        run_command(attend, folder.path()).out);
}
