#include "render/drawing/drawing.hpp"

#include "mechanisms/mask/mask.hpp"
#include "render/drawing/drawn.hpp"
#include "render/heads_trace.hpp"
#include "render/rendered.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"

namespace {

Drawing square(double side) {
  Drawing drawing{.width = side, .height = side};
  Shape shape{.stroke_width = 1.0};
  add_rectangle(shape.path, {0, 0, side, side});
  drawing.items.push_back(std::move(shape));
  return drawing;
}

Point corner(const Drawing& drawing, std::size_t i) {
  return std::get<Shape>(drawing.items.at(i)).path.front().to;
}

TEST_CASE("beside: middles at one height") {
  const Drawing row = beside({square(4), square(2)}, 1.0);
  CHECK(row.width == 7.0);
  CHECK(row.height == 4.0);
  CHECK(corner(row, 1).x == 5.0);
  CHECK(corner(row, 1).y == 1.0);
}

TEST_CASE("beside_at_top: tops at one height") {
  CHECK(corner(beside_at_top({square(4), square(2)}, 1.0), 1).y == 0.0);
}

TEST_CASE("stacked: one below the other") {
  const Drawing column = stacked({square(4), square(2)}, 1.0);
  CHECK(column.width == 4.0);
  CHECK(column.height == 7.0);
  CHECK(corner(column, 1).y == 5.0);
  CHECK(stacked({}, 1.0).height == 0.0);
}

TEST_CASE("in_rows: what does not fit goes below") {
  const Drawing rows = in_rows({square(4), square(4), square(4)}, 9.0, 1.0, 2.0);
  CHECK(rows.width == 9.0);
  CHECK(rows.height == 10.0);
  CHECK(corner(rows, 2).x == 0.0);
  CHECK(in_rows({square(4)}, 1.0, 1.0, 2.0).width == 4.0);  // alone it stays
}

TEST_CASE("scaled: places, lines and letters alike") {
  Drawing drawing = square(4);
  put(drawing, text_line("a", 2.0), {1.0, 1.0});
  const Drawing half = scaled(drawing, 0.5);
  CHECK(half.width == 2.0);
  CHECK(std::get<Shape>(half.items[0]).path[1].to.x == 2.0);
  CHECK(std::get<Shape>(half.items[0]).stroke_width == 0.5);
  CHECK(std::get<Text>(half.items[1]).size == 1.0);
}

TEST_CASE("put: a raster moves, too") {
  Drawing page, part;
  part.items.push_back(Raster{.box = {1, 2, 3, 4}});
  put(page, part, {10, 20});
  const Box box = std::get<Raster>(page.items[0]).box;
  CHECK(box.x == 11.0);
  CHECK(box.y == 22.0);
  CHECK(box.width == 3.0);
}

TEST_CASE("paragraph_drawing: as many lines as it takes") {
  const Drawing one = paragraph_drawing("a few words", 2.0, 100.0);
  const Drawing more = paragraph_drawing("a few words", 2.0, 9.0);
  CHECK(words_of(one.items) == std::vector<std::string>{"a few words"});
  CHECK(words_of(more.items).size() > 1);
  CHECK(more.height > one.height);
}

TEST_CASE("paragraph_drawing: wide letters and long words leave it no wider") {
  for (const std::string& text :
       {std::string("WWW MMM WWW MMM WWW MMM"), std::string(300, 'x'), std::string("日本語の文")}) {
    CAPTURE(text);
    CHECK(paragraph_drawing(text, 2.5, 20.0).width <= 20.0);
  }
}

TEST_CASE("text_width: no usual font needs more") {
  CHECK(text_width("", 2.5) == 0.0);
  CHECK(text_width("0", 10.0) == Approx(6.4));
  CHECK(text_width("il", 10.0) < text_width("WM", 10.0) / 3);
  CHECK(text_width("猫が", 10.0) == Approx(20.4));
  CHECK(text_width("−", 10.0) >= 8.38);  // the minus sign is as wide as a plus
  CHECK(text_width("a", 10.0, true) > text_width("a", 10.0));
}

TEST_CASE("text_width: a mark above a letter takes no room") {
  CHECK(text_width("か\xE3\x82\x99", 10.0) == text_width("が", 10.0));
}

TEST_CASE("fitted_text: smaller first, then cut") {
  CHECK(fitted_text("softmax", 100.0, 2.5, 1.5).size == 2.5);
  const FittedText smaller = fitted_text("softmax", 8.0, 2.5, 1.5);
  CHECK(smaller.text == "softmax");
  CHECK(smaller.size < 2.5);
  CHECK(text_width(smaller.text, smaller.size) <= 8.0 + 1e-9);
  const FittedText cut = fitted_text("softmax of scores", 8.0, 2.5, 1.5);
  CHECK(cut.size == 1.5);
  CHECK(cut.text.ends_with("…"));
  CHECK(text_width(cut.text, cut.size) <= 8.0);
}

TEST_CASE("columns_in: at least one") {
  CHECK(columns_in(0.1, 2.5) == 1);
  CHECK(columns_in(15.5, 2.5) == 10);
}

TEST_CASE("one_line: without indents and line ends") {
  CHECK(one_line(" attend   \"a b\"\n   n 4\n\n") == "attend   \"a b\" n 4");
}

TEST_CASE("heading_drawing: each line stays one, and fits") {
  const Drawing heading = heading_drawing(" attend\n   " + std::string(300, 'x') + "\n", 60.0);
  CHECK(words_of(heading.items).size() == 2);
  CHECK(words_of(heading.items).front() == "attend");
  CHECK(heading.width <= 60.0);
}

TEST_CASE("heading_drawing: all of it has one size, however narrow") {
  const std::string title = " attend   \"The cat sat down\"   d_model 4\n   n 4   causal\n";
  for (const double width : {36.0, 50.0, 80.0}) {
    CAPTURE(width);
    const Drawing heading = heading_drawing(title, width);
    for (const Text& text : items_of<Text>(heading.items)) CHECK(text.size == kTitleSize);
    CHECK(heading.width <= width);
    CHECK(says(heading.items, "d_model 4"));  // no line ends inside it
  }
}

TEST_CASE("screen_columns: no fewer than any screen has") {
  CHECK(screen_columns(10.0, 2.9) == 40);
  CHECK(screen_columns(156.0, 2.9) > 80);
}

CellGrid grid_of(const Stage& stage, double gap = 0.0) {
  return {.n_rows = stage.value.n_rows,
          .n_cols = stage.value.n_cols,
          .corner = {10, 20},
          .width = 4,
          .height = 2,
          .gap = gap};
}

Drawing heat_of_stage(const Stage& stage, double gap = 0.0) {
  Drawing drawing;
  put_heat(drawing, grid_of(stage, gap), stage);
  return drawing;
}

// How many rectangles a shape consists of.
std::size_t n_rectangles(const Shape& shape) { return shape.path.size() / 5; }

TEST_CASE("CellGrid: where a cell stands") {
  const CellGrid grid{
      .n_rows = 3, .n_cols = 2, .corner = {10, 20}, .width = 4, .height = 2, .gap = 0.5};
  CHECK(grid.cell(2, 1).x == 14.25);
  CHECK(grid.cell(2, 1).y == 24.25);
  CHECK(grid.cell(2, 1).width == 3.5);
  CHECK(grid.box().right() == 18.0);
  CHECK(grid.box().bottom() == 26.0);
}

TEST_CASE("put_heat: a path for each colour, and hatching where a mask blocks") {
  const Trace trace = by_hand_trace();
  const Drawing drawing = heat_of_stage(trace.stage("weights"), 0.3);
  std::set<int> levels;
  std::size_t n_cells = 0;
  for (const Shape& shape : items_of<Shape>(drawing.items)) {
    if (shape.fill == Shape::Fill::color) levels.insert(shape.color.level);
    if (shape.fill == Shape::Fill::color) n_cells += n_rectangles(shape);
    if (shape.fill == Shape::Fill::hatching) CHECK(n_rectangles(shape) == 6);
  }
  CHECK(n_cells == 10);
  CHECK(levels == std::set<int>{0, 1, 2, 3, 4, 5, 8, 9});
  CHECK(n_filled(drawing.items, Shape::Fill::color) == levels.size());
  CHECK(n_filled(drawing.items, Shape::Fill::hatching) == 1);
}

TEST_CASE("put_heat: neighbours that are alike are one rectangle where cells touch") {
  const Stage stage{.value = arma::mat(3, 5, arma::fill::ones), .rule = Shares{}};
  const Drawing drawing = heat_of_stage(stage);
  CHECK(n_rectangles(items_of<Shape>(drawing.items).front()) == 3);
}

TEST_CASE("put_heat: more than 64 cells on a side are dots") {
  const auto n_rasters = [](arma::uword n) {
    const Stage stage{.value = arma::mat(2, n, arma::fill::ones), .rule = Shares{}};
    return items_of<Raster>(heat_of_stage(stage).items).size();
  };
  CHECK(n_rasters(64) == 0);
  CHECK(n_rasters(65) == 1);
}

TEST_CASE("color_of_cell: what is no number has none") {
  const Stage stage{.value = {{arma::datum::nan, 1.0, arma::datum::inf}}};
  const StageHeat heat(stage);
  CHECK_FALSE(color_of_cell(heat, stage, 0, 0));
  CHECK(color_of_cell(heat, stage, 0, 1) == Color{Color::Kind::signed_value, 6});
  CHECK_FALSE(color_of_cell(heat, stage, 0, 2));
}

TEST_CASE("color_of_cell: of who may attend what is open") {
  const Stage stage{.value = {{1.0, 0.0}}, .rule = Permission{}};
  const StageHeat heat(stage);
  CHECK(color_of_cell(heat, stage, 0, 0) == Color{Color::Kind::open});
  CHECK_FALSE(color_of_cell(heat, stage, 0, 1));
}

TEST_CASE("row_labels: long words are cut, and many of them become fewer") {
  const Axis words{"query", {"cat", std::string(40, 'x')}};
  const AxisLabels labels = row_labels(words, 5.0);
  CHECK(labels.texts.front() == "cat");
  CHECK(labels.texts.back() == std::string(17, 'x') + "…");
  CHECK(labels.stride == 1);
  CHECK(row_labels(words, 0.5).stride > 2);
  CHECK(row_labels({"dim", {}}, 5.0).extent == 0.0);
}

TEST_CASE("column_labels: level where there is room, else upright") {
  const Axis words{"key", {"The", "mat"}};
  CHECK_FALSE(column_labels(words, 10.0).is_upright);
  CHECK(column_labels(words, 3.0).is_upright);
}

TEST_CASE("column_labels: those of a scale stay level and become fewer") {
  const Axis positions{.name = "position", .labels = numbered(100), .is_scale = true};
  const AxisLabels labels = column_labels(positions, 1.0);
  CHECK_FALSE(labels.is_upright);
  CHECK(labels.stride == 5);
}

TEST_CASE("level_column_labels: cut to the column") {
  const AxisLabels labels = level_column_labels({"key", {"attention", "cat"}}, 6.0);
  CHECK(labels.texts.front().ends_with("…"));
  CHECK(text_width(labels.texts.front(), labels.size) <= 6.0);
  CHECK(labels.texts.back() == "cat");
}

TEST_CASE("put_column_labels: each stands above its column") {
  const CellGrid grid{.n_rows = 1, .n_cols = 2, .corner = {10, 20}, .width = 8, .height = 5};
  Drawing drawing;
  put_column_labels(drawing, grid, column_labels({"key", {"a", "b"}}, grid.width));
  const std::vector<Text> texts = items_of<Text>(drawing.items);
  CHECK(texts[0].at.x == 14.0);
  CHECK(texts[1].at.x == 22.0);
  CHECK(texts[0].at.y < 20.0);
}

TEST_CASE("put_row_labels: each ends left of its row") {
  const CellGrid grid{.n_rows = 2, .n_cols = 1, .corner = {10, 20}, .width = 8, .height = 5};
  Drawing drawing;
  put_row_labels(drawing, grid, row_labels({"query", {"a", "b"}}, grid.height));
  const std::vector<Text> texts = items_of<Text>(drawing.items);
  CHECK(texts[0].anchor == Text::Anchor::end);
  CHECK(texts[0].at.x < 10.0);
  CHECK(texts[1].at.y - texts[0].at.y == Approx(5.0));
}

TEST_CASE("round_stride: ends where there is no room at all") {
  CHECK(round_stride(3.0, 1.0) == 5);
  CHECK(round_stride(3.0, 0.0) == 1);
  CHECK(round_stride(3.0, -1.0) == 1);
  CHECK(round_stride(3.0, 1e-300) >= 1'000'000);
}

Layout layout_with(View view) {
  Layout layout;
  layout.view = view;
  return layout;
}

Stage stage_of(arma::mat value, Rule rule = Given{}) {
  return {.value = std::move(value), .rule = std::move(rule)};
}

TEST_CASE("matrix_drawing: numbers as the screen writes them") {
  const Trace trace = by_hand_trace();
  const Drawing drawing = matrix_drawing(trace.stage("output"), {}, 160.0);
  CHECK(says(drawing.items, "−0.119"));
  CHECK(says(drawing.items, "cat"));
  CHECK(n_filled(drawing.items, Shape::Fill::color) == 0);
  Layout precise;
  precise.precision = 5;
  CHECK(says(matrix_drawing(trace.stage("output"), precise, 160.0).items, "−0.11920"));
}

TEST_CASE("matrix_drawing: weights have numbers on colours, and no number where blocked") {
  const Trace trace = by_hand_trace();
  const Drawing drawing = matrix_drawing(trace.stage("weights"), {}, 160.0);
  CHECK(says(drawing.items, ".881"));
  CHECK_FALSE(says(drawing.items, "0.881"));
  CHECK(n_filled(drawing.items, Shape::Fill::hatching) == 1);
  const std::vector<Text> texts = items_of<Text>(drawing.items);
  const auto on_dark = std::find_if(texts.begin(), texts.end(),
                                    [](const Text& text) { return text.text == ".881"; });
  CHECK(on_dark->color.kind == Color::Kind::paper);
}

TEST_CASE("matrix_drawing: each view") {
  const Trace trace = by_hand_trace();
  const Stage& scores = trace.stage("scores");
  const Drawing heat = matrix_drawing(scores, layout_with(View::heat), 160.0);
  CHECK_FALSE(says(heat.items, "−4"));
  CHECK(n_filled(heat.items, Shape::Fill::color) > 3);
  const Drawing both = matrix_drawing(scores, layout_with(View::both), 160.0);
  CHECK(says(both.items, "−4"));
  CHECK(n_filled(both.items, Shape::Fill::color) > 3);
  const Drawing numbers = matrix_drawing(trace.stage("weights"), layout_with(View::numbers), 160);
  CHECK(says(numbers.items, ".881"));
  CHECK(n_filled(numbers.items, Shape::Fill::color) == 0);
}

TEST_CASE("matrix_drawing: boxes around the largest cell of each row") {
  const Trace trace = by_hand_trace();
  const auto n_thick = [&trace](View view) {
    const Drawing drawing = matrix_drawing(trace.stage("scores"), layout_with(view), 160.0);
    std::size_t n = 0;
    for (const Shape& shape : items_of<Shape>(drawing.items))
      if (shape.stroke_width > 0.3) n += shape.path.size() / 5;
    return n;
  };
  CHECK(n_thick(View::boxes) == 4);
  CHECK(n_thick(View::numbers) == 0);
}

TEST_CASE("matrix_drawing: no wider than it may be, by smaller letters, fewer decimals, colours") {
  const Stage stage = stage_of(arma::mat(3, 8, arma::fill::value(1.23456)));
  const double whole = matrix_drawing(stage, {}, 1000.0).width;
  const Drawing smaller = matrix_drawing(stage, {}, 0.8 * whole);
  CHECK(smaller.width <= 0.8 * whole + 1e-9);
  CHECK(says(smaller.items, "1.235"));
  const Drawing fewer = matrix_drawing(stage, {}, 0.57 * whole);
  CHECK(says(fewer.items, "1.23"));
  CHECK_FALSE(says(fewer.items, "1.235"));
  const Drawing colors = matrix_drawing(stage, {}, 20.0);
  CHECK(words_of(colors.items).empty());
  CHECK(colors.width <= 20.0);
}

TEST_CASE("matrix_drawing: more than 24 rows or columns have no numbers") {
  CHECK(words_of(matrix_drawing(stage_of(arma::mat(24, 2, arma::fill::ones)), {}, 160.0).items)
            .size() == 48);
  CHECK(words_of(matrix_drawing(stage_of(arma::mat(25, 2, arma::fill::ones)), {}, 160.0).items)
            .empty());
  CHECK(draws_heat(stage_of(arma::mat(2, 25, arma::fill::ones)), layout_with(View::numbers)));
}

TEST_CASE("matrix_drawing: why a key may not be seen is a letter") {
  const std::vector<std::string> words{"a", "b", "c"};
  MaskProblem problem{.query_tokens = words, .key_tokens = words};
  problem.pattern.causal = true;
  const Trace trace = masking(problem);
  const Drawing drawing = matrix_drawing(trace.stage("mask"), {}, 160.0);
  const std::vector<std::string> texts = words_of(drawing.items);
  CHECK(std::count(texts.begin(), texts.end(), "c") == 3 + 2);  // two are labels
  Stage long_labels = trace.stage("mask");
  long_labels.cols.labels = {"a long word", "another one", "and the last"};
  const std::vector<std::string> narrow = words_of(matrix_drawing(long_labels, {}, 20.0).items);
  CHECK(std::count(narrow.begin(), narrow.end(), "c") == 3 + 1);
  CHECK(n_filled(drawing.items, Shape::Fill::hatching) == 1);
}

TEST_CASE("matrix_drawing: a tall matrix stays on the page") {
  CHECK(matrix_drawing(stage_of(arma::mat(2000, 3, arma::fill::ones)), {}, 160.0).height < 130.0);
}

TEST_CASE("small_map_drawing: colours alone") {
  const Trace trace = by_hand_trace();
  const Drawing map = small_map_drawing(trace.stage("weights"), {}, 20.0);
  CHECK(map.width == 20.0);
  CHECK(map.height == 20.0);
  CHECK(words_of(map.items).empty());
}

TEST_CASE("color_legend: ten steps of shares from 0 to 1") {
  const Trace trace = by_hand_trace();
  const Drawing legend = color_legend(trace.stage("weights"), 60.0);
  CHECK(n_filled(legend.items, Shape::Fill::color) == 10);
  CHECK(words_of(legend.items) == std::vector<std::string>{"0", "0.5", "1"});
  CHECK(misplaced(legend.items, legend.width, legend.height) == "");
}

TEST_CASE("color_legend: no wider than it may be") {
  const Trace trace = by_hand_trace();
  CHECK(color_legend(trace.stage("weights"), 30.0).width <= 30.0);
}

TEST_CASE("color_legend: seven steps to both sides of 0") {
  const Trace trace = by_hand_trace();
  const Drawing legend = color_legend(trace.stage("scores"), 60.0);
  CHECK(n_filled(legend.items, Shape::Fill::color) == 7);
  CHECK(words_of(legend.items) == std::vector<std::string>{"−4", "0", "4"});
}

TEST_CASE("blocked_legends: what several stages share is said once") {
  const Trace trace = by_hand_trace();
  const std::vector<Drawing> legends =
      blocked_legends({&trace.stage("masked"), &trace.stage("weights")}, 160.0);
  REQUIRE(legends.size() == 1);
  CHECK(says(legends.front().items, "may not attend (causal, the future: 6)"));
  CHECK(n_filled(legends.front().items, Shape::Fill::hatching) == 1);
  CHECK(blocked_legends({&trace.stage("scores")}, 160.0).empty());
}

TEST_CASE("blocked_legends: each letter of a mask") {
  const std::vector<std::string> words{"a", "b", "c", "d"};
  MaskProblem problem{.query_tokens = words, .key_tokens = words};
  problem.pattern.causal = true;
  problem.pattern.window = 2;
  const Trace trace = masking(problem);
  const std::vector<Drawing> legends = blocked_legends({&trace.stage("mask")}, 160.0);
  REQUIRE(legends.size() == 3);
  CHECK(says(legends[0].items, "may attend: 7 of 16"));
  CHECK(words_of(legends[1].items).front() == "c");
  CHECK(words_of(legends[2].items).front() == "w");
}

TEST_CASE("color_legend: weights of a scale that ends before 1") {
  const Trace trace = by_hand_trace();
  const auto words = [&trace](ShareScale scale) {
    const Drawing legend = color_legend(trace.stage("weights"), 60.0, scale);
    CHECK(misplaced(legend.items, legend.width, legend.height) == "");
    return words_of(legend.items);
  };
  CHECK(words({0.026, false}) == std::vector<std::string>{"0", "0.013", "0.026"});
  CHECK(words({0.026, true}) == std::vector<std::string>{"0", "0.013", "≥ 0.026"});
}

Stage weights_of(arma::mat value) {
  return {.id = "weights", .value = std::move(value), .rule = Softmax{"masked"}};
}

Stage even_weights(arma::uword n) {
  return weights_of(arma::mat(n, n, arma::fill::value(1.0 / static_cast<double>(n))));
}

TEST_CASE("share_scale_of: small texts keep the scale from 0 to 1") {
  const Stage small = even_weights(24), large = even_weights(25);
  CHECK(share_scale_of({&small}).darkest == 1.0);
  CHECK(share_scale_of({&large, &small}).darkest == 1.0);
  CHECK(share_scale_of({}).darkest == 1.0);
}

TEST_CASE("share_scale_of: that of a long text ends at its strong weights, rounded up") {
  const Stage even = even_weights(512);
  CHECK(share_scale_of({&even}).darkest == Approx(0.002));
  CHECK_FALSE(share_scale_of({&even}).is_exceeded);
  arma::mat value(100, 100, arma::fill::value(0.008));
  value.col(3).fill(0.0123);
  const Stage uneven = weights_of(value);
  CHECK(share_scale_of({&uneven}).darkest == Approx(0.013));
}

TEST_CASE("share_scale_of: a few great weights do not hide the others") {
  arma::mat causal(512, 512, arma::fill::zeros);
  for (arma::uword i = 0; i < causal.n_rows; ++i)
    causal.row(i).head(i + 1).fill(1.0 / static_cast<double>(i + 1));
  const Stage stage = weights_of(causal);
  CHECK(share_scale_of({&stage}).darkest == Approx(0.014));  // ln 512 / 512 and a little
  CHECK(share_scale_of({&stage}).is_exceeded);
}

TEST_CASE("share_scale_of: where one map is dark on 0 to 1, all keep it") {
  const Stage even = even_weights(100), sharp = weights_of(arma::mat(100, 100, arma::fill::eye));
  CHECK(share_scale_of({&even}).darkest == Approx(0.01));
  CHECK(share_scale_of({&even, &sharp}).darkest == 1.0);
}

Curves two_curves() {
  return {.values = {{0.0, 1.0}, {1.0, -1.0}, {0.0, 1.0}},
          .names = {"dim 0", "dim 1"},
          .remarks = {"every 4", "every 8"},
          .axis = "position",
          .places = numbered(3),
          .lowest = -1.0,
          .highest = 1.0};
}

std::vector<Shape> lines_of_curves(const Drawing& drawing) {
  std::vector<Shape> lines;
  for (const Shape& shape : items_of<Shape>(drawing.items))
    if (shape.stroke.kind == Color::Kind::curve) lines.push_back(shape);
  return lines;
}

TEST_CASE("waves_drawing: a band for each curve, all on one scale") {
  const Drawing drawing = waves_drawing(two_curves(), 100.0);
  for (const std::string words : {"dim 0", "every 8", "position", "0", "1", "2"})
    CHECK(says(drawing.items, words));
  const std::vector<Shape> lines = lines_of_curves(drawing);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].path[1].to.y < lines[0].path[0].to.y);  // upwards
  CHECK(lines[1].path[1].to.y > lines[1].path[0].to.y);
  CHECK(lines[0].path[1].to.x == Approx((lines[0].path[0].to.x + lines[0].path[2].to.x) / 2));
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
}

TEST_CASE("waves_drawing: names beside curves have one size") {
  Curves curves = two_curves();
  curves.remarks[1] = "every 1234567.89";
  std::vector<double> sizes;
  for (const Text& text : items_of<Text>(waves_drawing(curves, 50.0).items))
    if (text.text.starts_with("every")) sizes.push_back(text.size);
  REQUIRE(sizes.size() == 2);
  CHECK(sizes[0] == sizes[1]);
}

TEST_CASE("waves_drawing: what is no number leaves a gap") {
  Curves curves = two_curves();
  curves.values(1, 0) = arma::datum::nan;
  const Shape line = lines_of_curves(waves_drawing(curves, 100.0)).front();
  REQUIRE(line.path.size() == 2);
  CHECK(line.path[1].kind == Step::Kind::move);
}

TEST_CASE("waves_drawing: each cell of a carpet lies below its point") {
  constexpr arma::uword kPlaces = 17, kHot = 12;
  arma::mat values(kPlaces, 2, arma::fill::zeros);
  values(kHot, 1) = 1.0;
  Curves curves = two_curves();
  curves.values = values;
  curves.places = numbered(kPlaces);
  const Stage stage{.value = values,
                    .rows = {.name = "position", .labels = curves.places, .is_scale = true},
                    .cols = {"dim", numbered(2)}};
  const Drawing drawing = waves_drawing(curves, 100.0, &stage);
  CHECK(drawing.height > waves_drawing(curves, 100.0).height);
  CHECK(drawing.width <= 100.0 + 1e-9);
  const Shape line = lines_of_curves(drawing).front();
  const std::vector<Shape> shapes = items_of<Shape>(drawing.items);
  const Color hottest{Color::Kind::signed_value, 6};
  const auto hot = std::find_if(shapes.begin(), shapes.end(), [&hottest](const Shape& shape) {
    return shape.fill == Shape::Fill::color && shape.color == hottest;
  });
  REQUIRE(hot != shapes.end());
  const double middle = (hot->path[0].to.x + hot->path[1].to.x) / 2;
  CHECK(middle == Approx(line.path[kHot].to.x).margin(0.1));
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
}

TEST_CASE("waves_drawing: hundreds of places have few labels") {
  Curves curves{.values = arma::mat(512, 1, arma::fill::randu),
                .names = {"dim 0"},
                .axis = "position",
                .places = numbered(512),
                .lowest = 0,
                .highest = 1};
  const Drawing drawing = waves_drawing(curves, 80.0);
  CHECK(says(drawing.items, "500"));
  CHECK(words_of(drawing.items).size() < 14);
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
}

TEST_CASE("waves_drawing: labels stand at round places, evenly") {
  const auto labels_of = [](arma::uword n, arma::uword first, double width) {
    Curves curves{.values = arma::mat(n, 1, arma::fill::randu),
                  .names = {"dim"},
                  .axis = "position",
                  .places = {},
                  .highest = 1};
    for (arma::uword i = 0; i < n; ++i) curves.places.push_back(std::to_string(first + i));
    std::vector<std::string> words = words_of(waves_drawing(curves, width).items);
    std::erase_if(words,
                  [](const std::string& word) { return word == "dim" || word == "position"; });
    return words;
  };
  using Words = std::vector<std::string>;
  CHECK(labels_of(64, 0, 160.0) == Words{"0", "10", "20", "30", "40", "50", "60"});
  CHECK(labels_of(20, 0, 160.0) == Words{"0", "2", "4", "6", "8", "10", "12", "14", "16", "18"});
  CHECK(labels_of(64, 0, 36.0) == Words{"0", "20", "40", "60"});
  CHECK(labels_of(30, 13, 100.0) == Words{"15", "20", "25", "30", "35", "40"});
  CHECK(labels_of(1, 0, 100.0) == Words{"0"});
}

TEST_CASE("waves_drawing: words of any length leave room for the curves") {
  for (const std::size_t length : {20, 60, 400}) {
    Curves curves = two_curves();
    curves.places = {std::string(length, 'a'), "7", std::string(length, '9')};
    for (const double width : {40.0, 160.0}) {
      INFO(length << " " << width);
      const Drawing drawing = waves_drawing(curves, width);
      CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
      CHECK(drawing.width == width);
      const std::vector<Point> ends{lines_of_curves(drawing)[0].path.front().to,
                                    lines_of_curves(drawing)[0].path.back().to};
      CHECK(ends[1].x - ends[0].x > 0.2 * width);
    }
  }
}

Chart small_chart() {
  return {.x_name = "tokens",
          .y_name = "FLOP",
          .x_ticks = {{0, "512"}, {0.5, "8K"}, {1, "128K"}},
          .y_ticks = {{0, "0"}, {1, "10"}},
          .curves = {{"one", {{{0, 0}, {1, 1}}}}, {"other", {{{0, 0.5}, {1, 0.99}}}}},
          .marks = {{0.25, "here"}},
          .levels = {{0.98, "chance"}}};
}

TEST_CASE("chart_drawing: names, ticks, marks and levels, none upon another") {
  for (const double width : {40.0, 80.0, 160.0}) {
    CAPTURE(width);
    const Drawing drawing = chart_drawing(small_chart(), width);
    for (const std::string words : {"tokens", "FLOP", "512", "128K", "one", "other", "here"})
      CHECK(says(drawing.items, words));
    CHECK(drawing.width == width);
    CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
  }
}

TEST_CASE("chart_drawing: curves are told apart without colours, too") {
  const Drawing drawing = chart_drawing(small_chart(), 100.0);
  std::vector<std::vector<double>> dashes;
  for (const Shape& shape : items_of<Shape>(drawing.items))
    if (shape.stroke.kind == Color::Kind::curve) dashes.push_back(shape.dashes);
  REQUIRE(dashes.size() == 2);
  CHECK(dashes[0].empty());
  CHECK_FALSE(dashes[1].empty());
}

TEST_CASE("chart_drawing: labels that would touch are left out, the last one stays") {
  Chart chart = small_chart();
  chart.x_ticks.clear();
  for (int i = 0; i <= 100; ++i) chart.x_ticks.push_back({i / 100.0, std::to_string(1000 + i)});
  const Drawing drawing = chart_drawing(chart, 80.0);
  CHECK(says(drawing.items, "1000"));
  CHECK(says(drawing.items, "1100"));
  CHECK(words_of(drawing.items).size() < 30);
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
}

TEST_CASE("chart_drawing: what labels are left stand evenly") {
  Chart chart = small_chart();
  chart.marks.clear();
  chart.x_ticks = {{0, "0"}, {0.2, "20"}, {0.4, "40"}, {0.6, "60"}, {0.8, "80"}, {1, "100"}};
  const auto labels_of = [&chart](double width) {
    std::string labels;
    for (const Chart::Tick& tick : chart.x_ticks)
      for (const Text& text : items_of<Text>(chart_drawing(chart, width).items))
        if (text.text == tick.label && text.anchor == Text::Anchor::middle)
          labels += tick.label + " ";
    return labels;
  };
  CHECK(labels_of(80.0) == "0 20 40 60 80 100 ");
  CHECK(labels_of(26.0) == "0 40 80 ");
}

TEST_CASE("chart_drawing: names that have no room beside it stand below") {
  Chart chart = small_chart();
  chart.curves[0].name = "a long name";
  const auto place_of = [&chart](double width, const std::string& words) {
    const Drawing drawing = chart_drawing(chart, width);
    CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
    for (const Text& text : items_of<Text>(drawing.items))
      if (text.text == words) return text;
    FAIL(words << " is not there");
    return Text{};
  };
  CHECK(place_of(160.0, "other").at.x > place_of(160.0, "128K").at.x);
  for (const std::string name : {"a long name", "other", "chance"}) {
    CHECK(place_of(40.0, name).at.y > place_of(40.0, "tokens").at.y);
    CHECK(place_of(40.0, name).size >= 2.3);
  }
}

TEST_CASE("chart_drawing: what a mark means stays off the axis") {
  Chart chart = small_chart();
  chart.marks = {{0.6, "tokens 57,256"}};
  for (const double width : {36.0, 80.0}) {
    CAPTURE(width);
    const Drawing drawing = chart_drawing(chart, width);
    for (const Text& text : items_of<Text>(drawing.items))
      if (text.text == "tokens 57,256") CHECK(box_of(text).x > 5.0);
    CHECK(says(drawing.items, "tokens 57,256"));
    CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
  }
}

TEST_CASE("chart_drawing: a line with a gap, and a single point") {
  const Chart chart{.curves = {{"a", {{{0, 0}, {0.2, 0.2}}, {{1, 1}}}}}};
  std::size_t n_lines = 0;
  for (const Shape& shape : items_of<Shape>(chart_drawing(chart, 80.0).items))
    if (shape.stroke.kind == Color::Kind::curve) ++n_lines;
  CHECK(n_lines == 2);
}

TEST_CASE("chart_of: places by their logarithms, as on the screen") {
  const Plot plot{.x_name = "tokens",
                  .y_name = "FLOP",
                  .places = {10, 100, 1000},
                  .curves = {{"all", {1, 10, 100}}},
                  .marks = {100}};
  const Chart chart = chart_of(plot);
  CHECK(chart.x_ticks.at(1).share == Approx(0.5));
  CHECK(chart.x_ticks.at(2).label == "1,000");
  CHECK(chart.curves.front().strokes.front().at(1).y == Approx(0.5));
  CHECK(chart.marks.front().share == Approx(0.5));
  CHECK(chart.marks.front().label == "tokens 100");
}

TEST_CASE("chart_of: a zero that has no logarithm leaves a gap") {
  const Plot plot{.places = {10, 100, 1000, 10000}, .curves = {{"all", {5, 0, 7, 8}}}};
  const Chart chart = chart_of(plot);
  REQUIRE(chart.curves.front().strokes.size() == 2);
  CHECK(chart.curves.front().strokes[0].size() == 1);
  CHECK(chart.curves.front().strokes[1].size() == 2);
}

Stage weights_of(arma::mat value, std::vector<std::string> queries, std::vector<std::string> keys) {
  return {.id = "weights",
          .value = std::move(value),
          .rows = {"query", std::move(queries)},
          .cols = {"key", std::move(keys)},
          .rule = Shares{}};
}

Stage one_link() {
  return weights_of({{1, 0, 0}, {0.1, 0.1, 0.8}, {0.4, 0.3, 0.3}}, {"a", "b", "c"},
                    {"a", "b", "c"});
}

// The arcs: shapes with a curve in them.
std::vector<Shape> curves_in(const Drawing& drawing) {
  std::vector<Shape> curves;
  for (const Shape& shape : items_of<Shape>(drawing.items))
    for (const Step& step : shape.path)
      if (step.kind == Step::Kind::curve) curves.push_back(shape);
  return curves;
}

TEST_CASE("arcs_drawing: words in order, and an arc with its weight") {
  const Drawing drawing = arcs_drawing(one_link(), {}, 160.0);
  const std::vector<Shape> arcs = curves_in(drawing);
  REQUIRE(arcs.size() == 1);
  CHECK(arcs[0].path[0].to.x < arcs[0].path[1].to.x);     // to a later word ..
  CHECK(arcs[0].path[1].first.y > arcs[0].path[0].to.y);  // .. below the line
  CHECK(says(drawing.items, ".800"));
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
}

TEST_CASE("arcs_drawing: the arcs of one query alone") {
  CHECK(curves_in(arcs_drawing(one_link(), {}, 160.0, 1)).size() == 1);
  CHECK(curves_in(arcs_drawing(one_link(), {}, 160.0, 0)).empty());
}

TEST_CASE("arcs_drawing: the larger the thicker") {
  const Stage stage = weights_of({{0, .9, .1, 0}, {0, 0, 0, 1}, {.3, .3, .3, .1}, {0, 0, .6, .4}},
                                 numbered(4), numbered(4));
  const std::vector<Shape> arcs = curves_in(arcs_drawing(stage, {}, 160.0));
  REQUIRE(arcs.size() == 3);
  std::vector<double> widths;
  for (const Shape& arc : arcs) widths.push_back(arc.stroke_width);
  CHECK(*std::min_element(widths.begin(), widths.end()) <
        *std::max_element(widths.begin(), widths.end()));
}

TEST_CASE("arcs_drawing: many words stand in a column") {
  std::vector<std::string> words;
  for (int i = 0; i < 40; ++i) words.push_back("word " + std::to_string(i));
  arma::mat weights(40, 40, arma::fill::zeros);
  for (arma::uword i = 0; i < 40; ++i) weights(i, (i * 7) % 40) = 1.0;
  const Drawing drawing = arcs_drawing(weights_of(weights, words, words), {}, 84.0);
  CHECK(drawing.width <= 84.0 + 1e-9);
  CHECK(drawing.height > drawing.width);
}

TEST_CASE("arcs_drawing: two sentences stand side by side") {
  const Stage stage =
      weights_of({{0.9, 0.05, 0.05}, {0.2, 0.4, 0.4}}, {"le", "chat"}, {"the", "cat", "sat"});
  const Drawing drawing = arcs_drawing(stage, {}, 160.0);
  const std::vector<Text> words = items_of<Text>(drawing.items);
  REQUIRE(words.size() == 5);
  CHECK(words[0].at.x < words[2].at.x);
  CHECK(curves_in(drawing).size() == 1);
}

TEST_CASE("heads_drawing: each map has its name above and its means below") {
  const Trace trace = heads_trace();
  const Drawing drawing = heads_drawing(trace.in_every_group("weights"), {}, 160.0);
  for (const std::string words : {"head 0", "head 1", "entropy", "on itself", "on the first"})
    CHECK(says(drawing.items, words));
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
  Layout bare;
  bare.explain = 0;
  CHECK_FALSE(says(heads_drawing(trace.in_every_group("weights"), bare, 160.0).items, "entropy"));
}

TEST_CASE("heads_drawing: as many in a row as fit, in rows of one length") {
  const Trace trace = heads_trace();
  const std::vector<const Stage*> four(4, &trace.stage("weights", "head 0"));
  const auto n_names_at_top = [&four](double width) {
    std::size_t n = 0;
    for (const Text& text : items_of<Text>(heads_drawing(four, {}, width).items))
      if (text.is_bold && text.at.y < 5.0) ++n;
    return n;
  };
  CHECK(n_names_at_top(160.0) == 4);
  CHECK(n_names_at_top(80.0) == 2);
  CHECK(n_names_at_top(36.0) == 1);
}

TEST_CASE("heads_drawing: not wider than it may be") {
  const Trace trace = heads_trace();
  for (const double width : {36.0, 80.0, 156.0})
    CHECK(heads_drawing(trace.in_every_group("weights"), {}, width).width <= width);
}

TEST_CASE("equations_of: products of what was computed, and what lies between") {
  const Trace trace = by_hand_trace();
  const Equations equations = equations_of(trace, {}, 160.0);
  REQUIRE(equations.rows.size() == 3);
  CHECK(says(equations.rows[0].items, "Kᵀ"));
  CHECK(says(equations.rows[1].items, "A = softmax(masked)"));
  CHECK(says(equations.rows[2].items, ".881"));
  std::vector<std::string> ids;
  for (const Stage* stage : equations.stages) ids.push_back(stage->id);
  CHECK(ids == std::vector<std::string>{"query", "key", "scores", "weights", "value", "output"});
}

TEST_CASE("equations_of: without words there is no line between") {
  const Trace trace = by_hand_trace();
  Layout layout;
  layout.explain = 0;
  CHECK(equations_of(trace, layout, 160.0).rows.size() == 2);
}

TEST_CASE("equations_of: none where one of them has no room") {
  const Trace trace = by_hand_trace();
  CHECK(equations_of(trace, {}, 100.0).rows.size() == 3);
  CHECK(equations_of(trace, {}, 50.0).rows.empty());
}

TEST_CASE("equations_of: all in one size, and none too small to read") {
  const Trace trace = by_hand_trace();
  for (double width = 80.0; width < 160.0; width += 5.0) {
    CAPTURE(width);
    std::set<double> sizes;  // of symbols
    for (const Drawing& row : equations_of(trace, {}, width).rows)
      for (const Text& text : items_of<Text>(row.items)) {
        CHECK(text.size > kLeastTextSize - 1e-9);
        if (text.is_bold) sizes.insert(text.size);
      }
    CHECK(sizes.size() <= 1);
  }
}

TEST_CASE("is_product_of_computed: projections are products with parameters") {
  const Trace trace = by_hand_trace();
  CHECK_FALSE(is_product_of_computed(trace, trace.stage("query")));
  CHECK(is_product_of_computed(trace, trace.stage("scores")));
  CHECK_FALSE(is_product_of_computed(trace, trace.stage("weights")));
  CHECK(equations_of(heads_trace(), {}, 160.0).rows.empty());
}

}  // namespace
