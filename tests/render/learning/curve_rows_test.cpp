#include "render/learning/curve_rows.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("curve_row: every row is as wide as the header", "[learning]") {
  const CurvePoint point{.step = 12, .training_loss = 0.5, .held_out_loss = 12.25};
  CurvePoint with_accuracy = point;
  with_accuracy.held_out_accuracy = 0.75;
  const auto line_length = [](const std::string& text) { return text.find_last_not_of('\n'); };
  CHECK(line_length(curve_row(point, {})) == line_length(curve_header(false, {})));
  CHECK(line_length(curve_row(with_accuracy, {})) == line_length(curve_header(true, {})));
  CHECK(curve_row(with_accuracy, {}).find("0.750") != std::string::npos);
}

TEST_CASE("curve_record: exact numbers, and an empty field without accuracy", "[learning]") {
  CHECK(curve_record({.step = 3, .training_loss = 0.1, .held_out_loss = 1.0 / 3.0}) ==
        "3\t0.1\t0.3333333333333333\t\n");
  CHECK(curve_record_header() == "step\ttraining_loss\theld_out_loss\theld_out_accuracy\n");
}
