#include "cli/complexity/measure_progress.hpp"

#include "render/text/text.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("progress_line: how far, and what is next", "[cli][measure]") {
  const MeasureStep step{.n_done = 21,
                         .n_steps = 42,
                         .series = Series{Workload::lstm, RealType::fp32},
                         .tokens = 1024};
  CHECK(progress_line(step, {}, {}) == " measuring  ⣿⣿⣿⣿⣿⣿⣀⣀⣀⣀⣀⣀  22 of 42  n 1,024  lstm");
  CHECK(progress_line(step, {}, {.glyphs = Glyphs::ascii}) ==
        " measuring  ######......  22 of 42  n 1,024  lstm");
  CHECK(progress_line({.n_steps = 42}, {}, {.glyphs = Glyphs::ascii}) ==
        " measuring  ............  1 of 42  ceiling");
}

TEST_CASE("progress_line: never fills the line", "[cli][measure]") {
  const MeasureStep step{.n_done = 5,
                         .n_steps = 42,
                         .series = Series{Workload::stages_kept, RealType::fp64},
                         .tokens = 1'000'000};
  for (const unsigned width : {10U, 24U, 40U, 80U})
    CHECK(display_width(progress_line(step, {}, {.width = width})) < width);
}
