#include "cli/present/step.hpp"

#include <csignal>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/pseudo_terminal.hpp"
#include "support/walk.hpp"

using namespace attn;

namespace {

const std::string kNarrowTitle = " attend   \"The cat sat down\"   d_model 4\n";

}  // namespace

TEST_CASE("step_through: going forward and back shows the same screens", "[cli][step]") {
  const auto [rows, columns, n_stages] =
      GENERATE(table<unsigned, unsigned, unsigned>({{24, 80, 9}, {20, 40, 12}}));
  CAPTURE(rows, columns);
  Walk walk(rows, columns);
  std::vector<std::string> forward;
  for (unsigned stage = 1; stage <= n_stages; ++stage) {
    REQUIRE(walk.is_at(stage, n_stages));
    forward.push_back(walk.text());
    walk.press(stage % 2 == 0 ? " " : "\r");
  }
  REQUIRE(walk.is_at(n_stages, n_stages));  // there is nothing behind the last
  for (unsigned stage = n_stages; stage >= 1; --stage) {
    REQUIRE(walk.is_at(stage, n_stages));
    CHECK(walk.text() == forward[stage - 1]);
    walk.press(stage % 2 == 0 ? "b" : "\x7f");
  }
  CHECK(walk.is_at(1, n_stages));
  CHECK(walk.terminal.screen().n_wrapped() == 0);
  CHECK(walk.terminal.screen().n_scrolled() == 0);
  walk.press("q");
  walk.check_left_in_order();
  CHECK(walk.terminal.exit_code() == 0);
  CHECK(forward[0].ends_with(walk.text()));         // the last screen stays behind
  CHECK(walk.terminal.screen().n_scrolled() <= 1);  // for the shell's own line
}

TEST_CASE("step_through: jumps to a stage by its number and to both ends", "[cli][step]") {
  Walk walk(24, 80);
  REQUIRE(walk.shows("[INPUT]"));
  walk.press("5");
  REQUIRE(walk.shows("[SCORES]"));
  CHECK(walk.terminal.screen().shows("S = Q Kᵀ"));
  walk.press("G");
  REQUIRE(walk.shows("[OUTPUT]"));
  walk.press("g");
  REQUIRE(walk.shows("[INPUT]"));
  walk.press("\033[F");
  REQUIRE(walk.shows("[OUTPUT]"));
  walk.press("\033[H");
  REQUIRE(walk.shows("[INPUT]"));
}

TEST_CASE("step_through: the arrows choose the cell that is worked out", "[cli][step]") {
  Walk walk(24, 80);
  REQUIRE(walk.shows("[INPUT]"));
  walk.press("5");
  REQUIRE(walk.shows("S[The, The] = 1⋅1 + 1⋅1 + (−1)⋅1 + 0⋅1 = 1"));
  walk.press("\033[B");
  REQUIRE(walk.shows("S[cat, The] ="));
  walk.press("\033[C");
  REQUIRE(walk.shows("S[cat, cat] ="));
  walk.press("\033OB");  // as a terminal in application mode sends it
  REQUIRE(walk.shows("S[sat, cat] = (−2)⋅(−1) + 1⋅(−2) + 1⋅1 + (−1)⋅0 = 1"));
  walk.press("\033[D\033[D\033[A\033[A\033[A\033[A");
  REQUIRE(walk.shows("S[The, The] ="));  // and no further than the edge
  walk.press("\033[1;5C\033[C\033[C\033[C");
  REQUIRE(walk.shows("S[The, down] ="));
}

TEST_CASE("step_through: explains more or less, changes the view and helps", "[cli][step]") {
  Walk walk(40, 80);
  REQUIRE(walk.shows("[INPUT]"));
  walk.press("8");
  REQUIRE(walk.shows("shared out over the keys"));
  const std::string usual = walk.text();
  walk.press("e");
  REQUIRE(walk.shows("Entropy says how spread out"));
  walk.press("e");
  REQUIRE(walk.terminal.wait_for(
      [](const TerminalScreen& screen) { return !screen.shows("shared out"); }));
  walk.press("e");
  REQUIRE(walk.shows("shared out over the keys"));
  CHECK(walk.text() == usual);
  walk.press("v");  // numbers: without the shades
  REQUIRE(walk.shows("v: numbers"));
  walk.press("v");
  REQUIRE(walk.shows("v: heat"));
  walk.press("v");  // both is what it shows by itself
  REQUIRE(walk.shows("v: auto"));
  for (const std::string key : {"?", "x", "\033", "q", " ", "\033[A", "j"}) {
    walk.press("?");
    REQUIRE(walk.terminal.wait_for("quit; the screen stays"));
    walk.press(key);  // closes it, and does nothing else
    REQUIRE(walk.shows("[WEIGHTS]"));
  }
  REQUIRE(walk.terminal.wait_for([&usual](const TerminalScreen& screen) {
    return screen.text() == usual && screen.before_cursor().ends_with("q quit");
  }));
}

TEST_CASE("step_through: the keys of vi, Tab and the other keys of a keyboard", "[cli][step]") {
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  walk.press("5jl");
  REQUIRE(walk.shows("S[cat, cat] ="));
  walk.press("$");
  REQUIRE(walk.shows("S[cat, down] ="));
  walk.press("0");
  REQUIRE(walk.shows("S[cat, The] ="));
  walk.press("\033[6~");
  REQUIRE(walk.shows("S[down, The] ="));
  walk.press("k");
  REQUIRE(walk.shows("S[sat, The] ="));
  walk.press("\033[5~lh");
  REQUIRE(walk.shows("S[The, The] ="));
  walk.press("\t");
  REQUIRE(walk.is_at(6, 9));
  walk.press("\033[Z");
  REQUIRE(walk.is_at(5, 9));
  walk.press("\033[4~");
  REQUIRE(walk.is_at(9, 9));
  walk.press("\033[1~");
  REQUIRE(walk.is_at(1, 9));
}

TEST_CASE("step_through: v changes what is seen at every stage", "[cli][step]") {
  Walk walk(40, 80);
  REQUIRE(walk.is_at(1, 9));
  const auto picture = [&walk] {
    const std::string text = walk.text();
    return text.substr(0, text.find("   space next"));
  };
  for (unsigned stage = 1; stage <= 9; ++stage) {
    for (int i = 0; i < 4; ++i) {
      const std::string before = picture();
      walk.press("v");
      REQUIRE(walk.terminal.wait_for([&](const TerminalScreen& screen) {
        return screen.before_cursor().ends_with("q quit") && picture() != before;
      }));
    }
    walk.press(" ");
    REQUIRE(walk.is_at(std::min(stage + 1, 9U), 9));
  }
}

TEST_CASE("step_through: digits reach every stage of many heads", "[cli][step]") {
  Walk walk(30, 80, "attn mha 'The cat sat' --d-model 8 --heads 4 --step");
  REQUIRE(walk.shows("[ ] head"));
  walk.press("2");
  REQUIRE(walk.is_at(2, 42));
  walk.press("5");
  REQUIRE(walk.is_at(25, 42));
  walk.press("b4");  // begins a new number
  REQUIRE(walk.is_at(4, 42));
  walk.press("0");
  REQUIRE(walk.is_at(40, 42));
  walk.press("5");  // there is no stage 405
  REQUIRE(walk.is_at(5, 42));
}

TEST_CASE("step_through: curves leave room for the cell and follow it", "[cli][step]") {
  const unsigned rows = GENERATE(24, 30);
  Walk walk(rows, 80, "attn posenc --step");
  REQUIRE(walk.shows("PE[0, 0] = sin(0 / 10000^(0/16)) = sin(0) = 0"));
  walk.press("\033[C\033[C\033[C\033[C\033[C");
  REQUIRE(walk.shows("PE[0, 5] = cos(0 / 10000^(4/16))"));
  CHECK(walk.terminal.screen().shows("dim 5 "));
  walk.press("vvvv");  // numbers, heat, both, and curves alone
  REQUIRE(walk.shows("PE[0, 5] ="));
  walk.press("q");
  walk.check_left_in_order();
}

TEST_CASE("step_through: a key without a meaning changes nothing", "[cli][step]") {
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  const std::string first = walk.text();
  walk.press("xZ猫\033[3~\033[200~\x1c");
  walk.press("2");
  REQUIRE(walk.is_at(2, 9));
  walk.press("1");
  REQUIRE(walk.is_at(1, 9));
  CHECK(walk.text() == first);
}

TEST_CASE("step_through: leaves the terminal as it was", "[cli][step]") {
  const auto [keys, code] = GENERATE(table<std::string, int>(
      {{"q", 0}, {"\033", 0}, {"\x04", 0}, {"\x03", 130}, {"  q", 0}, {"  \x03", 130}}));
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  CHECK_FALSE(same_settings(walk.terminal.settings(), walk.before));
  CHECK_FALSE(walk.terminal.screen().cursor_is_visible());
  walk.press(keys);
  walk.check_left_in_order();
  CHECK(walk.terminal.exit_code() == code);
}

TEST_CASE("step_through: a signal ends it and the terminal is restored", "[cli][step]") {
  const int signal = GENERATE(SIGTERM, SIGINT, SIGHUP, SIGQUIT);
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  walk.terminal.send(signal);
  walk.check_left_in_order();
  CHECK(walk.terminal.exit_code() == 128 + signal);
}

TEST_CASE("step_through: stops for the shell and comes back", "[cli][step]") {
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  walk.press(" ");
  REQUIRE(walk.is_at(2, 9));
  walk.press("\x1a");
  REQUIRE(walk.terminal.wait_until_stopped());
  CHECK(same_settings(walk.terminal.settings(), walk.before));
  CHECK(walk.terminal.screen().cursor_is_visible());
  CHECK(walk.terminal.screen().before_cursor().empty());

  SECTION("as it was") {
    walk.terminal.send(SIGCONT);
    REQUIRE(walk.terminal.wait_for(
        [](const TerminalScreen& screen) { return !screen.cursor_is_visible(); }));
    walk.press(" ");
    REQUIRE(walk.is_at(3, 9));
    walk.press("q");
    walk.check_left_in_order();
    CHECK(walk.terminal.exit_code() == 0);
  }
  SECTION("in a window that has another width") {
    walk.terminal.resize(24, 40);
    walk.terminal.send(SIGCONT);
    REQUIRE(walk.shows(kNarrowTitle));
    walk.press(" ");
    REQUIRE(walk.is_at(3, 9));
    CHECK(walk.terminal.screen().shows(kNarrowTitle));
    CHECK(walk.terminal.screen().n_wrapped() == 0);
  }
}

TEST_CASE("step_through: a window of another size is filled anew", "[cli][step]") {
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  walk.press("5");
  REQUIRE(walk.shows("[SCORES]"));
  const std::string wide = walk.text();
  walk.terminal.resize(20, 40);
  REQUIRE(walk.shows(kNarrowTitle));
  CHECK(walk.terminal.screen().n_wrapped() == 0);
  CHECK(walk.terminal.screen().n_scrolled() == 0);
  walk.terminal.resize(24, 80);
  REQUIRE(walk.shows("d_model 4   n 4"));
  CHECK(walk.text() == wide);
}

TEST_CASE("step_through: a tall matrix fits the window", "[cli][step]") {
  Walk walk(24, 80, "attn attend --tokens \"$(seq -s '|' 1 300)\" --causal --step --stage weights");
  REQUIRE(walk.shows("rows left out"));
  CHECK(walk.terminal.screen().n_wrapped() == 0);
  CHECK(walk.terminal.screen().n_scrolled() == 0);
  CHECK(walk.terminal.screen().shows(" attend"));
}

TEST_CASE("step_through: what was on the screen before stays above", "[cli][step]") {
  Walk walk(40, 80, "sh -c \"echo before; exec " + kWalk + "\"");
  for (unsigned stage = 1; stage <= 9; ++stage) {
    REQUIRE(walk.is_at(stage, 9));
    CHECK(walk.text().starts_with("before\n attend "));
    walk.press("n");
  }
  walk.press("q");
  walk.check_left_in_order();
  CHECK(walk.text().starts_with("before\n attend "));
}

TEST_CASE("step_through: speaks Japanese", "[cli][step]") {
  PseudoTerminal terminal("attn attend '猫 が 魚 を 食べた' --causal --lang ja --step", 24, 80);
  REQUIRE(terminal.wait_for("q 終了"));
  CHECK(terminal.screen().shows("[INPUT]"));
  CHECK(terminal.screen().n_wrapped() == 0);
  terminal.type("q");
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 0);
}

TEST_CASE("step_through: ends when the terminal goes away", "[cli][step]") {
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  walk.terminal.hang_up();
  REQUIRE(walk.terminal.wait_until_ended());
}

TEST_CASE("step_through: without a terminal everything is printed at once", "[cli][step]") {
  const TemporaryFolder folder;
  const CommandResult walk = run_command(kWalk, folder.path());
  const CommandResult plain = run_command("attn attend 'The cat sat down' --causal", folder.path());
  CHECK(walk.exit_code == 0);
  CHECK(walk.out == plain.out);
  CHECK(walk.err == "attn: --step needs a terminal; here is everything at once\n");

  PseudoTerminal terminal(kWalk + " < /dev/null", 200, 80);  // only the output is one
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 0);
  CHECK(terminal.screen().shows("--step needs a terminal"));
}

TEST_CASE("step_through: the tables of an example stand above the walk", "[cli][step]") {
  Walk walk(60, 80, "attn attend --example kinds-of-attention --step");
  REQUIRE(walk.shows("[INPUT]"));
  CHECK(walk.terminal.screen().shows("encoder-decoder  2014"));
  walk.press("q");
  walk.check_left_in_order();
}
