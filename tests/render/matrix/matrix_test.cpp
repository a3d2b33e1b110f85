#include "render/matrix/matrix.hpp"

#include "mechanisms/backward/backward.hpp"
#include "mechanisms/mask/mask.hpp"
#include "render/heads_trace.hpp"
#include "render/rendered.hpp"
#include "render/text/grid.hpp"
#include "render/trace/spelled_out.hpp"
#include "render/trace/trace.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

Stage signed_stage() { return {.id = "waves", .value = {{-1.0, 0.0, 1.0}}}; }

std::vector<std::string> cells_of(const Grid& grid) {
  std::vector<std::string> cells;
  for (arma::uword j = 0; j < grid.n_cols; ++j) cells.push_back(grid.text(0, j, 3));
  return cells;
}

Layout plain_layout() {
  Layout layout;
  layout.glyphs = Glyphs::ascii;
  return layout;
}

Layout painted_layout() {
  Layout layout;
  layout.color = true;
  return layout;
}

TEST_CASE("heat_grid: two columns show a size and a sign, one a place on the scale") {
  using Cells = std::vector<std::string>;
  const Stage stage = signed_stage();
  const Layout plain = plain_layout(), painted = painted_layout();
  CHECK(cells_of(heat_grid(stage, plain, HeatCell::two_columns)) == Cells{"-@", "  ", "@@"});
  CHECK(cells_of(heat_grid(stage, plain, HeatCell::one_column)) == Cells{" ", "*", "@"});
  CHECK(cells_of(heat_grid(stage, painted, HeatCell::two_columns)) == Cells{"- ", "  ", "  "});
  CHECK(cells_of(heat_grid(stage, painted, HeatCell::one_column)) == Cells{"-", " ", " "});
}

TEST_CASE("heat_grid: of weights, a tone is the weight, and what is blocked a dot") {
  Stage weights{.id = "weights", .value = {{0.5, 0.0, 1.0}}, .rule = Softmax{"masked"}};
  weights.blocked = {{0, 1, 0}};
  const Layout plain = plain_layout();
  const Grid grid = heat_grid(weights, plain, HeatCell::one_column);
  CHECK(cells_of(grid) == std::vector<std::string>{"*", ".", "@"});
  CHECK(grid.has_tones);
  CHECK_FALSE(grid.has_swatches);
}

TEST_CASE("heat_grid_for: one column a cell only where all of them fit so and not in two") {
  const Stage stage{.id = "waves", .value = arma::ones(1, 30)};
  const Layout layout = plain_layout();
  CHECK_FALSE(heat_grid_for(stage, layout, 100).has_tones);
  CHECK(heat_grid_for(stage, layout, 40).has_tones);
  CHECK_FALSE(heat_grid_for(stage, layout, 20).has_tones);
}

TEST_CASE("heat_grid: without negative values a tone is a size, and nothing is blank") {
  const Layout plain = plain_layout();
  const Stage sizes{.id = "sizes", .value = {{0.0, 15.0, 30.0}}};
  CHECK(cells_of(heat_grid(sizes, plain, HeatCell::one_column)) ==
        std::vector<std::string>{" ", "*", "@"});
  const Stage zeros{.id = "zeros", .value = {{0.0, 0.0}}};
  CHECK(cells_of(heat_grid(zeros, plain, HeatCell::one_column)) ==
        std::vector<std::string>{" ", " "});
}

TEST_CASE("StageHeat: weights say their share, and what is blocked nothing") {
  const Trace trace = by_hand_trace();
  const StageHeat heat(trace.stage("weights"));
  CHECK(heat(1, 1).kind == Heat::Kind::share);
  CHECK(heat(1, 1).level() == 8);  // .881
  CHECK(heat(1, 2).kind == Heat::Kind::none);
  CHECK(heat.largest() == 1.0);
}

TEST_CASE("StageHeat: other numbers say their size against the largest") {
  const Trace trace = by_hand_trace();
  const StageHeat heat(trace.stage("scores"));
  CHECK(heat.largest() == 4.0);
  CHECK(heat(0, 1).kind == Heat::Kind::signed_value);
  CHECK(heat(0, 1).value == -1.0);
  CHECK(heat(0, 1).level() == 0);
  CHECK(heat(2, 2).level() == 3);  // 0
}

TEST_CASE("StageHeat: zeros alone are no division by zero") {
  const Stage stage{.value = arma::mat(2, 2, arma::fill::zeros)};
  CHECK(StageHeat(stage)(0, 0).value == 0.0);
}

using Lines = std::vector<std::string>;

Layout view_layout(unsigned width, std::optional<View> view = {}, Glyphs glyphs = Glyphs::unicode) {
  Layout layout;
  layout.width = width;
  layout.view = view;
  layout.glyphs = glyphs;
  return layout;
}

MatrixView view_of(const Trace& trace, const std::string& id, const Layout& layout,
                   std::optional<Cell> selected = {}) {
  return matrix_view(trace, trace.stage(id), layout, 0, selected);
}

Trace random_trace(arma::uword n_q, arma::uword n_k) {
  std::mt19937 draws(8);
  return scaled_dot_product(problem_of(Projected{
      random_matrix(draws, n_q, 3), random_matrix(draws, n_k, 3), random_matrix(draws, n_k, 2)}));
}

TEST_CASE("matrix_view: a product stands beside its operands") {
  const MatrixView view = view_of(by_hand_trace(), "query", view_layout(80));
  CHECK(view.shows_operands);
  CHECK(view.block.lines == Lines{"           X               W_Q                 Q         ",
                                  " The ⎡ 1  0  1  0 ⎤ ⎡  0   1  −1   0 ⎤ ⎡  1   1  −1   0 ⎤",
                                  " cat ⎢ 0  2  0  1 ⎥ ⎢  0   0   0  −1 ⎥ ⎢ −1   0   1  −2 ⎥",
                                  " sat ⎢ 1  1  0  2 ⎥ ⎢  1   0   0   0 ⎥ ⎢ −2   1   1  −1 ⎥",
                                  "down ⎣ 0  1  2  0 ⎦ ⎣ −1   0   1   0 ⎦ ⎣  2   0   0  −1 ⎦"});
}

TEST_CASE("matrix_view: a transposed operand has its labels above") {
  const Trace trace = by_hand_trace();
  const MatrixView view = view_of(trace, "scores", view_layout(80, {}, Glyphs::ascii));
  CHECK(view.shows_operands);
  CHECK(contains(view.block.lines[0], " K^T "));
  CHECK(view.block.lines[1] ==
        "                           The   cat   sat  down      The   cat   sat  down  ");
  CHECK(view.block.lines[3] ==
        " cat [ -1   0   1  -2 ] [    1    -2     0    -1 ] [   -2     2     1    -3 ]");
}

TEST_CASE("matrix_view: where the equation does not fit the matrix stands alone") {
  const Trace trace = by_hand_trace();
  const Lines alone{"        The   cat   sat  down  ", " The ⎡    1    −4    −1    −2 ⎤",
                    " cat ⎢   −2     2     1    −3 ⎥", " sat ⎢   −1     1     0    −3 ⎥",
                    "down ⎣    1    −2     2     0 ⎦"};
  const MatrixView narrow = view_of(trace, "scores", view_layout(50));
  CHECK_FALSE(narrow.shows_operands);
  CHECK(narrow.block.lines == alone);
  Layout without = view_layout(80);
  without.operands = false;
  CHECK(view_of(trace, "scores", without).block.lines == alone);
  // Nor where a matrix would lose rows: 40 queries beside 3 columns of keys.
  CHECK_FALSE(view_of(random_trace(40, 3), "scores", view_layout(120)).shows_operands);
}

TEST_CASE("stands_as_equation: whenever the operands are drawn") {
  const Trace plain = by_hand_trace(), heads = heads_trace();
  for (const Trace* trace : {&plain, &heads})
    for (const Stage& stage : trace->stages)
      for (unsigned width = 20; width <= 100; width += 5)
        for (const auto view : {std::optional<View>(), std::optional(View::heat)}) {
          CAPTURE(stage.id, width);
          const Layout layout = view_layout(width, view);
          const bool is_drawn = matrix_view(*trace, stage, layout, 3).shows_operands;
          CHECK(stands_as_equation(*trace, stage, layout, 3) == is_drawn);
          CHECK_FALSE((is_drawn && view.has_value()));
        }
}

TEST_CASE("matrix_view: weights show shades beside shares and facts beside rows") {
  const MatrixView view = view_of(by_hand_trace(), "weights", view_layout(80));
  CHECK(view.shows_swatches);
  CHECK(view.block.lines ==
        Lines{"           The       cat       sat      down     sum  most  entropy/ln n",
              " The  ⣿⣿ 1.000         .         .         .   1.000   The   0.000/0.000",
              " cat   ⡀⡀ .119   ⣿⣿ .881         .         .   1.000   cat   0.365/0.693",
              " sat   ⡀⡀ .186   ⡇⡇ .506   ⡄⡄ .307         .   1.000   cat   1.020/1.099",
              "down   ⡄⡄ .287   ⡀⡀ .064   ⡇⡇ .474   ⡀⡀ .174   1.000   sat   1.193/1.386"});
}

TEST_CASE("matrix_view: weights show shares alone where shades do not fit or tire the eye") {
  const Trace trace = by_hand_trace();
  const Lines shares{"        The    cat    sat   down ", " The  1.000      .      .      . ",
                     " cat   .119   .881      .      . ", " sat   .186   .506   .307      . ",
                     "down   .287   .064   .474   .174 "};
  CHECK(view_of(trace, "weights", view_layout(38)).block.lines == shares);
  CHECK(view_of(trace, "weights", view_layout(38, {}, Glyphs::ascii)).block.lines == shares);
  CHECK_FALSE(view_of(trace, "weights", view_layout(80, {}, Glyphs::ascii)).shows_swatches);
  CHECK_FALSE(view_of(trace, "weights", view_layout(80, View::numbers)).shows_swatches);
}

TEST_CASE("matrix_view: a heat map has a shade for each cell and a dot for each blocked one") {
  const Trace trace = by_hand_trace();
  const MatrixView view = view_of(trace, "weights", view_layout(60, View::heat, Glyphs::ascii));
  CHECK(view.shows_swatches);
  CHECK(view.block.lines == Lines{"       The  cat  sat down    sum  most  entropy/ln n",
                                  " The    @@    .    .    .  1.000   The   0.000/0.000",
                                  " cat    ::   @@    .    .  1.000   cat   0.365/0.693",
                                  " sat    ::   **   ==    .  1.000   cat   1.020/1.099",
                                  "down    ==   ::   **   ::  1.000   sat   1.193/1.386"});
  // Signed values are shaded against the largest, 2 here, and keep their sign.
  CHECK(view_of(trace, "scaled", view_layout(60, View::heat, Glyphs::ascii)).block.lines[1] ==
        " The    ==   -@   -=   -*");
}

TEST_CASE("matrix_view: a heat map too wide for two columns a cell takes one") {
  const Layout layout = view_layout(20, View::heat, Glyphs::ascii);
  Trace trace{.command = "posenc"};
  trace.record({.id = "waves", .value = arma::linspace<arma::rowvec>(-1.0, 1.0, 15)});
  const MatrixView narrow = view_of(trace, "waves", layout);
  CHECK(narrow.shows_tones);
  CHECK(narrow.n_cols_left_out == 0);
  // Blank for −1, full for 1: the sign is a place on the scale.
  CHECK(narrow.block.lines.back() == " ::===***###@@@");
  CHECK_FALSE(view_of(trace, "waves", view_layout(50, View::heat, Glyphs::ascii)).shows_tones);
  // What does not fit even so keeps its wide cells, beside which a gap can be told.
  const MatrixView wider = view_of(trace, "waves", view_layout(12, View::heat, Glyphs::ascii));
  CHECK_FALSE(wider.shows_tones);
  CHECK(wider.n_cols_left_out > 0);
}

TEST_CASE("matrix_view: colour stands behind the numbers") {
  const Trace trace = by_hand_trace();
  Layout layout = view_layout(80);
  layout.color = true;
  const MatrixView view = view_of(trace, "weights", layout);
  CHECK_FALSE(view.shows_swatches);
  CHECK(contains(view.block.lines[2], "\033[48;5;185;38;5;16m  .881 \033[0m"));
  CHECK(contains(view.block.lines[2], "\033[2m     . \033[0m"));  // blocked: no heat
  for (const std::string& line : view.block.lines)
    CHECK(display_width(without_escapes(line)) == view.block.width);
}

TEST_CASE("matrix_view: counts the rows and columns left out") {
  const Trace trace = random_trace(50, 40);
  Layout layout = view_layout(60, View::numbers);
  layout.max_rows = 10;
  const MatrixView view = view_of(trace, "scores", layout);
  CHECK(view.n_rows_left_out == 41);
  CHECK(view.block.lines.size() == 11);
  std::size_t n_numbers = 0;
  for (const char c : view.block.lines[1]) n_numbers += c == '.';
  CHECK(view.n_cols_left_out == 40 - (n_numbers - 2));  // the gap is two points
  const MatrixView whole = view_of(by_hand_trace(), "scores", layout);
  CHECK(whole.n_rows_left_out + whole.n_cols_left_out == 0);
}

TEST_CASE("matrix_view: a selected cell marks what it was made from") {
  const MatrixView view = view_of(by_hand_trace(), "query", view_layout(80), Cell{1, 3});
  CHECK(view.block.lines[2] == " cat ⎢>0<>2<>0<>1<⎥ ⎢  0   0   0 >−1<⎥ ⎢ −1   0   1 >−2<⎥");
  CHECK(view.block.lines[1] == " The ⎡ 1  0  1  0 ⎤ ⎡  0   1  −1 > 0<⎤ ⎡  1   1  −1   0 ⎤");
}

TEST_CASE("matrix_view: a selected cell stays in view and marked") {
  const Trace trace = random_trace(50, 40);
  for (const View view : {View::numbers, View::both})
    for (arma::uword i = 0; i < 50; i += 7)
      for (arma::uword j = 0; j < 40; j += 3) {
        Layout layout = view_layout(60, view);
        layout.max_rows = 9;
        std::size_t n_marked = 0;
        for (const std::string& line : view_of(trace, "weights", layout, Cell{i, j}).block.lines)
          n_marked += contains(line, ">") && line.starts_with(pad_left("q" + std::to_string(i), 3));
        CAPTURE(i, j);
        CHECK(n_marked == 1);
      }
}

TEST_CASE("format_of: weights are shares") {
  const Trace trace = by_hand_trace();
  CHECK(format_of(trace.stage("weights"), Layout{})(0.25) == ".250");
  CHECK(format_of(trace.stage("scaled"), Layout{})(0.25) == "0.250");
  CHECK(format_of(trace.stage("scores"), Layout{})(4) == "4");
}

TEST_CASE("matrix_view: a bias stands between the operands and the result") {
  const Trace trace = heads_trace();
  const MatrixView view = view_of(trace, "query", view_layout(80));
  CHECK(view.shows_operands);
  CHECK(view.block.lines ==
        Lines{"     X            W_Q                 + b_Q                    Q           ",
              "a ⎡ 1  2 ⎤ ⎡  1   0   2  −1 ⎤ [  10   20   30  −40 ] ⎡  17   22   32  −41 ⎤",
              "b ⎣ 0  1 ⎦ ⎣  3   1   0   0 ⎦                        ⎣  13   21   30  −40 ⎦"});
  const MatrixView selected = view_of(trace, "query", view_layout(80), Cell{1, 3});
  CHECK(contains(selected.block.lines[1], ">−40<]"));
  CHECK_FALSE(contains(selected.block.lines[1], "> 10<"));
}

TEST_CASE("small_heat_map: two columns a cell and nothing around") {
  const Trace trace = heads_trace();
  const Stage& head = trace.stage("weights", "head 0");
  const MatrixView map = small_heat_map(head, view_layout(80, {}, Glyphs::ascii), 77);
  CHECK(map.block.lines == Lines{"@@ .", "==##"});
  CHECK(map.block.width == 4);
  CHECK(map.n_rows_left_out + map.n_cols_left_out == 0);

  Layout colored = view_layout(80);
  colored.color = true;
  const MatrixView painted = small_heat_map(head, colored, 77);
  CHECK(contains(painted.block.lines[1], "\033[48;5;"));
  for (const std::string& line : painted.block.lines)
    CHECK(display_width(without_escapes(line)) == 4);
}

TEST_CASE("small_heat_map: counts what it leaves out") {
  const Trace trace = random_trace(30, 50);
  const MatrixView map = small_heat_map(trace.stage("weights"), view_layout(80), 60);
  CHECK(map.block.width <= 60);
  CHECK(map.block.lines.size() == 24);
  CHECK(map.n_rows_left_out == 7);
  CHECK(map.n_cols_left_out >= 50 - 29);
}

TEST_CASE("matrix_view: with few colours shades stand beside the numbers") {
  Layout layout = view_layout(80);
  layout.color = true;
  layout.heat_colors = false;
  const MatrixView view = view_of(by_hand_trace(), "weights", layout);
  CHECK(view.shows_swatches);
  CHECK_FALSE(view.shows_colors);
  CHECK(contains(view.block.lines[1], "⣿⣿ 1.000"));
}

TEST_CASE("matrix_view: facts of rows stand together, beside the matrix or below") {
  for (unsigned width = 40; width <= 80; ++width) {
    const MatrixView view = view_of(by_hand_trace(), "weights", view_layout(width));
    CAPTURE(width);
    const std::string& header =
        view.side_block.lines.empty() ? view.block.lines[0] : view.side_block.lines[0];
    for (const char* fact : {"sum", "most", "entropy"}) CHECK(contains(header, fact));
  }
}

TEST_CASE("matrix_view: says what would show every column") {
  const auto remedy = [](arma::uword n, const Layout& layout) {
    return view_of(random_trace(4, n), "scores", layout).remedy;
  };
  CHECK(remedy(3, view_layout(80)).kind == Remedy::Kind::none);
  CHECK(remedy(20, view_layout(80)).kind == Remedy::Kind::heat);
  CHECK(remedy(50, view_layout(80)).kind == Remedy::Kind::heat);  // one column a cell
  CHECK(remedy(50, view_layout(80, View::heat)).kind == Remedy::Kind::none);
  const Remedy wider = remedy(100, view_layout(80, View::heat));
  CHECK(wider.kind == Remedy::Kind::width);
  CHECK(remedy(100, view_layout(wider.width, View::heat)).kind == Remedy::Kind::none);
  CHECK(remedy(100, view_layout(wider.width - 1, View::heat)).kind == Remedy::Kind::width);
  CHECK(remedy(3000, view_layout(80)).kind == Remedy::Kind::json);
}

TEST_CASE("matrix_view: weights whose numbers leave many columns out are shades alone") {
  const Trace trace = random_trace(4, 20);
  for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
    const Layout narrow = view_layout(60, {}, glyphs);
    const MatrixView view = view_of(trace, "weights", narrow);
    CHECK(view.n_cols_left_out == 0);
    CHECK(view.remedy.kind == Remedy::Kind::none);
    CHECK(view.block.lines ==
          view_of(trace, "weights", view_layout(60, View::heat, glyphs)).block.lines);
    // On a screen of the width that is named the numbers come back.
    REQUIRE(view.numbers.kind == Remedy::Kind::width);
    const auto at = [&](unsigned width) {
      return view_of(trace, "weights", view_layout(width, {}, glyphs));
    };
    CHECK(at(view.numbers.width).numbers.kind == Remedy::Kind::none);
    CHECK(at(view.numbers.width).n_cols_left_out == 0);
    // On one that is hardly narrower a few are left out, and counted.
    CHECK(at(view.numbers.width - 1).numbers.kind == Remedy::Kind::none);
    CHECK(at(view.numbers.width - 1).n_cols_left_out > 0);
  }
  Layout painted = view_layout(60);
  painted.color = true;
  CHECK(view_of(trace, "weights", painted).shows_colors);
  CHECK(view_of(trace, "weights", painted).n_cols_left_out == 0);
}

TEST_CASE("matrix_view: numbers stay where shades alone say less") {
  const Trace trace = random_trace(4, 20);
  const auto has_numbers = [](const MatrixView& view) {
    return view.numbers.kind == Remedy::Kind::none && view.n_cols_left_out > 0;
  };
  CHECK(has_numbers(view_of(trace, "weights", view_layout(80, View::numbers))));  // asked for
  CHECK(has_numbers(view_of(trace, "scores", view_layout(80))));  // sizes, and no shares
  CHECK(has_numbers(view_of(trace, "weights", view_layout(80), Cell{1, 15})));  // one is looked at
  CHECK(
      has_numbers(view_of(random_trace(4, 100), "weights", view_layout(80))));  // nor do these fit
}

TEST_CASE("matrix_view: most names no key where several have the same weight") {
  const auto most_of = [](const arma::mat& W, const std::vector<std::string>& keys) {
    Trace trace;
    trace.record({.id = "weights",
                  .value = W,
                  .rows = {"query", {"q"}},
                  .cols = {"key", keys},
                  .rule = Softmax{"masked"}});
    Layout layout;
    layout.view = View::numbers;
    return matrix_view(trace, trace.stage("weights"), layout, 0).block.lines.back();
  };
  CHECK(contains(most_of({{.4, .2, .4}}, {"x", "y", "z"}), "  x = z  "));
  CHECK(contains(most_of({{.4, .2, .4}}, {"lighthouse", "y", "z"}), "  2 equal  "));
  CHECK(contains(most_of({{.25, .25, .25, .25}}, {"w", "x", "y", "z"}), "  4 equal  "));
  CHECK(contains(most_of({{.2, .7, .1}}, {"x", "y", "z"}), "  y  "));
}

TEST_CASE("matrix_view: a left operand that is turned over") {
  Trace trace = scaled_dot_product(problem_of(
      Projected{arma::mat(1, 1, arma::fill::zeros), arma::vec{1, -1}, {{2, 0}, {4, 1}}}));
  record_backward(trace, {});
  const MatrixView view = view_of(trace, "d_value", view_layout(80));
  CHECK(view.shows_operands);
  CHECK(view.block.lines == Lines{"      Aᵀ          dO           dV       ",
                                  "       q0                               ",
                                  "k0 ⎡ .500 ⎤ q0 [ 1  1 ] ⎡ 0.500  0.500 ⎤",
                                  "k1 ⎣ .500 ⎦             ⎣ 0.500  0.500 ⎦"});
}

Stage cells(arma::mat value) {
  return {.id = "scores",
          .value = std::move(value),
          .rows = {"query", {"a", "b"}},
          .cols = {"key", {"x", "y", "z"}},
          .rule = Given{}};
}

TEST_CASE("largest_of_row: equal ones together, blocked ones never") {
  Stage stage = cells({{1, 3, 3}, {0.1 + 0.2, 0.3, -1}});
  CHECK(largest_of_row(stage, 0) == std::vector<arma::uword>{1, 2});
  CHECK(largest_of_row(stage, 1) == std::vector<arma::uword>{0, 1});  // but for rounding
  stage.blocked = {{0, 1, 1}, {1, 1, 1}};
  CHECK(largest_of_row(stage, 0) == std::vector<arma::uword>{0});
  CHECK(largest_of_row(stage, 1).empty());
}

TEST_CASE("largest_of_row: close is not equal") {
  CHECK(largest_of_row(cells({{1, 1 + 1e-9, 0}, {0, 0, 0}}), 0) == std::vector<arma::uword>{1});
}

TEST_CASE("box_maxima: digits stay aligned") {
  Layout layout;
  layout.view = View::boxes;
  const Stage stage = cells({{1, -3, 2}, {4, 4, 0}});
  const MatrixView view = matrix_view(Trace{}, stage, layout, 3);
  CHECK(view.block.lines == std::vector<std::string>{"      x    y    z  ", "a ⎡  1   −3   [2] ⎤",
                                                     "b ⎣ [4]  [4]   0  ⎦"});
}

TEST_CASE("boxes_legend: rows with several are named") {
  CHECK(boxes_legend(cells({{1, 3, 2}, {4, 5, 0}}), Layout{}) ==
        "   [ ]   the largest cell of its row\n");
  CHECK(in_one_line(boxes_legend(cells({{1, 3, 2}, {4, 4, 0}}), Layout{})) ==
        "[ ] the largest cell of its row; several are equal in 1 of 2 rows, and all are marked: b");
}

Trace mock_trace() {
  const std::vector<std::string> tokens{"<s>", "The", "cat", "sat", "<pad>", "<pad>"};
  return masking({.query_tokens = tokens,
                  .key_tokens = tokens,
                  .pattern = {.causal = true, .padded_keys = {4, 5}, .window = 3}});
}

std::string drawn(const Trace& trace, const Layout& layout) {
  return stage_text(trace, trace.stage("mask"), layout);
}

Trace causal_trace(arma::uword n) {
  const std::vector<std::string> tokens(n, "token");
  return masking({.query_tokens = tokens, .key_tokens = tokens, .pattern = {.causal = true}});
}

TEST_CASE("permission: open cells, letters of reasons, and how many are allowed") {
  const std::string text = drawn(mock_trace(), {});
  CHECK(contains(text,
                 "           <s>    The    cat    sat   <pad>  <pad>   allowed\n"
                 "     <s>    #      c      c      c      c      c           1\n"
                 "     The    #      #      c      c      c      c           2\n"
                 "     cat    #      #      #      c      c      c           3\n"
                 "     sat    w      #      #      #      c      c           3\n"
                 "   <pad>    w      w      #      #      p      c           2\n"
                 "   <pad>    w      w      w      #      p      p           1\n"));
  CHECK(contains(text,
                 "   #   may attend: 12 of 36\n"
                 "   c   the future: 15\n"
                 "   p   padding: 3\n"
                 "   w   outside the window of 3: 6\n"));
  CHECK(misfit(text, 80) == "");
}

TEST_CASE("permission: letters touch where columns would not fit") {
  Layout layout;
  layout.width = 40;
  const std::string text = drawn(causal_trace(20), layout);
  CHECK(contains(text, " #ccccccccccccccccccc "));
  CHECK(contains(text, " ####################  "));
  CHECK(misfit(text, 40) == "");
  layout.width = 200;
  layout.view = View::heat;
  CHECK(contains(drawn(causal_trace(20), layout), " #ccccccccccccccccccc "));
}

TEST_CASE("permission: what is left out has one dot a column") {
  Layout layout;
  layout.max_rows = 5;
  const std::string text = drawn(causal_trace(60), layout);
  CHECK(contains(text, "   .. " + std::string(60, '.') + "\n"));
  CHECK(contains(text, ".. rows left out: 56 of 60"));
}

TEST_CASE("permission: rows keep their names where columns are left out") {
  Layout layout;
  layout.width = 60;
  CHECK(contains(drawn(causal_trace(99), layout), "   tok… #cccc"));
}

TEST_CASE("permission: as numbers it is a matrix") {
  Layout layout;
  layout.view = View::numbers;
  const std::string text = drawn(causal_trace(2), layout);
  CHECK(contains(text, "⎡     1      0 ⎤"));
  CHECK(contains(text, "   1   may attend: 3 of 4\n   0   the future: 1\n"));
}

TEST_CASE("permission: nothing of ours is beyond ASCII") {
  Layout layout;
  layout.glyphs = Glyphs::ascii;
  CHECK(is_ascii(drawn(mock_trace(), layout)));
}

TEST_CASE("permission: a sentence says why") {
  const Trace trace = mock_trace();
  const Stage& mask = trace.stage("mask");
  CHECK(permission_sentence(mask, {3, 0}) ==
        "\"sat\" may not attend to \"<s>\": outside the window of 3.");
  CHECK(permission_sentence(mask, {5, 4}) == "\"<pad>\" may not attend to \"<pad>\": padding.");
  CHECK(permission_sentence(mask, {0, 5}) == "\"<s>\" may not attend to \"<pad>\": the future.");
  CHECK(permission_sentence(mask, {2, 1}) == "\"cat\" may attend to \"The\".");
  CHECK(spelled_out(trace, mask, {3, 0}, {}) ==
        "mask[sat, <s>] = 0. \"sat\" may not attend to \"<s>\": outside the window of 3.");
}

TEST_CASE("permission: a mask that blocks nothing has no letters") {
  const Trace trace =
      masking({.query_tokens = {"a", "b"}, .key_tokens = {"a", "b"}, .pattern = {.window = 9}});
  CHECK(contains(drawn(trace, {}), "   #   may attend: 4 of 4\n"));
  CHECK_FALSE(contains(drawn(trace, {}), "window of 9"));
}

TEST_CASE("beside: blocks of unlike height stand top to top") {
  const Block block = beside({{{"ab", "cd", "ef"}, 2}, {{"1"}, 1}, {{"xyz", "uvw"}, 3}}, 2);
  CHECK(block.lines == std::vector<std::string>{"ab  1  xyz", "cd     uvw", "ef        "});
  CHECK(block.width == 10);
  CHECK(beside({}, 2).width == 0);
}

}  // namespace
