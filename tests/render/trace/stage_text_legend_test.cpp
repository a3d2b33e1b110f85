#include "render/rendered.hpp"
#include "render/trace/trace.hpp"
#include "support/catch.hpp"

namespace {

constexpr Blocked kReasons[] = {Blocked::causal, Blocked::padding, Blocked::segment,
                                Blocked::window, Blocked::half,    Blocked::mask};

// One row: a cell for the first reason, two for the second, and so on, and one that is open.
Stage blocked_stage(Rule rule) {
  Stage stage{.id = "masked", .rule = std::move(rule), .blocked = BlockedCells(1, 22)};
  stage.blocked.zeros();
  arma::uword place = 0;
  for (arma::uword reason = 0; reason < 6; ++reason)
    for (arma::uword n = 0; n <= reason; ++n)
      stage.blocked(0, place++) = static_cast<unsigned char>(kReasons[reason]);
  stage.value = arma::mat(1, 22, arma::fill::zeros);
  return stage;
}

}  // namespace

TEST_CASE("blocked_legend: counts the cells of each reason") {
  Layout layout;
  layout.width = 200;
  CHECK(blocked_legend(blocked_stage(Masking{"scaled"}), layout) ==
        "   −inf   may not attend (causal, the future: 1, padding: 2, another document: 3, outside "
        "the\n"
        "          window: 4, the second half: 5, the mask given: 6)\n");
  Stage one{.value = {{0, 0}}, .rule = Masking{"scaled"}, .blocked = {{0, 0}}};
  one.blocked(0, 1) = static_cast<unsigned char>(Blocked::window);
  CHECK(blocked_legend(one, layout) == "   −inf   may not attend (outside the window: 1)\n");
}

TEST_CASE("blocked_legend: shares show a dot instead of minus infinity") {
  for (const Rule& rule : {Rule(Softmax{"masked"}), Rule(Mean{"weights"})})
    CHECK(blocked_legend(blocked_stage(rule), Layout{}).starts_with("   .   may not attend ("));
}

TEST_CASE("blocked_legend: nothing where nothing is blocked") {
  CHECK(blocked_legend({.value = {{1, 2}}, .rule = Masking{"scaled"}}, Layout{}) == "");
}

TEST_CASE("shades_legend: shares have fixed steps and other numbers go by the largest") {
  const std::string steps = "   shades   ⡀⡀ .05-  ⡄⡄ .20-  ⡇⡇ .40-  ⣷⣷ .60-  ⣿⣿ .80-";
  CHECK(shades_legend({.value = {{0.25, 0.75}}, .rule = Softmax{"masked"}}, Layout{}) ==
        steps + "\n");
  CHECK(shades_legend({.value = {{0.25, 0.75}}, .rule = Mean{"weights"}}, Layout{}) ==
        steps + "\n");
  Layout wide;
  wide.width = 100;
  CHECK(shades_legend({.value = {{2, -3.5}}, .rule = Given{}}, wide) ==
        steps + "   times 3.500, the largest size; - is\n            negative, blank near 0\n");
  CHECK(shades_legend({.value = {{2, -kInfinity}}, .rule = Masking{"scaled"}}, wide) ==
        steps + "   times 2, the largest size\n");
}

TEST_CASE("legends: fit every width and keep to ASCII where that is asked for") {
  for (unsigned width = kMinWidth; width <= 160; ++width) {
    Layout layout;
    layout.width = width;
    const Stage stage = blocked_stage(Masking{"scaled"});
    CAPTURE(width);
    CHECK(misfit(blocked_legend(stage, layout), width) == "");
    CHECK(misfit(shades_legend(stage, layout), width) == "");
    layout.glyphs = Glyphs::ascii;
    CHECK(is_ascii(blocked_legend(stage, layout)));
    CHECK(is_ascii(shades_legend(stage, layout)));
  }
}

TEST_CASE("tones_legend: a scale about 0 where there are signs, else from 0 to the largest") {
  Layout ascii;
  ascii.glyphs = Glyphs::ascii;
  ascii.width = 100;
  const auto legend = [&ascii](const arma::mat& values) {
    return tones_legend({.value = values, .rule = Given{}}, ascii);
  };
  CHECK(legend({{-2, 1}}) ==
        "   shades   blank from -2   : -1.8-   = -1.2-   * -0.4-   # 0.4-   @ 1.2-\n");
  CHECK(legend({{0, 2}}) ==
        "   shades   blank from 0   : 0.1-   = 0.4-   * 0.8-   # 1.2-   @ 1.6-\n");
  CHECK(legend({{0, 0}}) == "   shades   every value is 0\n");
}
