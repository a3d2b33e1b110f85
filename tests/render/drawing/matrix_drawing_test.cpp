#include "render/drawing/matrix_drawing.hpp"

#include "mechanisms/mask/mask.hpp"
#include "render/drawing/drawn.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Layout layout_with(View view) {
  Layout layout;
  layout.view = view;
  return layout;
}

Stage stage_of(arma::mat value, Rule rule = Given{}) {
  return {.value = std::move(value), .rule = std::move(rule)};
}

}  // namespace

TEST_CASE("matrix_drawing: numbers as the screen writes them", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  const Drawing drawing = matrix_drawing(trace.stage("output"), {}, 160.0);
  CHECK(says(drawing.items, "−0.119"));
  CHECK(says(drawing.items, "cat"));
  CHECK(n_filled(drawing.items, Shape::Fill::color) == 0);
  Layout precise;
  precise.precision = 5;
  CHECK(says(matrix_drawing(trace.stage("output"), precise, 160.0).items, "−0.11920"));
}

TEST_CASE("matrix_drawing: weights have numbers on colours, and no number where blocked",
          "[render][drawing]") {
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

TEST_CASE("matrix_drawing: each view", "[render][drawing]") {
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

TEST_CASE("matrix_drawing: boxes around the largest cell of each row", "[render][drawing]") {
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

TEST_CASE("matrix_drawing: no wider than it may be, by smaller letters, fewer decimals, colours",
          "[render][drawing]") {
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

TEST_CASE("matrix_drawing: more than 24 rows or columns have no numbers", "[render][drawing]") {
  CHECK(words_of(matrix_drawing(stage_of(arma::mat(24, 2, arma::fill::ones)), {}, 160.0).items)
            .size() == 48);
  CHECK(words_of(matrix_drawing(stage_of(arma::mat(25, 2, arma::fill::ones)), {}, 160.0).items)
            .empty());
  CHECK(draws_heat(stage_of(arma::mat(2, 25, arma::fill::ones)), layout_with(View::numbers)));
}

TEST_CASE("matrix_drawing: why a key may not be seen is a letter", "[render][drawing]") {
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

TEST_CASE("matrix_drawing: a tall matrix stays on the page", "[render][drawing]") {
  CHECK(matrix_drawing(stage_of(arma::mat(2000, 3, arma::fill::ones)), {}, 160.0).height < 130.0);
}

TEST_CASE("small_map_drawing: colours alone", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  const Drawing map = small_map_drawing(trace.stage("weights"), {}, 20.0);
  CHECK(map.width == 20.0);
  CHECK(map.height == 20.0);
  CHECK(words_of(map.items).empty());
}
