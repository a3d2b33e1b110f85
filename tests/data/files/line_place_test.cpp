#include "data/files/line_place.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("line_place: counts as editors do", "[data][line_place]") {
  CHECK(line_place(3, 2) == "line 3, column 2");
}
