#include "render/figure/learning_figure.hpp"

#include "render/drawing/drawn.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("learning_figure: two losses, what they are held against, and steps",
          "[render][figure]") {
  const Figure figure =
      learning_figure(report_of({{0, 2.0, 1.9}, {100, 1.0, 1.2}, {200, 0.5, 0.7}}), {}, {});
  for (const std::string words : {"in training", "held out", "guessing", "loss", "steps", "200"})
    CHECK(says(figure.items, words));
  CHECK(n_points_of_strokes(figure, 0) == std::vector<std::size_t>{3});
  CHECK(misplaced(figure.items, figure.width, figure.height) == "");
}

TEST_CASE("learning_figure: a loss that is no number leaves a gap", "[render][figure]") {
  const double nan = arma::datum::nan;
  const Figure figure = learning_figure(
      report_of({{0, 2, 2}, {50, 1, nan}, {100, 1, 1}, {150, 1, 1}}), {}, {84.0, true});
  CHECK(n_points_of_strokes(figure, 1) == std::vector<std::size_t>{2, 2});
  CHECK(n_points_of_strokes(figure, 0) == std::vector<std::size_t>{4});
}

TEST_CASE("learning_figure: nothing was learned yet", "[render][figure]") {
  CHECK(says(learning_figure(report_of({}), {}, {}).items, "guessing"));
}
