#include "render/learning/curve_rows.hpp"

#include "render/text/display_width.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("curve_row: stands under its header", "[render][learning]") {
  const CurvePoint point{
      .step = 1200, .training_loss = 0.5, .held_out_loss = 0.25, .held_out_accuracy = 0.75};
  CHECK(curve_header(true, {}) == "       steps   training   held out      right\n");
  CHECK(curve_row(point, {}) == "       1,200      0.500      0.250      0.750\n");
}

TEST_CASE("curve_row: without an accuracy there is no column for it", "[render][learning]") {
  const CurvePoint point{.step = 0, .training_loss = 2.0, .held_out_loss = 1e-9};
  CHECK(curve_header(false, {}) == "       steps   training   held out\n");
  CHECK(curve_row(point, {}) == "           0      2.000     <0.001\n");
}

TEST_CASE("curve_row: a loss that ran away keeps its column", "[render][learning]") {
  const CurvePoint point{.step = 3, .training_loss = 1.5e12, .held_out_loss = 123456789.0};
  const std::string row = curve_row(point, {});
  CHECK(display_width(row) == display_width(curve_row({}, {})));
  CHECK(row == "           3    1.5e+12   1.23e+08\n");
}

TEST_CASE("curve_row: four columns fit into 40", "[render][learning]") {
  const CurvePoint point{
      .step = 1000000, .training_loss = 0.5, .held_out_loss = 0.25, .held_out_accuracy = 0.75};
  CHECK(curve_header(true, {.width = 40}) == "       steps training held out    right\n");
  CHECK(curve_row(point, {.width = 40}) == "   1,000,000    0.500    0.250    0.750\n");
}

TEST_CASE("curve_record: exact numbers, and nothing for what does not exist",
          "[render][learning]") {
  CHECK(curve_record_header() == "step\ttraining_loss\theld_out_loss\theld_out_accuracy\n");
  CHECK(curve_record({.step = 5, .training_loss = 0.1, .held_out_loss = 0.25}) ==
        "5\t0.1\t0.25\t\n");
  CHECK(curve_record(
            {.step = 5, .training_loss = 0.1, .held_out_loss = 0.25, .held_out_accuracy = 1.0}) ==
        "5\t0.1\t0.25\t1\n");
}
