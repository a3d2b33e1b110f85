#include "measure/time_crossing.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace attn;

namespace {

// a n^power seconds for 64, 128, … 4096 tokens.
std::vector<TimedAt> power(double a, double exponent) {
  std::vector<TimedAt> times;
  for (std::uint64_t n = 64; n <= 4096; n *= 2)
    times.push_back({n, a * std::pow(static_cast<double>(n), exponent)});
  return times;
}

}  // namespace

TEST_CASE("time_crossing: between two places, exact for powers", "[measure][crossing]") {
  // n² = 700 n at n = 700.
  const auto crossing = time_crossing(power(1, 2), power(700, 1));
  REQUIRE(crossing);
  CHECK(crossing->is_slower_after);
  CHECK(crossing->last_before == 512U);
  CHECK(crossing->first_after == 1024U);
  CHECK(*crossing->tokens == Approx(700));
  CHECK(crossing->looked_from == 64);
  CHECK(crossing->looked_to == 4096);
}

TEST_CASE("time_crossing: the other way round", "[measure][crossing]") {
  const auto crossing = time_crossing(power(700, 1), power(1, 2));
  REQUIRE(crossing);
  CHECK_FALSE(crossing->is_slower_after);
  CHECK(*crossing->tokens == Approx(700));
}

TEST_CASE("time_crossing: none where one is slower everywhere", "[measure][crossing]") {
  const auto slower = time_crossing(power(2, 1), power(1, 1));
  REQUIRE(slower);
  CHECK(slower->is_slower_after);
  CHECK_FALSE(slower->tokens);
  const auto faster = time_crossing(power(1, 1), power(2, 1));
  REQUIRE(faster);
  CHECK_FALSE(faster->is_slower_after);
  CHECK_FALSE(faster->first_after);
}

TEST_CASE("time_crossing: the last of several", "[measure][crossing]") {
  const std::vector<TimedAt> left{{1, 2}, {2, 1}, {4, 3}, {8, 3}},
      right{{1, 1}, {2, 2}, {4, 2}, {8, 2}};
  const auto crossing = time_crossing(left, right);
  REQUIRE(crossing);
  CHECK(crossing->last_before == 2U);
  CHECK(crossing->first_after == 4U);
}

TEST_CASE("time_crossing: equal at a place that was measured", "[measure][crossing]") {
  const auto crossing =
      time_crossing({{64, 1}, {128, 1}, {256, 1}}, {{64, 2}, {128, 1}, {256, 0.5}});
  REQUIRE(crossing);
  CHECK(*crossing->tokens == Approx(128));
}

TEST_CASE("time_crossing: only places that both have", "[measure][crossing]") {
  const auto crossing = time_crossing({{64, 1}, {128, 3}}, {{128, 2}, {256, 1}});
  REQUIRE(crossing);
  CHECK(crossing->looked_from == 128);
  CHECK(crossing->looked_to == 128);
  CHECK_FALSE(time_crossing({{64, 1}}, {{128, 1}}));
}
