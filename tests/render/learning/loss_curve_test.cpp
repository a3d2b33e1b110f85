#include "render/learning/loss_curve.hpp"

#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "render/text/display_width.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// From 1 down to 0 in training, half of it held out.
std::vector<CurvePoint> falling_losses() {
  std::vector<CurvePoint> points;
  for (std::uint64_t step = 0; step <= 10; ++step) {
    const double loss = 1.0 - static_cast<double>(step) / 10.0;
    points.push_back({.step = 10 * step, .training_loss = loss, .held_out_loss = loss / 2.0});
  }
  return points;
}

std::vector<std::string> lines_of_curve(const std::vector<CurvePoint>& points,
                                        const std::vector<Level>& levels,
                                        const Layout& layout = {}) {
  return split(loss_curve_text(points, levels, 100, layout), '\n');
}

}  // namespace

TEST_CASE("loss_curve_text: losses stand at their height and step", "[render][learning]") {
  const auto lines = lines_of_curve(falling_losses(), {});
  // Eleven lines, 1.00 above and 0 below; the axis and its numbers.
  REQUIRE(lines.size() == 11 + 2 + 1);
  CHECK(lines.front().starts_with("   1.00 |*"));
  CHECK(lines[5].starts_with("        |."));
  CHECK(lines[10].starts_with("      0 |"));
  CHECK(lines[10].ends_with("#"));  // both end at 0, at the last step
  CHECK(lines[11].starts_with("        ++"));
  CHECK(lines[12].ends_with("step 100"));
}

TEST_CASE("loss_curve_text: a level is a dashed line with its number and its name",
          "[render][learning]") {
  const auto lines = lines_of_curve(falling_losses(), {{"floor", "the floor", 0.2}});
  CHECK(lines[8].starts_with("   0.20 |- - -"));
  CHECK(lines[8].ends_with("  the floor"));
}

TEST_CASE("loss_curve_text: levels on one line have a name each", "[render][learning]") {
  const auto lines = lines_of_curve(falling_losses(), {{"a", "one", 0.5}, {"b", "two", 0.51}});
  CHECK(lines[5].ends_with("  one"));
  CHECK(lines[6].ends_with("  two"));
}

TEST_CASE("loss_curve_text: fits into any width", "[render][learning]") {
  const std::vector<Level> levels{{"floor", "a name that is rather long", 0.1}};
  for (const unsigned width : {40U, 59U, 60U, 80U, 200U})
    for (const std::string& line : lines_of_curve(falling_losses(), levels, {.width = width}))
      CHECK(display_width(line) <= width);
  CHECK_FALSE(curve_names_levels({.width = 40}));
  CHECK(curve_names_levels({.width = 80}));
}

TEST_CASE("loss_curve_text: what was not made yet is blank", "[render][learning]") {
  const std::vector<CurvePoint> first{{.step = 0, .training_loss = 1.0, .held_out_loss = 1.0}};
  const auto lines = lines_of_curve(first, {});
  CHECK(lines.front() == "   1.00 |#");
  for (std::size_t i = 1; i < 10; ++i) CHECK(lines[i] == "        |");
  CHECK(loss_curve_text({}, {}, 100, {}).empty());
}

TEST_CASE("loss_curve_text: a loss that is no number leaves a gap", "[render][learning]") {
  auto points = falling_losses();
  points[5].training_loss = std::numeric_limits<double>::quiet_NaN();
  points[6].held_out_loss = std::numeric_limits<double>::infinity();
  const auto count = [](const std::string& text, char mark) {
    return std::count(text.begin(), text.end(), mark);
  };
  const std::string text = loss_curve_text(points, {}, 100, {});
  const std::string whole = loss_curve_text(falling_losses(), {}, 100, {});
  CHECK(count(text, '*') == count(whole, '*') - 1);
  CHECK(text.substr(0, 9) == whole.substr(0, 9));  // the scale is the same
}
