#include "render/learning/learning_progress.hpp"

#include "render/text/display_width.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

LearningPace halfway() {
  return {.task = "copy",
          .n_done = 500,
          .n_steps = 1000,
          .loss = 0.25,
          .drops = true,
          .held_out_loss = 0.125,
          .steps_per_second = 100.0};
}

}  // namespace

TEST_CASE("learning_progress_line: how far, how good, how fast, how long", "[render][learning]") {
  CHECK(learning_progress_line(halfway(), {.width = 120}) ==
        " copy  step 500/1,000  loss 0.250 with dropout  held out 0.125  100 steps/s  5 s left");
  LearningPace first{.task = "sort", .n_steps = 10, .loss = 2.0};
  CHECK(learning_progress_line(first, {}) == " sort  step 0/10  loss 2.000");
}

TEST_CASE("learning_progress_line: a slow run is told in minutes and hours", "[render][learning]") {
  LearningPace pace = halfway();
  pace.steps_per_second = 1.0;
  CHECK(learning_progress_line(pace, {.width = 120}).ends_with("1.0 steps/s  9 min left"));
  pace.n_steps = 10'500;
  CHECK(learning_progress_line(pace, {.width = 120}).ends_with("3 h left"));
}

TEST_CASE("learning_progress_line: leaves room for the ^C of a terminal", "[render][learning]") {
  for (unsigned width = 20; width <= 100; ++width)
    CHECK(display_width(learning_progress_line(halfway(), {.width = width})) + 2 < width);
}
