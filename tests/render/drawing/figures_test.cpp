#include "render/drawing/figures.hpp"

#include "mechanisms/attention/attention.hpp"
#include "render/drawing/drawing.hpp"
#include "render/drawing/drawn.hpp"
#include "render/figure/figure.hpp"
#include "render/heads_trace.hpp"
#include "render/rendered.hpp"
#include "render/sheet_trace.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/rounds.hpp"

TEST_CASE("finished_figure: as wide as its drawing, or exactly as wide as was said") {
  const Drawing drawing{.width = 60, .height = 30};
  CHECK(finished_figure(drawing, {}, "t", "d").width == 64.0);
  CHECK(finished_figure(drawing, {84.0, true}, "t", "d").width == 84.0);
  CHECK(finished_figure(drawing, {}, "t", "d").height == 34.0);
  CHECK(finished_figure(Drawing{.width = 3, .height = 3}, {}, "", "").width == kLeastFigureWidth);
}

TEST_CASE("finished_figure: a narrow drawing stands in the middle") {
  Drawing drawing{.width = 60, .height = 30};
  drawing.items.push_back(Text{.at = {0, 0}, .text = "a", .size = 2});
  const Figure figure = finished_figure(drawing, {100.0, true}, "t", "d");
  CHECK(items_of<Text>(figure.items).front().at.x == 20.0);
  CHECK(figure.language == "en");
}

TEST_CASE("width_inside: what is left between the margins") {
  const Drawing drawing{.width = width_inside(84.0), .height = 1};
  CHECK(finished_figure(drawing, {84.0, false}, "", "").width == 84.0);
}

namespace {

Layout overview_layout() {
  Layout layout;
  layout.is_overview = true;
  return layout;
}

// Attention over n words of one letter each, where nothing but the number of words matters.
Trace trace_of_words(arma::uword n, bool causal = true) {
  arma::arma_rng::set_seed(1);
  const arma::mat X(n, 4, arma::fill::randu), W(4, 4, arma::fill::eye);
  AttentionProblem problem{.tensors = Embedded{.X = X, .memory = {}, .W_Q = W, .W_K = W, .W_V = W},
                           .query_tokens = numbered(n),
                           .key_tokens = numbered(n)};
  problem.causal = causal;
  return scaled_dot_product(problem);
}

std::string misplaced_in(const Figure& figure) {
  return misplaced(figure.items, figure.width, figure.height);
}

TEST_CASE("trace_figure: an overview of attention is two equations") {
  const Trace trace = by_hand_trace();
  const Figure figure = trace_figure(trace, all_stages(trace), overview_layout(), {});
  const std::vector<std::string> words = words_of(figure.items);
  for (const std::string symbol : {"Q", "Kᵀ", "S", "A", "V", "O", "·", "="})
    CHECK(std::count(words.begin(), words.end(), symbol) >= 1);
  CHECK(says(figure.items, "A = softmax(masked)"));
  CHECK(says(figure.items, ".881"));
  CHECK(says(figure.items, "may not attend (causal, the future: 6)"));
  CHECK(contains(figure.title, "The cat sat down"));
  CHECK(contains(figure.description, "weights"));
  CHECK(misplaced_in(figure) == "");
}

TEST_CASE("trace_figure: a single stage stands under its name") {
  const Trace trace = by_hand_trace();
  const Figure figure = trace_figure(trace, {&trace.stage("weights")}, {}, {});
  CHECK(says(figure.items, "weights"));
  CHECK(says(figure.items, "(query 4, key 4)"));
  CHECK(contains(figure.description, "attention"));
  CHECK(misplaced_in(figure) == "");
}

TEST_CASE("trace_figure: fewer words where that was asked for") {
  const Trace trace = by_hand_trace();
  Layout layout;
  layout.explain = 0;
  const Figure bare = trace_figure(trace, {&trace.stage("weights")}, layout, {});
  CHECK_FALSE(says(bare.items, "softmax"));
  CHECK_FALSE(says(bare.items, "may not attend"));
  layout.explain = 2;
  const Figure full = trace_figure(trace, {&trace.stage("weights")}, layout, {});
  CHECK(says(full.items, "Each row is one query's attention"));
}

TEST_CASE("trace_figure: heads of a first look are small maps") {
  const Trace trace = heads_trace();
  const Figure figure = trace_figure(trace, trace.in_every_group("weights"), overview_layout(), {});
  for (const std::string words : {"head 0", "head 1", "entropy", "One small map a head"})
    CHECK(says(figure.items, words));
  CHECK_FALSE(says(figure.items, ".250"));
  CHECK(misplaced_in(figure) == "");
}

TEST_CASE("trace_figure: it is as wide as was said, and no text meets another") {
  Sample sample(4);
  for (const arma::uword n : {1, 2, 4, 7, 12, 24, 25, 40, 70})
    for (const double width : {40.0, 84.0, 160.0})
      for (const bool is_overview : {false, true}) {
        if (!sample.takes_next()) continue;
        CAPTURE(n, width, is_overview);
        const Trace trace = trace_of_words(n);
        Layout layout;
        layout.is_overview = is_overview;
        const Figure figure = trace_figure(trace, all_stages(trace), layout, {width, true});
        CHECK(figure.width == width);
        CHECK(misplaced_in(figure) == "");
      }
}

TEST_CASE("trace_figure: many cells take few bytes") {
  const auto bytes_of = [](arma::uword n) {
    const Trace trace = trace_of_words(n, false);
    return svg_text(trace_figure(trace, {&trace.stage("weights")}, {}, {})).size();
  };
  CHECK(bytes_of(24) < 60'000);    // with numbers
  CHECK(bytes_of(64) < 200'000);   // a path for each colour
  CHECK(bytes_of(300) < 150'000);  // dots
}

TEST_CASE("trace_figure: the same trace gives the same bytes") {
  const Trace trace = by_hand_trace();
  const auto written = [&trace] {
    return svg_text(trace_figure(trace, all_stages(trace), overview_layout(), {}));
  };
  CHECK(written() == written());
}

TEST_CASE("trace_figure: what a terminal cannot show is no matter") {
  const Trace trace = by_hand_trace();
  Layout poor = overview_layout(), rich = overview_layout();
  poor.glyphs = Glyphs::ascii;
  rich.color = true;
  CHECK(svg_text(trace_figure(trace, all_stages(trace), poor, {})) ==
        svg_text(trace_figure(trace, all_stages(trace), rich, {})));
}

TEST_CASE("trace_figure: the weights of a long text are told apart") {
  const auto drawn_of = [](arma::uword n) {
    const Trace trace = trace_of_words(n, false);
    return trace_figure(trace, {&trace.stage("weights")}, {}, {});
  };
  const auto levels_of = [](const std::vector<Item>& items) {
    std::set<int> levels;
    for (const Raster& raster : items_of<Raster>(items))
      for (const Color& color : raster.cells) levels.insert(color.level);
    return levels.size();
  };
  CHECK(levels_of(drawn_of(300).items) > 3);
  CHECK(says(drawn_of(300).items, "≥ 0.00"));
  CHECK(says(drawn_of(24).items, "0.5"));
}

TEST_CASE("sheet_figure: what the maps and the letters below them are") {
  const Trace trace = sheet_trace(2, 4);
  for (const double width : {40.0, 84.0, 160.0}) {
    CAPTURE(width);
    const Figure figure = sheet_figure(trace, {}, {width, true});
    CHECK(says(figure.items, "Each head in small"));
    CHECK(says(figure.items, "0.5"));
    CHECK_FALSE(says(figure.items, "Dots."));
    CHECK(misplaced(figure.items, figure.width, figure.height) == "");
  }
  CHECK(says(sheet_figure(trace, {}, {}).items, "Below each: what it does."));
  Layout bare;
  bare.explain = 0;
  CHECK_FALSE(says(sheet_figure(trace, bare, {}).items, "Each head in small"));
}

TEST_CASE("sheet_figure: heads in an order of their own") {
  Trace trace = sheet_trace(2, 2);
  trace.sketches->rows = {{.sketches = {{.name = "1.0"}, {.name = "0.1"}}}};
  const Figure figure = sheet_figure(trace, {}, {});
  CHECK(says(figure.items, "by layer and number"));
  CHECK(says(figure.items, "1.0"));
  CHECK_FALSE(says(figure.items, "p.90"));
}

// Through the command, which makes sweeps of models and of layers.
TEST_CASE("report_figure: curves with the place where they cross") {
  const CommandResult result = run_command(
      "attn complexity --model gpt2 --sweep tokens=512:131072 -o a.svg > /dev/null && cat a.svg");
  CHECK(result.exit_code == 0);
  for (const std::string words : {">tokens 13,404<", ">the rest<", ">128K<", ">100 T<",
                                  "stroke-dasharray", "From tokens = 13,404 on"})
    CHECK(contains(result.out, words));
}

TEST_CASE("report_figure: steps and work of each layer") {
  const CommandResult result = run_command(
      "attn complexity --layer attention,rnn --sweep tokens=16:4096 -o a.svg > /dev/null && "
      "cat a.svg");
  CHECK(result.exit_code == 0);
  for (const std::string words : {">steps<", ">FLOP<", ">attention<", ">rnn<"})
    CHECK(contains(result.out, words));
}

LearningReport report_of(std::vector<CurvePoint> curve) {
  LearningReport report;
  report.settings.n_steps = 200;
  report.curve = std::move(curve);
  report.levels = {{.id = "chance", .name = "guessing", .loss = 1.0}};
  return report;
}

// The places that the lines of the held-out loss go through: the second curve.
std::vector<std::size_t> n_points_of_strokes(const Figure& figure, int curve) {
  std::vector<std::size_t> n;
  for (const Shape& shape : items_of<Shape>(figure.items))
    if (shape.stroke == Color{Color::Kind::curve, curve}) n.push_back(shape.path.size());
  return n;
}

TEST_CASE("learning_figure: two losses, what they are held against, and steps") {
  const Figure figure =
      learning_figure(report_of({{0, 2.0, 1.9}, {100, 1.0, 1.2}, {200, 0.5, 0.7}}), {}, {});
  for (const std::string words : {"in training", "held out", "guessing", "loss", "steps", "200"})
    CHECK(says(figure.items, words));
  CHECK(n_points_of_strokes(figure, 0) == std::vector<std::size_t>{3});
  CHECK(misplaced(figure.items, figure.width, figure.height) == "");
}

TEST_CASE("learning_figure: a loss that is no number leaves a gap") {
  const double nan = arma::datum::nan;
  const Figure figure = learning_figure(
      report_of({{0, 2, 2}, {50, 1, nan}, {100, 1, 1}, {150, 1, 1}}), {}, {84.0, true});
  CHECK(n_points_of_strokes(figure, 1) == std::vector<std::size_t>{2, 2});
  CHECK(n_points_of_strokes(figure, 0) == std::vector<std::size_t>{4});
}

TEST_CASE("learning_figure: nothing was learned yet") {
  CHECK(says(learning_figure(report_of({}), {}, {}).items, "guessing"));
}

// Where texts begin that say so, from the left.
std::vector<Point> places_of(const Drawing& drawing, const std::string& words) {
  std::vector<Point> places;
  for (const Text& text : items_of<Text>(drawing.items))
    if (text.text == words) places.push_back(text.at);
  return places;
}

TEST_CASE("heads_of_sheet: each sketch with its weights") {
  Trace trace = sheet_trace(2, 3);
  trace.sketches->rows[1].sketches.push_back({.name = "9"});
  const auto rows = heads_of_sheet(trace);
  REQUIRE(rows.size() == 2);
  REQUIRE(rows[1].size() == 4);
  CHECK(rows[1][2].weights == trace.find("weights", "head 1.2"));
  CHECK(rows[1][2].weights != nullptr);
  CHECK(rows[1][3].weights == nullptr);
}

TEST_CASE("sheet_drawing: a row for each layer, under numbers that are said once") {
  const Trace trace = sheet_trace(2, 3);
  const Drawing drawing = sheet_drawing(trace, {}, 156.0);
  CHECK(places_of(drawing, "2").size() == 1);    // a head
  REQUIRE(places_of(drawing, "1").size() == 2);  // a head, and a layer below it
  CHECK(places_of(drawing, "p.90").size() == 6);
  std::size_t n_frames = 0;
  for (const Shape& shape : items_of<Shape>(drawing.items))
    if (shape.fill == Shape::Fill::none) ++n_frames;
  CHECK(n_frames == 6);
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
}

TEST_CASE("sheet_drawing: many heads go on below, and none is left out") {
  const Trace trace = sheet_trace(2, 32);
  for (const double width : {36.0, 80.0, 156.0, 296.0}) {
    CAPTURE(width);
    const Drawing drawing = sheet_drawing(trace, {}, width);
    CHECK(drawing.width <= width + 1e-9);
    CHECK(places_of(drawing, "p.90").size() == 64);
    CHECK(says(drawing.items, "31"));
    CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
  }
}

Drawing panel(const Stage& stage, std::optional<View> view = {}) {
  Layout layout;
  layout.view = view;
  return stage_panel(stage, layout, 156.0, 156.0);
}

bool has_curve(const Drawing& drawing) {
  for (const Shape& shape : items_of<Shape>(drawing.items))
    if (shape.stroke.kind == Color::Kind::curve) return true;
  return false;
}

TEST_CASE("stage_panel: each view that a figure has") {
  const Trace trace = by_hand_trace(false);
  const Stage& weights = trace.stage("weights");
  CHECK(says(panel(weights).items, ".598"));
  CHECK_FALSE(says(panel(weights, View::heat).items, ".598"));
  CHECK(has_curve(panel(weights, View::arcs)));
  CHECK(has_curve(panel(weights, View::rows)));
  CHECK(has_curve(panel(weights, View::waves)));
  CHECK(says(panel(weights, View::arcs).items, "those above mean"));
  for (const View view : {View::bars, View::chain, View::flow})
    CHECK_FALSE(is_drawn_in_figures(view));
}

TEST_CASE("stage_panel: what runs over a scale is curves above colours") {
  Stage stage{.id = "encoding",
              .value = arma::mat(32, 4, arma::fill::randn),
              .rows = {.name = "position", .labels = numbered(32), .is_scale = true},
              .cols = {"dim", numbered(4)}};
  const Drawing drawing = panel(stage);
  CHECK(has_curve(drawing));
  CHECK(n_filled(drawing.items, Shape::Fill::color) > 7);  // cells and their legend
  CHECK(panel_has_colors(stage, {}, 156.0));
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
}

TEST_CASE("stage_panel: colours of other numbers have a legend of their own") {
  const Trace trace = by_hand_trace();
  CHECK(says(panel(trace.stage("scores"), View::heat).items, "−4"));
  CHECK_FALSE(says(panel(trace.stage("weights"), View::heat).items, "0.5"));
}

TEST_CASE("stage_caption: cut where it has no room") {
  const Trace trace = by_hand_trace();
  const Drawing caption = stage_caption(trace.stage("weights"), {}, 30.0, "(query 4, key 4)");
  CHECK(caption.width <= 30.0);
  CHECK(says(caption.items, "weights"));
}

TEST_CASE("stage_panel: colours in the place of numbers have their legend") {
  const Stage stage{.id = "scores", .value = arma::mat(3, 12, arma::fill::value(-1.25))};
  const Drawing wide = stage_panel(stage, {}, 156.0, 156.0),
                narrow = stage_panel(stage, {}, 36.0, 36);
  CHECK(says(wide.items, "−1.250"));
  CHECK_FALSE(panel_has_colors(stage, {}, 156.0));
  CHECK(panel_has_colors(stage, {}, 36.0));
  CHECK_FALSE(says(narrow.items, "−1.250"));
  CHECK(says(narrow.items, "−1.25"));  // where the colours begin
}

}  // namespace
