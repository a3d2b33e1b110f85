#include "render/learning/learning_progress.hpp"

#include "render/text/display_width.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("learning_progress_line: never as wide as the screen", "[learning]") {
  const LearningPace pace{.task = "copy",
                          .n_done = 60,
                          .n_steps = 100,
                          .loss = 0.15,
                          .drops = true,
                          .held_out_loss = 0.068,
                          .steps_per_second = 20.0};
  for (unsigned width = kMinWidth; width < 140; ++width) {
    Layout layout;
    layout.width = width;
    const std::string line = learning_progress_line(pace, layout);
    CHECK(display_width(line) < width);
    CHECK(line.find("60/100") != std::string::npos);
  }
  Layout wide;
  wide.width = 200;
  CHECK(learning_progress_line(pace, wide).find("2 s left") != std::string::npos);
}
