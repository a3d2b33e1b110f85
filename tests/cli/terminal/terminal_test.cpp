#include "cli/terminal/terminal.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "cli/terminal/keys.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/pseudo_terminal.hpp"
#include "support/temporary_folder.hpp"

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
  const CommandResult result =
      run_command("COLUMNS='" + columns + "' attn attend --stage masked | head -n 3 | tail -n 1");
  return static_cast<unsigned>(result.out.size());
}

TEST_CASE("wants_color: a choice outweighs the environment") {
  CHECK(colors_with(ColorChoice::always, {{"NO_COLOR", "1"}, {"TERM", "dumb"}}));
  CHECK_FALSE(colors_with(ColorChoice::never, {{"CLICOLOR_FORCE", "1"}, {"FORCE_COLOR", "1"}}));
}

TEST_CASE("wants_color: NO_COLOR outweighs the variables that force it") {
  CHECK_FALSE(colors_with(ColorChoice::automatic, {{"NO_COLOR", "1"}, {"CLICOLOR_FORCE", "1"}}));
  CHECK_FALSE(colors_with(ColorChoice::automatic, {{"NO_COLOR", "0"}, {"FORCE_COLOR", "1"}}));
  CHECK(colors_with(ColorChoice::automatic, {{"NO_COLOR", ""}, {"FORCE_COLOR", "1"}}));
}

TEST_CASE("wants_color: force means set and neither empty nor 0") {
  CHECK(colors_with(ColorChoice::automatic, {{"CLICOLOR_FORCE", "1"}, {"TERM", "dumb"}}));
  CHECK(colors_with(ColorChoice::automatic, {{"FORCE_COLOR", "yes"}}));
  CHECK_FALSE(colors_with(ColorChoice::automatic, {{"CLICOLOR_FORCE", "0"}, {"TERM", "dumb"}}));
  CHECK_FALSE(colors_with(ColorChoice::automatic, {{"FORCE_COLOR", ""}, {"TERM", "dumb"}}));
}

TEST_CASE("wants_color: in a terminal, unless it is a dumb one") {
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

TEST_CASE("terminal_width: that of the terminal, whatever COLUMNS says") {
  const unsigned columns = GENERATE(40U, 57U, 80U, 132U);
  const std::string attend = "attn attend 'The cat sat down' --causal --color never";
  PseudoTerminal terminal("env COLUMNS=70 " + attend, 400, columns);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().n_wrapped() == 0);
  const std::string piped = "COLUMNS=" + std::to_string(columns) + " " + attend;
  CHECK(terminal.screen().text() == run_command(piped).out);
}

TEST_CASE("terminal_width: the terminal of the messages when the result is piped") {
  PseudoTerminal terminal("attn attend 'The cat sat down' --stage scores | cat", 60, 44);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().n_wrapped() == 0);
  CHECK_FALSE(terminal.screen().is_colored());
}

TEST_CASE("terminal_width: COLUMNS where there is no terminal, if it is a sensible number") {
  const unsigned usual = width_of_pipe("");
  CHECK(width_of_pipe("40") < usual);
  for (const std::string columns : {"wide", "-40", "0", "40.5", "99999999999", "80 "}) {
    CAPTURE(columns);
    CHECK(width_of_pipe(columns) == usual);
  }
}

TEST_CASE("terminal_width: a terminal narrower than 40 columns is taken for one of 40") {
  const TemporaryFolder folder;
  CHECK(run_command("COLUMNS=3 attn attend", folder.path()).out ==
        run_command("COLUMNS=40 attn attend", folder.path()).out);
}

TEST_CASE("shows_heat_colors: where the environment says that there are 256") {
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

TEST_CASE("shows_unicode: unless the locale names another character set") {
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

TEST_CASE("terminal: one of few colours gets no others") {
  const std::string kind = GENERATE("linux", "xterm", "vt100");
  PseudoTerminal terminal(
      "env -u COLORTERM TERM=" + kind + " attn attend 'The cat' --background dark --stage weights",
      24, 80);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().shows("softmax"));
  CHECK(terminal.screen().shows("⣿⣿") == (kind != "linux"));
}

TEST_CASE("terminal: in the locale C nothing of ours is beyond ASCII") {
  const TemporaryFolder folder;
  const std::string attend = " attn attend 'The cat' --causal";
  CHECK(run_command("LC_ALL=C" + attend, folder.path()).out ==
        run_command(attend + " --glyphs ascii", folder.path()).out);
  CHECK(run_command("LC_ALL=C" + attend + " --glyphs unicode", folder.path()).out ==
        run_command(attend, folder.path()).out);
}

const std::string kAsked = "env -u COLORFGBG attn attend 'The cat' --stage weights";

TEST_CASE("is_light_by_numbers: as terminals set COLORFGBG") {
  CHECK(is_light_by_numbers("0;15") == true);
  CHECK(is_light_by_numbers("0;default;15") == true);
  CHECK(is_light_by_numbers("0;7") == true);
  CHECK(is_light_by_numbers("15;0") == false);
  CHECK(is_light_by_numbers("7;8") == false);
  for (const char* text : {"", "15", "15;", "0;default", "0;99", "0;-1", "0;7x"})
    CHECK_FALSE(is_light_by_numbers(text).has_value());
}

TEST_CASE("is_light_by_answer: as terminals answer") {
  CHECK(is_light_by_answer("\033]11;rgb:ffff/ffff/ffff\033\\\033[?62c") == true);
  CHECK(is_light_by_answer("\033]11;rgb:fd/f6/e3\a") == true);
  CHECK(is_light_by_answer("\033]11;rgb:0000/2b2b/3636\a") == false);
  for (const char* text : {"", "\033[?62c", "rgb:", "rgb:1/2", "rgb:x/y/z", "rgb:fffff/0/0"})
    CHECK_FALSE(is_light_by_answer(text).has_value());
}

TEST_CASE("background_is_light: a choice outweighs everything") {
  CHECK(background_is_light(BackgroundChoice::light));
  CHECK_FALSE(background_is_light(BackgroundChoice::dark));
}

TEST_CASE("background_is_light: the terminal is asked, and answers before anything is drawn") {
  PseudoTerminal terminal(kAsked, 40, 80);
  terminal.answer_background("\033]11;rgb:ffff/ffff/ffff\033\\\033[?62c");
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().shows("softmax"));
  CHECK_FALSE(terminal.screen().shows("rgb"));
  CHECK(terminal.is_set_up_as_before());
}

TEST_CASE("background_is_light: a terminal that says nothing holds nobody up") {
  PseudoTerminal terminal(kAsked, 40, 80);
  CHECK(terminal.exit_code() == 0);
  CHECK(terminal.screen().shows("softmax"));
}

TEST_CASE("background_is_light: nothing is asked in a pipe") {
  CHECK_FALSE(contains(run_command(kAsked + " --color always").out, "\033]"));
}

TEST_CASE("--background: the smallest weights are pale on light ground") {
  const TemporaryFolder folder;
  const std::string weights = "attn attend 'The cat' --causal --stage weights --color always ";
  const std::string dark = run_command(weights + "--background dark", folder.path()).out;
  const std::string light = run_command(weights + "--background light", folder.path()).out;
  CHECK(dark != light);
  CHECK(contains(dark, "\033[48;5;221;38;5;16m 1.000"));
  CHECK(contains(light, "\033[48;5;17;38;5;231m 1.000"));
  CHECK(contains(light, "colours   \033[48;5;231;38;5;16m "));
  const std::string any = run_command("COLORTERM=truecolor " + weights, folder.path()).out;
  CHECK(contains(any, "\033[48;2;255;234;70;38;2;0;0;0m 1.000"));
}

TEST_CASE("print_result: a closed pipe is no error") {
  // 90,000 lines are more than a pipe holds, so the program does write into the closed one.
  const std::string status = " ; echo ${?} >&2; } | head -n 1";
  const CommandResult result =
      run_command("{ seq 1 300 | attn attend - --stage scores --plain" + status);
  CHECK(result.out == "stage\tgroup\trow\tcol\trow_label\tcol_label\tvalue\n");
  CHECK(result.err == "0\n");
}

TEST_CASE("print_result: a pipe that nobody reads is no error") {
  const CommandResult result = run_command("{ sleep 0.2; attn attend; echo $? >&2; } | true");
  CHECK(result.err == "0\n");
}

TEST_CASE("print_result: a full disk is told, with its own exit code") {
  for (const std::string arguments :
       {"attend", "attend --json", "attend --plain", "attend --quiet", "attend --shapes-only",
        "attend --help", "--help", "--version", ""}) {
    CAPTURE(arguments);
    const CommandResult result = run_command("attn " + arguments + " > /dev/full");
    CHECK(result.err == "attn: error: cannot write the result: no space is left on the disk.\n");
    CHECK(result.exit_code == 3);
  }
}

TEST_CASE("print_result: a closed standard output is told") {
  const CommandResult result = run_command("attn attend >&-");
  CHECK(result.err == "attn: error: cannot write the result: it is closed.\n");
  CHECK(result.exit_code == 3);
}

TEST_CASE("print_error: standard error that cannot be written changes no exit code") {
  CHECK(run_command("attn attend --seed x 2> /dev/full").exit_code == 2);
  CHECK(run_command("attn attend --seed x 2>&-").exit_code == 2);
  CHECK(run_command("attn attend --stage query -o q.npy 2> /dev/full").exit_code == 0);
}

TEST_CASE("print_error: errors go to standard error alone, wrapped to 80 columns") {
  const CommandResult result = run_command("attn attend --stage nowhere");
  CHECK(result.out == "");
  CHECK(result.err ==
        "attn: error: --stage must be one of input, wq, wk, wv, query, key, value,\n"
        "  scores, scaled, masked, weights, output, but it is nowhere.\n");
  const CommandResult narrow = run_command("COLUMNS=40 attn attend --seed x");
  CHECK(narrow.err ==
        "attn: error: --seed must be a whole\n"
        "  number from 0 to 4294967295, but it is\n"
        "  x.\n");
}

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

TEST_CASE("n_terminal_lines: as a terminal breaks them") {
  CHECK(n_terminal_lines("", 80, 9) == 0);
  CHECK(n_terminal_lines("a\n\nb\n", 80, 9) == 3);
  CHECK(n_terminal_lines("a\nb", 80, 9) == 2);
  CHECK(n_terminal_lines("12345\n123456\n", 5, 9) == 3);
  CHECK(n_terminal_lines("\033[1;36m12345\033[0m\n", 5, 9) == 1);
  CHECK(n_terminal_lines("猫猫猫\n", 5, 9) == 2);
  CHECK(n_terminal_lines("\n\n\n\n\n", 80, 3) == 3);
}

TEST_CASE("print_screen: what is taller than the terminal goes through the pager") {
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

TEST_CASE("print_screen: what fits is printed as it is") {
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

TEST_CASE("print_screen: ATTN_PAGER before PAGER, and none of them by name") {
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

TEST_CASE("print_screen: a pager that cannot be started falls back to printing") {
  const std::string pager =
      GENERATE("no-such-pager", "no-such-pager -x", "no-such-pager 2>/dev/null; exit 127", "/");
  CAPTURE(pager);
  PseudoTerminal terminal(with_pager(pager), 24, 80);
  CHECK(terminal.exit_code() == 0);
  PseudoTerminal plain(kLong, 24, 80);
  REQUIRE(plain.wait_until_ended());
  CHECK(terminal.screen().text() == plain.screen().text());
}

TEST_CASE("print_screen: exit codes stay, whatever the pager says") {
  const TemporaryFolder folder;
  const std::string pager = script(folder, GENERATE("cat; exit 5", "exit 0", "kill -9 $$"));
  const std::string state = "env XDG_STATE_HOME=" + folder.path().string() + " ";
  PseudoTerminal wrong(with_pager(pager, state + "attn exercise check 2 --set scaled=1 --all"), 5,
                       80);
  CHECK(wrong.exit_code() == 1);
  PseudoTerminal right(with_pager(pager), 24, 80);
  CHECK(right.exit_code() == 0);
}

TEST_CASE("print_screen: less is left with q, and all is as before") {
  if (!std::filesystem::exists("/usr/bin/less")) return;
  PseudoTerminal terminal("env -u ATTN_PAGER " + kLong, 24, 80);
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
  CHECK(terminal.exit_code() == 0);
  CHECK(terminal.is_set_up_as_before());
}

TEST_CASE("print_screen: what ends the program ends the pager") {
  const TemporaryFolder folder;
  const int signal = GENERATE(SIGTERM, SIGHUP);
  const std::string pager =
      script(folder, "echo $$ > " + folder.path().string() +
                         "/process; echo ready; stty raw < /dev/tty; exec sleep 100");
  PseudoTerminal terminal(with_pager(pager), 24, 80);
  REQUIRE(terminal.wait_for("ready"));
  REQUIRE(
      terminal.wait_for([&](const TerminalScreen&) { return !terminal.is_set_up_as_before(); }));
  terminal.send(signal);
  CHECK(terminal.exit_code() == 128 + signal);
  CHECK(terminal.is_set_up_as_before());
  long process = 0;
  std::ifstream(folder.path().string() + "/process") >> process;
  REQUIRE(process > 0);
  CHECK(kill(static_cast<pid_t>(process), 0) != 0);
}

TEST_CASE("pasted_line: the rows of a matrix") {
  CHECK(pasted_line(L"1 0\n0 1\n") == L"1 0 ; 0 1");
  CHECK(pasted_line(L"1\t0\r\n0\t1\r\n\r\n") == L"1 0 ; 0 1");
  CHECK(pasted_line(L"\n½ 1") == L"½ 1");
  CHECK(pasted_line(L"0.25") == L"0.25");
  CHECK(pasted_line(L"").empty());
}

TEST_CASE("pasted_line: within brackets a line end parts nothing") {
  CHECK(pasted_line(L"[[1, 0],\n [0, 1]]\n") == L"[[1, 0],  [0, 1]]");
  CHECK(pasted_line(L"tensor([[1.],\n        [2.]])") == L"tensor([[1.],         [2.]])");
}

int exit_status(std::vector<std::string> words) {
  const auto process = started({.words = std::move(words)});
  REQUIRE(process);
  return status_at_the_end(*process);
}

TEST_CASE("started: a program of PATH, its end and what a shell says of none") {
  CHECK(has_run(exit_status({"true"})));
  CHECK(has_run(exit_status({"sh", "-c", "exit 3"})));
  CHECK_FALSE(has_run(exit_status({"sh", "-c", "no-such-program-at-all"})));
  CHECK_FALSE(started({.words = {"no-such-program-at-all"}}));
  CHECK_FALSE(started({}));
}

TEST_CASE("started: it reads what it is given, and finds further variables") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const auto process = started({.words = {"sh", "-c", "read word; test \"$word\" = \"$OURS\""},
                                .more_variables = {"OURS=cat"},
                                .input = ends[0]});
  REQUIRE(process);
  REQUIRE(write(ends[1], "cat\n", 4) == 4);
  for (const int end : ends) close(end);
  CHECK(status_at_the_end(*process) == 0);
}

TEST_CASE("SignalsMeanwhile: signals are ignored while it lives, and not by the program") {
  const std::array<SignalHandler, 1> handlers{{{SIGUSR1, SIG_IGN}}};
  struct sigaction now {};
  {
    const SignalsMeanwhile signals(handlers);
    REQUIRE(raise(SIGUSR1) == 0);  // which would end us
    const auto process = started({.words = {"sh", "-c", "kill -USR1 $$"}, .handlers = handlers});
    REQUIRE(process);
    const int status = status_at_the_end(*process);
    CHECK(WIFSIGNALED(status));
  }
  sigaction(SIGUSR1, nullptr, &now);
  CHECK(now.sa_handler == SIG_DFL);
}

TEST_CASE("edit_file: $VISUAL goes before $EDITOR, and may have arguments") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a file.txt", "");
  unsetenv("VISUAL");
  unsetenv("EDITOR");
  CHECK(editor_command() == "vi");
  setenv("EDITOR", "no-such-editor", 1);
  CHECK_FALSE(edit_file(path));
  setenv("VISUAL", "cp /dev/null", 1);
  CHECK(editor_command() == "cp /dev/null");
  CHECK(edit_file(path));
  setenv("VISUAL", "false", 1);  // one that ends unhappily was there all the same
  CHECK(edit_file(path));
  unsetenv("VISUAL");
  unsetenv("EDITOR");
}

}  // namespace
