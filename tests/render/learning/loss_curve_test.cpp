#include "render/learning/loss_curve.hpp"

#include <algorithm>
#include <cmath>

#include "support/catch.hpp"

using namespace attn;

namespace {

const std::vector<CurvePoint> kPoints{{0, 1.0, 1.0, {}}, {10, 0.5, 0.3, {}}, {20, 0.4, 0.1, {}}};

}  // namespace

TEST_CASE("loss_curve_text: both losses, where they meet, and the levels", "[learning]") {
  const std::string text = loss_curve_text(kPoints, {{"floor", "the floor", 0.4}}, 20, {});
  CHECK(text.find('#') != std::string::npos);  // both begin at 1
  CHECK(text.find('*') != std::string::npos);
  CHECK(text.find("the floor") != std::string::npos);
}

TEST_CASE("loss_curve_text: nothing without points, a gap where a loss is no number",
          "[learning]") {
  CHECK(loss_curve_text({}, {}, 20, {}).empty());
  std::vector<CurvePoint> points = kPoints;
  points[1].training_loss = points[1].held_out_loss = std::nan("");
  const std::string text = loss_curve_text(points, {}, 20, {});
  CHECK(text.find("nan") == std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '*') < 3);
}
