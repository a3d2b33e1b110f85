#include "render/picture/stage_bars.hpp"

#include "render/picture/pictured.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("bars_text: every row on one scale", "[render][picture]") {
  const Stage stage = weights_among({"cat", "sat"}, {{0.5, 0.5}, {0.75, 0.25}});
  const std::string text = bars_text(stage, layout_of(40, Glyphs::ascii), 3);
  CHECK(contains(text, "   query cat   sum 1.000\n   cat  #################           .500\n"));
  CHECK(contains(in_one_line(text), "bars the longest bar is .750, on one scale for all rows"));
  CHECK_FALSE(contains(text, "shares"));
  CHECK(misfit(text, 40) == "");
}

TEST_CASE("bars_text: scores that sum to 2.8 have shares beside them", "[render][picture]") {
  Stage stage = weights_among({"a", "b", "c"}, {{2.0, 0.5, 0.3}});
  stage.rule = Given{};
  stage.rows.labels = {"What"};
  const std::string text = in_one_line(bars_text(stage, Layout{}, 3));
  CHECK(contains(text, "query What sum 2.800"));
  CHECK(contains(text, "2.000 .714"));
  CHECK(contains(text, "0.300 .107"));
  CHECK(contains(text, "shares These are scores, not weights: they sum to 2.800. Beside each"));
  stage.value = {{0.5, 0.25, 0.25}};
  CHECK_FALSE(contains(bars_text(stage, Layout{}, 3), "shares"));
  stage.value = {{0.5, -0.25, 0.25}};
  CHECK_FALSE(contains(bars_text(stage, Layout{}, 3), "shares"));
  CHECK(contains(bars_text(stage, Layout{}, 3), "| is 0"));
}

TEST_CASE("bars_text: a row of weights says that it sums to 1", "[render][picture]") {
  const Stage stage = weights_among({"a", "b"}, {{.25, .75}, {.5, .5}});
  CHECK(contains(in_one_line(bars_text(stage, Layout{}, 3)), "query b sum 1.000"));
}

TEST_CASE("bars_text: one row, and what is left out of many", "[render][picture]") {
  const Stage one = pronoun_weights();
  const std::string it = in_one_line(bars_text(one, Layout{}, 3, 7));
  CHECK(contains(it, "query it"));
  CHECK_FALSE(contains(it, "query was"));
  CHECK_FALSE(contains(it, "left out"));
  CHECK(contains(in_one_line(bars_text(one, Layout{}, 3)),
                 ".. rows left out: 7 of 11. --row NAME shows one of them."));
  const Stage wide = weights_among(numbered(40), arma::eye(40, 40));
  CHECK(contains(in_one_line(bars_text(wide, Layout{}, 3)),
                 ".. bars left out of each row: 17 of 40"));
}

TEST_CASE("bars_text: a blocked share is a dot, a row of zeros is said to be one",
          "[render][picture]") {
  Stage stage = weights_among({"a", "b"}, {{1, 0}, {0.5, 0.5}});
  stage.blocked = {{0, 1}, {0, 0}};
  const auto lines = lines_of(bars_text(stage, layout_of(40), 3));
  CHECK(lines[2].back() == '.');
  stage.value.zeros();
  CHECK(contains(bars_text(stage, Layout{}, 3), "every value is 0"));
}
