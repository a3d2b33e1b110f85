#include "render/curve/waves.hpp"

#include "core/positions.hpp"
#include "render/rendered.hpp"
#include "render/text/display_width.hpp"
#include "support/catch.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

namespace {

Curves one_curve(const arma::vec& values) {
  return {.values = values,
          .names = {"x"},
          .axis = "at",
          .places = numbered(values.n_elem),
          .lowest = -1,
          .highest = 1};
}

std::string drawn(const Curves& curves, unsigned width, Glyphs glyphs = Glyphs::unicode) {
  Layout layout;
  layout.glyphs = glyphs;
  std::string text;
  for (std::string line : draw_waves(curves, layout, width).lines) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("draw_waves: one dot a place where there is room for no more", "[render][waves]") {
  // Eight levels of Braille from −1 to 1, each place one dot further right.
  CHECK(drawn(one_curve(arma::linspace(-1, 1, 16)), 12) ==
        "x       ⣀⠤⠒⠉\n"
        "    ⣀⠤⠒⠉\n"
        "at  0 4 8 15\n");
}

TEST_CASE("draw_waves: dots between two places join them", "[render][waves]") {
  CHECK(drawn(one_curve({-1, 1}), 12) ==
        "x       ⣀⠤⠒⠉\n"
        "    ⣀⠤⠒⠉\n"
        "at  0      1\n");
}

TEST_CASE("draw_waves: a steep curve has no gaps", "[render][waves]") {
  CHECK(drawn(one_curve({-1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1}), 12) ==
        "x    ⡏⡆⡏⡆⡏⡆⡏\n"
        "    ⣀⠇⣇⠇⣇⠇⣇⠇\n"
        "at  0 4 8 15\n");
}

TEST_CASE("draw_waves: more places than dots become strokes", "[render][waves]") {
  arma::vec values(160, arma::fill::zeros);
  values(75) = 1;
  values(76) = -1;
  const Curves curves = one_curve(values);
  CHECK(places_per_dot(curves, Layout{}, 12) == 10);
  CHECK(places_per_dot(one_curve(values.head(16)), Layout{}, 12) == 1);
  const std::string picture = drawn(curves, 12);
  CHECK(picture.find("⢸") != std::string::npos);
}

TEST_CASE("draw_waves: what is not finite leaves a gap", "[render][waves]") {
  CHECK(
      drawn(one_curve({0, 0, 0, 0, kNaN, kInfinity, -kInfinity, 0, 0, 0, 0, 0, 0, 0, 0, 0}), 12) ==
      "x   ⣀⣀ ⢀⣀⣀⣀⣀\n"
      "\n"
      "at  0 4 8 15\n");
}

TEST_CASE("draw_waves: names and remarks stand in one margin", "[render][waves]") {
  Curves curves{.values = arma::zeros(16, 2),
                .names = {"dim 0", "dim 2"},
                .remarks = {"every 6.28", "every 62.8"},
                .axis = "position",
                .places = numbered(16),
                .lowest = 0,
                .highest = 1};
  CHECK(drawn(curves, 20) ==
        "dim 0\n"
        "every 6.28  ⣀⣀⣀⣀⣀⣀⣀⣀\n"
        "dim 2\n"
        "every 62.8  ⣀⣀⣀⣀⣀⣀⣀⣀\n"
        "position    0 4 8 15\n");
}

TEST_CASE("draw_waves: ASCII draws with marks at three heights", "[render][waves]") {
  CHECK(drawn(one_curve(arma::sin(arma::regspace(0, 7) * 0.8)), 12, Glyphs::ascii) ==
        "x    |'-.\n"
        "    -'  |.\n"
        "         |.-\n"
        "at  0 2 4  7\n");
}

TEST_CASE("draw_waves: a single place, or a curve that is flat everywhere", "[render][waves]") {
  CHECK(drawn(one_curve({0.5}), 30).find("at  0\n") != std::string::npos);
  Curves flat = one_curve(arma::ones(16));
  flat.lowest = flat.highest = 1;
  CHECK(drawn(flat, 12).find("⠉⠉⠉⠉⠉⠉⠉⠉") == std::string::npos);
}

TEST_CASE("draw_waves: fits the width it is given", "[render][waves][property]") {
  for (const arma::uword n : {1, 2, 7, 33, 64, 96, 500, 5000})
    for (const unsigned width : {37U, 60U, 77U, 200U})
      for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
        Layout layout;
        layout.glyphs = glyphs;
        const arma::mat values = sinusoidal_encoding(first_positions(n), 4);
        const Curves curves{.values = values,
                            .names = {"dim 0", "dim 1", "dim 2", "dim 3"},
                            .axis = "position",
                            .places = numbered(n),
                            .lowest = -1,
                            .highest = 1};
        const Block block = draw_waves(curves, layout, width);
        CHECK(block.width <= width);
        for (const std::string& line : block.lines) CHECK(display_width(line) == block.width);
      }
}
