#include "render/matrix/stage_heat.hpp"

#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("StageHeat: weights say their share, and what is blocked nothing", "[render][matrix]") {
  const Trace trace = by_hand_trace();
  const StageHeat heat(trace.stage("weights"));
  CHECK(heat(1, 1).kind == Heat::Kind::share);
  CHECK(heat(1, 1).level() == 8);  // .881
  CHECK(heat(1, 2).kind == Heat::Kind::none);
  CHECK(heat.largest() == 1.0);
}

TEST_CASE("StageHeat: other numbers say their size against the largest", "[render][matrix]") {
  const Trace trace = by_hand_trace();
  const StageHeat heat(trace.stage("scores"));
  CHECK(heat.largest() == 4.0);
  CHECK(heat(0, 1).kind == Heat::Kind::signed_value);
  CHECK(heat(0, 1).value == -1.0);
  CHECK(heat(0, 1).level() == 0);
  CHECK(heat(2, 2).level() == 3);  // 0
}

TEST_CASE("StageHeat: zeros alone are no division by zero", "[render][matrix]") {
  const Stage stage{.value = arma::mat(2, 2, arma::fill::zeros)};
  CHECK(StageHeat(stage)(0, 0).value == 0.0);
}
