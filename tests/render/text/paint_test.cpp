#include "render/text/paint.hpp"

#include <cmath>
#include <regex>
#include <set>

#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Kind = Style::Kind;

Painter painter(bool color) {
  Layout layout;
  layout.color = color;
  return Painter(layout);
}

// The background and the text colour of a painted cell, as xterm's numbers.
std::pair<int, int> colors_of(Style style) {
  const std::string painted = painter(true)(style, "x");
  std::smatch found;
  if (!std::regex_match(painted, found, std::regex("\033\\[48;5;(\\d+);38;5;(\\d+)mx\033\\[0m")))
    return {-1, -1};
  return {std::stoi(found[1]), std::stoi(found[2])};
}

// Relative luminance as WCAG 2 defines it, of one of xterm's colours from 16 on.
double luminance(int color) {
  const auto channel = [](int level) {
    const double c = level / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  if (color >= 232) return channel(8 + 10 * (color - 232));
  const auto cube = [](int step) { return step == 0 ? 0 : 55 + 40 * step; };
  const int place = color - 16;
  return 0.2126 * channel(cube(place / 36)) + 0.7152 * channel(cube(place / 6 % 6)) +
         0.0722 * channel(cube(place % 6));
}

double contrast(std::pair<int, int> colors) {
  const double a = luminance(colors.first), b = luminance(colors.second);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

}  // namespace

TEST_CASE("Painter: leaves text alone where colour is off", "[render][paint]") {
  for (const Kind kind : {Kind::plain, Kind::heading, Kind::strong, Kind::quiet, Kind::selected,
                          Kind::good, Kind::bad, Kind::share, Kind::signed_value})
    CHECK(painter(false)(Style{kind, 0.5}, "text") == "text");
}

TEST_CASE("Painter: every colour ends where its text ends", "[render][paint]") {
  std::set<std::string> seen;
  for (const Kind kind : {Kind::heading, Kind::strong, Kind::quiet, Kind::selected, Kind::good,
                          Kind::bad, Kind::share, Kind::signed_value}) {
    const std::string painted = painter(true)(Style{kind, 0.5}, "text");
    CHECK(painted.starts_with("\033["));
    CHECK(painted.ends_with("text\033[0m"));
    CHECK(without_escapes(painted) == "text");
    seen.insert(painted);
  }
  CHECK(seen.size() == 8);  // each looks different
  CHECK(painter(true)(Kind::plain, "text") == "text");
  CHECK(painter(true)(Kind::strong, "") == "");
}

TEST_CASE("Painter: a larger share is brighter", "[render][paint]") {
  double before = -1.0;
  for (int step = 0; step < 10; ++step) {
    const double now = luminance(colors_of({Kind::share, step / 10.0 + 0.05}).first);
    CAPTURE(step);
    CHECK(now > before);
    before = now;
  }
  CHECK(colors_of({Kind::share, 1.0}) == colors_of({Kind::share, 0.95}));
  CHECK(colors_of({Kind::share, 1.0 + 1e-15}) == colors_of({Kind::share, 1.0}));
}

TEST_CASE("Painter: text can be read on every heat colour", "[render][paint]") {
  for (double level = -1.0; level <= 1.0; level += 0.01) {
    CAPTURE(level);
    CHECK(contrast(colors_of({Kind::signed_value, level})) >= 4.5);
    if (level >= 0) CHECK(contrast(colors_of({Kind::share, level})) >= 4.5);
  }
}

TEST_CASE("Painter: the sign of a value shows and zero is white", "[render][paint]") {
  CHECK(colors_of({Kind::signed_value, 0.0}).first == 231);
  for (const double level : {0.3, 0.6, 1.0})
    CHECK(colors_of({Kind::signed_value, level}).first !=
          colors_of({Kind::signed_value, -level}).first);
}

TEST_CASE("Painter: what is not a number has no heat", "[render][paint]") {
  CHECK(painter(true)(Style{Kind::share, kNaN}, "nan") == "nan");
  CHECK(painter(true)(Style{Kind::signed_value, -kInfinity}, "-inf") == "-inf");
}

TEST_CASE("swatch: is two columns that darken in steps", "[render][paint]") {
  const std::vector<std::pair<double, std::string>> shades{
      {0.0, "  "}, {0.049, "  "}, {0.05, "::"}, {0.2, "=="}, {0.4, "**"}, {0.6, "##"}, {1.0, "@@"}};
  for (const auto& [share, shade] : shades)
    CHECK(swatch({Kind::share, share}, Glyphs::ascii) == shade);
  CHECK(swatch({Kind::share, 0.5}, Glyphs::unicode) == "⡇⡇");
  for (double level = -1.0; level <= 1.0; level += 0.05)
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii})
      CHECK(display_width(swatch({Kind::signed_value, level}, glyphs)) == 2);
}

TEST_CASE("swatch: a negative value keeps its sign", "[render][paint]") {
  CHECK(swatch({Kind::signed_value, -0.9}, Glyphs::ascii) == "-@");
  CHECK(swatch({Kind::signed_value, -0.01}, Glyphs::ascii) == "  ");
  CHECK(swatch({Kind::share, kNaN}, Glyphs::ascii) == "  ");
}

TEST_CASE("swatch_legend: names the least value of every shade", "[render][paint]") {
  CHECK(swatch_legend(Glyphs::ascii) == ":: .05-  == .20-  ** .40-  ## .60-  @@ .80-");
  CHECK(swatch_legend(Glyphs::unicode) == "⡀⡀ .05-  ⡄⡄ .20-  ⡇⡇ .40-  ⣷⣷ .60-  ⣿⣿ .80-");
}

TEST_CASE("Painter: with few colours no value is a colour", "[render][paint]") {
  Layout layout;
  layout.color = true;
  layout.true_color = true;
  layout.heat_colors = false;
  const Painter paint(layout);
  CHECK(paint({Kind::share, 0.5}, "x") == "x");
  CHECK(paint({Kind::signed_value, -0.5}, "x") == "x");
  CHECK(paint(Kind::bad, "x") == "\033[31mx\033[0m");
}

TEST_CASE("tone: one column that darkens in steps", "[render][paint]") {
  const std::vector<std::pair<double, std::string>> steps{
      {0.0, " "}, {.049, " "}, {.05, ":"}, {.2, "="}, {.4, "*"}, {.6, "#"}, {.8, "@"}, {1.0, "@"}};
  for (const auto& [share, shade] : steps) CHECK(tone(share, Glyphs::ascii) == shade);
  CHECK(tone(.5, Glyphs::unicode) == "⡇");
  CHECK(tone(kNaN, Glyphs::unicode) == " ");
}
