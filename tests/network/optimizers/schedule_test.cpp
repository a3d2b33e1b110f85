#include "network/optimizers/schedule.hpp"

#include <cmath>
#include <numbers>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("Schedule: constant unless told otherwise", "[network][schedule]") {
  const Schedule schedule{.learning_rate = 0.01};
  for (const std::uint64_t t : {0U, 1U, 1000000U}) CHECK(schedule.at(t) == 0.01);
}

TEST_CASE("Schedule: the first step of a warm-up of 4 is a quarter, the fourth is whole",
          "[network][schedule]") {
  const Schedule schedule{.learning_rate = 2, .warm_up = 4};
  CHECK(schedule.at(0) == 0.5);
  CHECK(schedule.at(1) == 1.0);
  CHECK(schedule.at(3) == 2.0);
  CHECK(schedule.at(4) == 2.0);
  CHECK(schedule.at(100) == 2.0);
}

TEST_CASE("Schedule: a cosine falls to a tenth", "[network][schedule]") {
  const Schedule schedule{.learning_rate = 1, .warm_up = 10, .n_steps = 110, .is_cosine = true};
  CHECK(schedule.at(4) == 0.5);
  CHECK(schedule.at(9) == 1.0);
  CHECK(schedule.at(10) == 1.0);
  CHECK(schedule.at(60) == Approx(0.55).epsilon(1e-15));
  CHECK(schedule.at(35) == Approx(0.1 + 0.45 * (1 + std::cos(std::numbers::pi / 4))));
  CHECK(schedule.at(110) == Approx(0.1).epsilon(1e-15));
  CHECK(schedule.at(500) == Approx(0.1).epsilon(1e-15));
  for (std::uint64_t t = 10; t < 110; ++t) CHECK(schedule.at(t + 1) < schedule.at(t));
}

TEST_CASE("Schedule: a warm-up as long as the run", "[network][schedule]") {
  const Schedule schedule{.learning_rate = 1, .warm_up = 5, .n_steps = 5, .is_cosine = true};
  CHECK(schedule.at(0) == Approx(0.2));
  CHECK(schedule.at(4) == 1.0);
}
