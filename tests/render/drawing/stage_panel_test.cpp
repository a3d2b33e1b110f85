#include "render/drawing/drawing.hpp"
#include "render/drawing/drawn.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("stage_panel: each view that a figure has", "[render][drawing]") {
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

TEST_CASE("stage_panel: what runs over a scale is curves above colours", "[render][drawing]") {
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

TEST_CASE("stage_panel: colours of other numbers have a legend of their own", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  CHECK(says(panel(trace.stage("scores"), View::heat).items, "−4"));
  CHECK_FALSE(says(panel(trace.stage("weights"), View::heat).items, "0.5"));
}

TEST_CASE("stage_caption: cut where it has no room", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  const Drawing caption = stage_caption(trace.stage("weights"), {}, 30.0, "(query 4, key 4)");
  CHECK(caption.width <= 30.0);
  CHECK(says(caption.items, "weights"));
}

TEST_CASE("stage_panel: colours in the place of numbers have their legend", "[render][drawing]") {
  const Stage stage{.id = "scores", .value = arma::mat(3, 12, arma::fill::value(-1.25))};
  const Drawing wide = stage_panel(stage, {}, 156.0, 156.0),
                narrow = stage_panel(stage, {}, 36.0, 36);
  CHECK(says(wide.items, "−1.250"));
  CHECK_FALSE(panel_has_colors(stage, {}, 156.0));
  CHECK(panel_has_colors(stage, {}, 36.0));
  CHECK_FALSE(says(narrow.items, "−1.250"));
  CHECK(says(narrow.items, "−1.25"));  // where the colours begin
}
