#include "render/drawing/arcs_drawing.hpp"

#include "render/drawing/drawn.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("arcs_drawing: words in order, and an arc with its weight", "[render][drawing]") {
  const Drawing drawing = arcs_drawing(one_link(), {}, 160.0);
  const std::vector<Shape> arcs = curves_in(drawing);
  REQUIRE(arcs.size() == 1);
  CHECK(arcs[0].path[0].to.x < arcs[0].path[1].to.x);     // to a later word ..
  CHECK(arcs[0].path[1].first.y > arcs[0].path[0].to.y);  // .. below the line
  CHECK(says(drawing.items, ".800"));
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
}

TEST_CASE("arcs_drawing: the arcs of one query alone", "[render][drawing]") {
  CHECK(curves_in(arcs_drawing(one_link(), {}, 160.0, 1)).size() == 1);
  CHECK(curves_in(arcs_drawing(one_link(), {}, 160.0, 0)).empty());
}

TEST_CASE("arcs_drawing: the larger the thicker", "[render][drawing]") {
  const Stage stage = weights_of({{0, .9, .1, 0}, {0, 0, 0, 1}, {.3, .3, .3, .1}, {0, 0, .6, .4}},
                                 numbered(4), numbered(4));
  const std::vector<Shape> arcs = curves_in(arcs_drawing(stage, {}, 160.0));
  REQUIRE(arcs.size() == 3);
  std::vector<double> widths;
  for (const Shape& arc : arcs) widths.push_back(arc.stroke_width);
  CHECK(*std::min_element(widths.begin(), widths.end()) <
        *std::max_element(widths.begin(), widths.end()));
}

TEST_CASE("arcs_drawing: many words stand in a column", "[render][drawing]") {
  std::vector<std::string> words;
  for (int i = 0; i < 40; ++i) words.push_back("word " + std::to_string(i));
  arma::mat weights(40, 40, arma::fill::zeros);
  for (arma::uword i = 0; i < 40; ++i) weights(i, (i * 7) % 40) = 1.0;
  const Drawing drawing = arcs_drawing(weights_of(weights, words, words), {}, 84.0);
  CHECK(drawing.width <= 84.0 + 1e-9);
  CHECK(drawing.height > drawing.width);
}

TEST_CASE("arcs_drawing: two sentences stand side by side", "[render][drawing]") {
  const Stage stage =
      weights_of({{0.9, 0.05, 0.05}, {0.2, 0.4, 0.4}}, {"le", "chat"}, {"the", "cat", "sat"});
  const Drawing drawing = arcs_drawing(stage, {}, 160.0);
  const std::vector<Text> words = items_of<Text>(drawing.items);
  REQUIRE(words.size() == 5);
  CHECK(words[0].at.x < words[2].at.x);
  CHECK(curves_in(drawing).size() == 1);
}
