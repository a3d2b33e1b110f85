#include "render/drawing/waves_drawing.hpp"

#include "render/drawing/drawn.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("waves_drawing: a band for each curve, all on one scale", "[render][drawing]") {
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

TEST_CASE("waves_drawing: names beside curves have one size", "[render][drawing]") {
  Curves curves = two_curves();
  curves.remarks[1] = "every 1234567.89";
  std::vector<double> sizes;
  for (const Text& text : items_of<Text>(waves_drawing(curves, 50.0).items))
    if (text.text.starts_with("every")) sizes.push_back(text.size);
  REQUIRE(sizes.size() == 2);
  CHECK(sizes[0] == sizes[1]);
}

TEST_CASE("waves_drawing: what is no number leaves a gap", "[render][drawing]") {
  Curves curves = two_curves();
  curves.values(1, 0) = arma::datum::nan;
  const Shape line = lines_of_curves(waves_drawing(curves, 100.0)).front();
  REQUIRE(line.path.size() == 2);
  CHECK(line.path[1].kind == Step::Kind::move);
}

TEST_CASE("waves_drawing: each cell of a carpet lies below its point", "[render][drawing]") {
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

TEST_CASE("waves_drawing: hundreds of places have few labels", "[render][drawing]") {
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

TEST_CASE("waves_drawing: labels stand at round places, evenly", "[render][drawing]") {
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

TEST_CASE("waves_drawing: words of any length leave room for the curves", "[render][drawing]") {
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
