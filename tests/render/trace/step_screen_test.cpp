#include "render/trace/step_screen.hpp"

#include <random>

#include "render/rendered.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

constexpr std::size_t kScores = 7, kWeights = 10;  // places among all stages

std::string screen(const Trace& trace, const StepState& state, const Layout& layout = {},
                   std::size_t height = 40) {
  return step_screen(trace, all_stages(trace), state, layout, height);
}

bool has_line(const std::string& text, const std::string& wanted) {
  const auto lines = lines_of(text);
  return std::find(lines.begin(), lines.end(), wanted) != lines.end();
}

Trace tall_trace() {
  std::mt19937 draws(7);
  return scaled_dot_product(problem_of(Projected{
      random_matrix(draws, 30, 3), random_matrix(draws, 20, 3), random_matrix(draws, 20, 5)}));
}

}  // namespace

TEST_CASE("step_screen: names every stage and marks the current one", "[render][step_screen]") {
  const Trace trace = by_hand_trace();
  const std::string text = screen(trace, {.stage = kScores, .cell = {2, 1}});
  CHECK(contains(text, "value  [SCORES]  scaled"));
  CHECK(contains(text, "8/12"));
  CHECK_FALSE(contains(screen(trace, {.stage = 0, .cell = {}}), "[SCORES]"));
}

TEST_CASE("step_screen: the selected cell with its row and column are marked without colour",
          "[render][step_screen]") {
  const std::string text = screen(by_hand_trace(), {.stage = kScores, .cell = {2, 1}});
  CHECK(has_line(
      text, "    The ⎡  1   1  −1   0 ⎤ ⎡    1 >  −1<    1     1 ⎤ ⎡    1    −4    −1    −2 ⎤"));
  CHECK(has_line(
      text, "    sat ⎢>−2<> 1<> 1<>−1<⎥ ⎢    1 >   1<    2     2 ⎥ ⎢   −1 >   1<    0    −3 ⎥"));
  CHECK(has_line(text, "   cell   S[sat, cat] = (−2)⋅(−1) + 1⋅(−2) + 1⋅1 + (−1)⋅0 = 1"));
}

TEST_CASE("step_screen: every view marks the cell without colour", "[render][step_screen]") {
  const Trace trace = by_hand_trace();
  for (const View view : {View::numbers, View::both})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
      Layout layout;
      layout.view = view;
      layout.glyphs = glyphs;
      layout.explain = 0;
      const std::string text = screen(trace, {.stage = kWeights, .cell = {2, 1}}, layout);
      CAPTURE(text);
      CHECK(contains(text, ".506<"));
    }
}

TEST_CASE("step_screen: a heat map marks the cell in the place of its shade",
          "[render][step_screen]") {
  Layout layout;
  layout.view = View::heat;
  CHECK(has_line(screen(by_hand_trace(), {.stage = kWeights, .cell = {2, 1}}, layout),
                 "    sat    ⡀⡀>   <   ⡄⡄    .  1.000   cat   1.020/1.099"));
}

TEST_CASE("step_screen: a given matrix shows the number of its cell", "[render][step_screen]") {
  CHECK(
      has_line(screen(by_hand_trace(), {.stage = 1, .cell = {1, 3}}), "   cell   W_Q[1, 3] = −1"));
}

TEST_CASE("step_screen: the keys stand in the last line and help lists them all",
          "[render][step_screen]") {
  const Trace trace = by_hand_trace();
  StepState state{.stage = kScores, .cell = {}};
  const std::string without = screen(trace, state);
  CHECK(lines_of(without).back() ==
        "   space next  b back  arrows cell  v: auto  e words  1-12 go  ? help  q quit");
  CHECK(without.back() != '\n');
  CHECK_FALSE(contains(without, "previous stage"));
  state.help = true;
  const std::string with = screen(trace, state);
  CHECK(contains(with, "   b, backspace      previous stage\n"));
  CHECK(contains(with, "   1, 2, .. 12       jump to a stage\n"));
  CHECK(contains(with, "   v                 how this stage is drawn: auto, heat, both\n"));
  CHECK(contains(with, "   q, escape         quit; the screen stays\n"));
  CHECK_FALSE(contains(with, "head"));  // there is one alone
  const std::size_t closes = with.find("any key closes");
  CHECK(closes != std::string::npos);
  CHECK(with.find("any key closes", closes + 1) == std::string::npos);
}

TEST_CASE("step_screen: what the keys do stands in one column", "[render][step_screen]") {
  const StepState state{.stage = kScores, .cell = {}, .help = true};
  for (const unsigned width : {kMinWidth, 80u}) {
    Layout layout;
    layout.width = width;
    const std::string text = screen(by_hand_trace(), state, layout);
    const auto lines = lines_of(text);
    CAPTURE(text);
    for (const std::string start : {"   space, n, Tab     next", "   v                 how this",
                                    "   g, G, Home, End   first", "   ?                 this help"})
      CHECK(std::any_of(lines.begin(), lines.end(),
                        [&start](const std::string& line) { return line.starts_with(start); }));
  }
}

TEST_CASE("step_screen: help tells one head from many", "[render][step_screen]") {
  Trace trace;
  for (const std::string group : {"head 0", "head 1"})
    trace.record({.id = "value", .group = group, .symbol = "V", .value = arma::mat{{1, 2}}});
  const std::string text = screen(trace, {.stage = 0, .cell = {}, .help = true});
  CHECK(contains(text, "   1, 2              jump to a stage\n"));
  CHECK(contains(text, "   [, ]              the same stage of the previous or next head\n"));
}

TEST_CASE("views_in_turn: those that look different, the usual one first",
          "[render][step_screen]") {
  using Views = std::vector<std::optional<View>>;
  const Trace trace = by_hand_trace();
  const auto views = [&trace](const std::string& id, const Layout& layout) {
    return views_in_turn(trace, trace.stage(id), layout, {});
  };
  Layout colored;
  colored.color = true;
  CHECK(views("wq", {}) == Views{{}, View::heat, View::both});
  CHECK(views("weights", {}) == Views{{}, View::numbers, View::heat});
  CHECK(views("weights", colored) == Views{{}, View::numbers, View::heat});
  Layout numbers;  // what is shown now makes no difference
  numbers.view = View::numbers;
  CHECK(views("wq", numbers) == views("wq", {}));
}

TEST_CASE("step_screen: rows that are left out have a mark that is no token",
          "[render][step_screen]") {
  std::mt19937 draws(3);
  AttentionProblem problem = problem_of(Projected{
      random_matrix(draws, 12, 2), random_matrix(draws, 12, 2), random_matrix(draws, 12, 2)});
  problem.query_tokens.assign(12, "a");
  problem.query_tokens.back() = ".";
  const Trace trace = scaled_dot_product(problem);
  Layout narrow;
  narrow.width = kMinWidth;
  const std::string text =
      screen(trace, {.stage = trace.stages.size() - 1, .cell = {}}, narrow, 18);
  CAPTURE(text);
  CHECK(contains(text, " .. ⎢    ..     .. ⎥"));
}

TEST_CASE("step_screen: keys stay beside their words", "[render][step_screen]") {
  Layout narrow;
  narrow.width = kMinWidth;
  narrow.view = View::numbers;
  const std::string text = screen(by_hand_trace(), {.stage = kScores, .cell = {}}, narrow);
  CHECK(contains(text,
                 "   space next  b back  arrows cell\n   v: numbers  e words  1-12 go  ? help\n"
                 "   q quit"));
}

TEST_CASE("step_screen: the output keeps its operands at 80 columns", "[render][step_screen]") {
  const Trace trace = by_hand_trace();
  for (arma::uword col = 0; col < 4; ++col) {
    const std::string text =
        screen(trace, {.stage = trace.stages.size() - 1, .cell = {2, col}}, {}, 24);
    CAPTURE(text);
    CHECK(contains(text, " O\n"));
    CHECK(contains(text, "> .186<> .506<> .307<>    .<"));
    CHECK(contains(text, ".. columns left out: "));
    CHECK(contains(text, "cell   O[sat, "));
    CHECK(misfit(text, 80) == "");
  }
}

TEST_CASE("step_screen: reads the row of the cell", "[render][step_screen]") {
  const Trace trace = by_hand_trace();
  for (const auto& [row, query] : {std::pair(1, "cat"), std::pair(2, "sat"), std::pair(3, "down")})
    CHECK(contains(screen(trace, {.stage = kWeights, .cell = {arma::uword(row), 0}}),
                   std::string("read as   \"") + query + "\" gives"));
}

TEST_CASE("step_screen: the arithmetic goes last", "[render][step_screen]") {
  const Trace trace = by_hand_trace();
  for (const std::size_t height : {5, 6, 8, 10, 12, 14, 18}) {
    const std::string text = screen(trace, {.stage = kScores, .cell = {2, 1}}, {}, height);
    CAPTURE(height, text);
    CHECK(contains(text, "   cell   S[sat, cat] = (−2)⋅(−1) + 1⋅(−2) + 1⋅1 + (−1)⋅0 = 1\n"));
    CHECK(lines_of(text).size() <= height);
  }
  const std::string help = screen(trace, {.stage = 0, .cell = {}, .help = true}, {}, 8);
  CHECK(contains(help, "   ..\n"));
}

TEST_CASE("step_screen: in a heat map signs mark the cell, whatever its colour",
          "[render][step_screen]") {
  Layout layout;
  layout.color = true;
  for (const View view : {View::heat, View::both}) {
    layout.view = view;
    for (arma::uword row = 0; row < 4; ++row) {
      const std::string text =
          screen(by_hand_trace(true), {.stage = kWeights, .cell = {row, row}}, layout);
      CAPTURE(text);
      CHECK(contains(text, "\033[7m>"));
    }
  }
}

TEST_CASE("step_screen: never more lines than the height nor wider than the width",
          "[render][step_screen][property]") {
  const Trace traces[] = {by_hand_trace(), tall_trace()};
  for (const Trace& trace : traces)
    for (const unsigned width : {40u, 57u, 80u})
      for (const std::size_t height : {3, 8, 9, 11, 14, 18, 24, 33, 60})
        for (std::size_t stage = 0; stage < trace.stages.size(); ++stage) {
          Layout layout;
          layout.width = width;
          layout.explain = static_cast<int>(height % 3);
          const arma::mat& value = trace.stages[stage].value;
          const StepState state{.stage = stage,
                                .cell = {value.n_rows / 2, value.n_cols - 1},
                                .help = height % 2 == 0};
          const std::string text = screen(trace, state, layout, height);
          CAPTURE(width, height, stage, text);
          CHECK(lines_of(text).size() <= height);
          CHECK(misfit(text, width) == "");
        }
}

TEST_CASE("step_screen: a tall matrix loses rows but never the selected one",
          "[render][step_screen][property]") {
  const Trace trace = tall_trace();
  const auto stages = all_stages(trace);
  for (arma::uword row = 0; row < 30; ++row) {
    const StepState state{.stage = stages.size() - 1, .cell = {row, 2}};
    const std::string text = screen(trace, state, {}, 24);
    CAPTURE(row, text);
    CHECK(contains(text, " q" + std::to_string(row) + " "));
    CHECK(contains(text, "cell   O[q" + std::to_string(row) + ", 2] = "));
    CHECK(lines_of(text).size() <= 24);
  }
}

TEST_CASE("step_screen: a walk back shows what was there", "[render][step_screen]") {
  const Trace trace = by_hand_trace();
  std::vector<std::string> forward;
  for (std::size_t stage = 0; stage < trace.stages.size(); ++stage)
    forward.push_back(screen(trace, {.stage = stage, .cell = {stage % 4, 3 - stage % 4}}));
  for (std::size_t stage = trace.stages.size(); stage-- > 0;)
    CHECK(screen(trace, {.stage = stage, .cell = {stage % 4, 3 - stage % 4}}) == forward[stage]);
}

TEST_CASE("step_screen: colour changes nothing but colour", "[render][step_screen]") {
  const Trace trace = by_hand_trace();
  Layout plain, colored;
  plain.view = colored.view = View::numbers;
  colored.color = true;
  for (std::size_t stage = 0; stage < trace.stages.size(); ++stage) {
    const StepState state{.stage = stage, .cell = {1, 1}};
    std::string expected = screen(trace, state, plain);
    CHECK_FALSE(contains(expected, "\033"));
    for (char& c : expected)
      if (c == '>' || c == '<') c = ' ';
    const std::string visible = without_escapes(screen(trace, state, colored));
    CHECK(without_trailing_spaces(visible) == without_trailing_spaces(expected));
  }
}

TEST_CASE("step_screen: the cell's arithmetic is in view on a usual terminal",
          "[render][step_screen]") {
  for (const bool causal : {false, true}) {
    const Trace trace = by_hand_trace(causal);
    for (std::size_t stage = 0; stage < trace.stages.size(); ++stage) {
      Layout narrow;
      narrow.width = kMinWidth;
      narrow.explain = 2;
      for (const Layout& layout : {Layout{}, narrow}) {
        const std::string text = screen(trace, {.stage = stage, .cell = {1, 1}}, layout, 24);
        CAPTURE(text);
        CHECK(contains(text, "\n   cell   "));
      }
    }
  }
}
