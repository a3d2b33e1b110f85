#include "cli/present/shown.hpp"

#include <csignal>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/pseudo_terminal.hpp"
#include "support/walk.hpp"

namespace {

Stage square(const std::string& id, Rule rule, const std::string& group = "") {
  return {.id = id,
          .group = group,
          .value = arma::eye(2, 2),
          .rows = {"query", {"a", "b"}},
          .cols = {"key", {"a", "b"}},
          .rule = std::move(rule)};
}

Trace small_trace() {
  Trace trace;
  trace.record({.id = "input", .value = arma::eye(2, 2), .rows = {"query", {"a", "b"}}});
  trace.record(square("scores", Product{"query", "key", true}));
  trace.record(square("scaled", Scaling{rule::cell("scores"), 2.0}));
  trace.record(square("weights", Softmax{"scaled"}));
  trace.tables = {{.id = "parameters"}};
  return trace;
}

// The ids of the stages that are left, and the row.
std::string chosen(const Trace& trace, ViewChoice choice) {
  Selection selection = selected(trace, choice);
  choose_picture(trace, selection, choice);
  std::string text;
  for (const Stage* stage : selection.stages) text += stage->id + " ";
  text += choice.layout.row;
  return text;
}

ViewChoice showing(View view, std::vector<std::string> stages = {}) {
  ViewChoice choice;
  choice.layout.view = view;
  choice.stages = std::move(stages);
  return choice;
}

void check_not_drawn(const ViewChoice& choice, const std::string& text) {
  const Trace trace = small_trace();
  CHECK_REFUSED(chosen(trace, choice), text);
}

TEST_CASE("choose_picture: weights where no stage is named") {
  const Trace trace = small_trace();
  for (const View view : {View::rows, View::boxes, View::bars, View::arcs, View::chain})
    CHECK(chosen(trace, showing(view)) == "weights ");
  CHECK(chosen(trace, showing(View::panels)) == "scores scaled weights ");
  CHECK(chosen(trace, showing(View::heat)) == "input scores scaled weights ");
  CHECK(chosen(trace, showing(View::arcs, {"scores"})) == "scores ");
}

TEST_CASE("choose_picture: programs and walks keep every stage") {
  const Trace trace = small_trace();
  for (const Screen screen : {Screen::json, Screen::plain, Screen::summary, Screen::step}) {
    ViewChoice choice = showing(View::arcs);
    choice.screen = screen;
    CHECK(chosen(trace, choice) == "input scores scaled weights ");
  }
}

TEST_CASE("choose_picture: what cannot be drawn is refused") {
  check_not_drawn(showing(View::arcs, {"input"}),
                  "--view arcs cannot draw input: arcs link queries with keys, and it has no value "
                  "for each of them. Try --stage scores,scaled,weights.");
  ViewChoice one_head = showing(View::flow);
  one_head.groups = {""};
  check_not_drawn(one_head, "--view flow draws several stages at once: leave out --head.");
}

TEST_CASE("choose_picture: a whole has no part") {
  check_not_drawn(showing(View::flow, {"weights"}),
                  "--view flow draws several stages at once: leave out --stage.");
  ViewChoice step = showing(View::panels);
  step.screen = Screen::step;
  check_not_drawn(step, "--view panels draws several stages at once: leave out --step.");
}

TEST_CASE("choose_picture: a row by its word or its number") {
  Trace trace = small_trace();
  ViewChoice choice = showing(View::bars);
  choice.row = "b";
  CHECK(chosen(trace, choice) == "weights b");
  choice.row = "0";
  CHECK(chosen(trace, choice) == "weights 0");
  choice.row = "2";
  check_not_drawn(choice, "--row 2: weights has no such row. It has a, b, or 0 to 1.");
  trace.stages.back().rows.labels = {"a", "a"};
  choice.row = "a";
  CHECK_REFUSED(chosen(trace, choice),
                "--row a: that is both row 0 and row 1 of weights. Give the number.");
}

TEST_CASE("choose_picture: each stage that is drawn has the row") {
  Trace trace = small_trace();
  trace.record(
      {.id = "key", .value = arma::eye(2, 3), .rows = {"key", {"x", "y"}}, .cols = {"d_k", {}}});
  ViewChoice choice = showing(View::bars, {"weights", "key"});
  choice.row = "b";
  CHECK_REFUSED(chosen(trace, choice), "--row b: key has no such row. It has x, y, or 0 to 1.");
  choice.row = "1";
  CHECK(chosen(trace, choice) == "weights key 1");
  choice.stages.clear();
  choice.screen = Screen::step;
  choice.row = "b";
  CHECK(chosen(trace, choice) == "input scores scaled weights key b");
}

// What a command writes to its figure, or says where it writes none.
std::string figure_by(const std::string& arguments) {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("attn " + arguments + " -o a.svg > screen.txt", folder.path());
  if (result.exit_code != 0) return std::to_string(result.exit_code) + " " + result.err;
  return content(folder.path("a.svg"));
}

const std::string kSentence = "attend 'The cat sat down' --causal ";

TEST_CASE("selection_figure: the stages that are named, else an overview") {
  CHECK(contains(figure_by(kSentence), ">Kᵀ<"));
  const std::string weights = figure_by(kSentence + "--stage weights");
  CHECK(contains(weights, ">.881<"));
  CHECK_FALSE(contains(weights, ">scores<"));
  const std::string some = figure_by(kSentence + "--from scores --to weights");
  for (const std::string name : {">scores<", ">scaled<", ">weights<"}) CHECK(contains(some, name));
  CHECK_FALSE(contains(some, ">query<"));
}

TEST_CASE("selection_figure: it does not hang on what else is shown") {
  const std::string figure = figure_by(kSentence);
  for (const std::string screen : {"--json", "--quiet", "--summary", "--plain", "--color always",
                                   "--glyphs ascii", "--width 40"})
    CHECK(figure_by(kSentence + screen) == figure);
}

TEST_CASE("selection_figure: weights where a picture is asked for") {
  CHECK(contains(figure_by("attend 'The cat sat down' --view arcs"), "those above mean"));
  CHECK(contains(figure_by(kSentence + "--view arcs --row sat"), "only those of &quot;sat&quot;"));
  CHECK(contains(figure_by(kSentence + "--view rows"), "each from 0 to"));
}

TEST_CASE("selection_figure: one head is drawn whole") {
  const std::string head = figure_by("mha 'a b c' --d-model 8 --heads 4 --head 1 --stage weights");
  CHECK(contains(head, ">head 1 weights<"));
  CHECK_FALSE(contains(head, "head 0"));
}

TEST_CASE("selection_figure: an example speaks the language of the screen") {
  CHECK(contains(figure_by("attend --lang ja --example search-engine --stage weights"),
                 ">猫のえさ<"));
  CHECK(contains(figure_by("attend --lang ja --stage weights"), ">食べた<"));
  CHECK(contains(figure_by("attend --lang ja --stage weights -o b.json"), ">down<"));
}

TEST_CASE("selection_figure: what no figure has is refused") {
  CHECK(contains(figure_by(kSentence + "--view bars"), "2 attn: error: --view bars is made of"));
  CHECK(contains(figure_by(kSentence + "--view chain --lang ja"), "図にはできません"));
  std::string words;
  for (int i = 0; i < 101; ++i) words += "w" + std::to_string(i) + " ";
  CHECK(contains(figure_by("attend --view arcs '" + words + "'"), "100 words at most"));
  CHECK(contains(figure_by("mha 'a b' --d-model 64 --heads 16 --from query --to output"),
                 "64 stages at most"));
}

const std::string kNarrowTitle = " attend   \"The cat sat down\"   d_model 4\n";

TEST_CASE("step_through: going forward and back shows the same screens") {
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

TEST_CASE("step_through: jumps to a stage by its number and to both ends") {
  Walk walk(24, 80);
  REQUIRE(walk.shows("[INPUT]"));
  REQUIRE(walk.replies("5", "[SCORES]"));
  CHECK(walk.terminal.screen().shows("S = Q Kᵀ"));
  REQUIRE(walk.replies("G", "[OUTPUT]"));
  REQUIRE(walk.replies("g", "[INPUT]"));
  REQUIRE(walk.replies("\033[F", "[OUTPUT]"));
  REQUIRE(walk.replies("\033[H", "[INPUT]"));
}

TEST_CASE("step_through: the arrows choose the cell that is worked out") {
  Walk walk(24, 80);
  REQUIRE(walk.shows("[INPUT]"));
  REQUIRE(walk.replies("5", "S[The, The] = 1⋅1 + 1⋅1 + (−1)⋅1 + 0⋅1 = 1"));
  REQUIRE(walk.replies("\033[B", "S[cat, The] ="));
  REQUIRE(walk.replies("\033[C", "S[cat, cat] ="));
  walk.press("\033OB");  // as a terminal in application mode sends it
  REQUIRE(walk.shows("S[sat, cat] = (−2)⋅(−1) + 1⋅(−2) + 1⋅1 + (−1)⋅0 = 1"));
  REQUIRE(walk.replies("\033[D\033[D\033[A\033[A\033[A\033[A",
                       "S[The, The] ="));  // and no further than the edge
  REQUIRE(walk.replies("\033[1;5C\033[C\033[C\033[C", "S[The, down] ="));
}

TEST_CASE("step_through: explains more or less, changes the view and helps") {
  Walk walk(40, 80);
  REQUIRE(walk.shows("[INPUT]"));
  REQUIRE(walk.replies("8", "shared out over the keys"));
  const std::string usual = walk.text();
  REQUIRE(walk.replies("e", "Entropy says how spread out"));
  walk.press("e");
  REQUIRE(walk.terminal.wait_for(
      [](const TerminalScreen& screen) { return !screen.shows("shared out"); }));
  REQUIRE(walk.replies("e", "shared out over the keys"));
  CHECK(walk.text() == usual);
  walk.press("v");  // numbers: without the shades
  REQUIRE(walk.shows("v: numbers"));
  REQUIRE(walk.replies("v", "v: heat"));
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

TEST_CASE("step_through: the keys of vi, Tab and the other keys of a keyboard") {
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  REQUIRE(walk.replies("5jl", "S[cat, cat] ="));
  REQUIRE(walk.replies("$", "S[cat, down] ="));
  REQUIRE(walk.replies("0", "S[cat, The] ="));
  REQUIRE(walk.replies("\033[6~", "S[down, The] ="));
  REQUIRE(walk.replies("k", "S[sat, The] ="));
  REQUIRE(walk.replies("\033[5~lh", "S[The, The] ="));
  REQUIRE(walk.leads_to("\t", 6, 9));
  REQUIRE(walk.leads_to("\033[Z", 5, 9));
  REQUIRE(walk.leads_to("\033[4~", 9, 9));
  REQUIRE(walk.leads_to("\033[1~", 1, 9));
}

TEST_CASE("step_through: v changes what is seen at every stage") {
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
    REQUIRE(walk.leads_to(" ", std::min(stage + 1, 9U), 9));
  }
}

TEST_CASE("step_through: digits reach every stage of many heads") {
  Walk walk(30, 80, "attn mha 'The cat sat' --d-model 8 --heads 4 --step");
  REQUIRE(walk.shows("[ ] head"));
  REQUIRE(walk.leads_to("2", 2, 42));
  REQUIRE(walk.leads_to("5", 25, 42));
  walk.press("b4");  // begins a new number
  REQUIRE(walk.is_at(4, 42));
  REQUIRE(walk.leads_to("0", 40, 42));
  walk.press("5");  // there is no stage 405
  REQUIRE(walk.is_at(5, 42));
}

TEST_CASE("step_through: curves leave room for the cell and follow it") {
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

TEST_CASE("step_through: a key without a meaning changes nothing") {
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  const std::string first = walk.text();
  walk.press("xZ猫\033[3~\033[200~\x1c");
  REQUIRE(walk.leads_to("2", 2, 9));
  REQUIRE(walk.leads_to("1", 1, 9));
  CHECK(walk.text() == first);
}

TEST_CASE("step_through: leaves the terminal as it was") {
  const auto [keys, code] = GENERATE(table<std::string, int>(
      {{"q", 0}, {"\033", 0}, {"\x04", 0}, {"\x03", 130}, {"  q", 0}, {"  \x03", 130}}));
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  CHECK_FALSE(walk.terminal.is_set_up_as_before());
  CHECK_FALSE(walk.terminal.screen().cursor_is_visible());
  walk.press(keys);
  walk.check_left_in_order();
  CHECK(walk.terminal.exit_code() == code);
}

TEST_CASE("step_through: a signal ends it and the terminal is restored") {
  const int signal = GENERATE(SIGTERM, SIGINT, SIGHUP, SIGQUIT);
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  walk.terminal.send(signal);
  walk.check_left_in_order();
  CHECK(walk.terminal.exit_code() == 128 + signal);
}

TEST_CASE("step_through: stops for the shell and comes back") {
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  REQUIRE(walk.leads_to(" ", 2, 9));
  walk.press("\x1a");
  REQUIRE(walk.terminal.wait_until_stopped());
  CHECK(walk.terminal.is_set_up_as_before());
  CHECK(walk.terminal.screen().cursor_is_visible());
  CHECK(walk.terminal.screen().before_cursor().empty());

  SECTION("as it was") {
    walk.terminal.send(SIGCONT);
    REQUIRE(walk.terminal.wait_for(
        [](const TerminalScreen& screen) { return !screen.cursor_is_visible(); }));
    REQUIRE(walk.leads_to(" ", 3, 9));
    walk.press("q");
    walk.check_left_in_order();
    CHECK(walk.terminal.exit_code() == 0);
  }
  SECTION("in a window that has another width") {
    walk.terminal.resize(24, 40);
    walk.terminal.send(SIGCONT);
    REQUIRE(walk.shows(kNarrowTitle));
    REQUIRE(walk.leads_to(" ", 3, 9));
    CHECK(walk.terminal.screen().shows(kNarrowTitle));
    CHECK(walk.terminal.screen().n_wrapped() == 0);
  }
}

TEST_CASE("step_through: a window of another size is filled anew") {
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  REQUIRE(walk.replies("5", "[SCORES]"));
  const std::string wide = walk.text();
  walk.terminal.resize(20, 40);
  REQUIRE(walk.shows(kNarrowTitle));
  CHECK(walk.terminal.screen().n_wrapped() == 0);
  CHECK(walk.terminal.screen().n_scrolled() == 0);
  walk.terminal.resize(24, 80);
  REQUIRE(walk.shows("d_model 4   n 4"));
  CHECK(walk.text() == wide);
}

TEST_CASE("step_through: a tall matrix fits the window") {
  Walk walk(24, 80, "attn attend --tokens \"$(seq -s '|' 1 300)\" --causal --step --stage weights");
  REQUIRE(walk.shows("rows left out"));
  CHECK(walk.terminal.screen().n_wrapped() == 0);
  CHECK(walk.terminal.screen().n_scrolled() == 0);
  CHECK(walk.terminal.screen().shows(" attend"));
}

TEST_CASE("step_through: what was on the screen before stays above") {
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

TEST_CASE("step_through: speaks Japanese") {
  PseudoTerminal terminal("attn attend '猫 が 魚 を 食べた' --causal --lang ja --step", 24, 80);
  REQUIRE(terminal.wait_for("q 終了"));
  CHECK(terminal.screen().shows("[INPUT]"));
  CHECK(terminal.screen().n_wrapped() == 0);
  terminal.type("q");
  CHECK(terminal.exit_code() == 0);
}

TEST_CASE("step_through: ends when the terminal goes away") {
  Walk walk(24, 80);
  REQUIRE(walk.is_at(1, 9));
  walk.terminal.hang_up();
  REQUIRE(walk.terminal.wait_until_ended());
}

TEST_CASE("step_through: without a terminal everything is printed at once") {
  const TemporaryFolder folder;
  const CommandResult walk = run_command(kWalk, folder.path());
  const CommandResult plain = run_command("attn attend 'The cat sat down' --causal", folder.path());
  CHECK(walk.exit_code == 0);
  CHECK(walk.out == plain.out);
  CHECK(walk.err == "attn: --step needs a terminal; here is everything at once\n");

  PseudoTerminal terminal(kWalk + " < /dev/null", 200, 80);  // only the output is one
  CHECK(terminal.exit_code() == 0);
  CHECK(terminal.screen().shows("--step needs a terminal"));
}

TEST_CASE("step_through: the tables of an example stand above the walk") {
  Walk walk(60, 80, "attn attend --example kinds-of-attention --step");
  REQUIRE(walk.shows("[INPUT]"));
  CHECK(walk.terminal.screen().shows("encoder-decoder  2014"));
  walk.press("q");
  walk.check_left_in_order();
}

}  // namespace
