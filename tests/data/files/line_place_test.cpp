#include "data/files/line_place.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("line_place: counts as editors do", "[data][line_place]") {
  CHECK(line_place(3, 2) == "line 3, column 2");
}

TEST_CASE("line_place: a byte of a text, by characters", "[data][line_place]") {
  CHECK(line_place_of("a\n猫x", 5) == "line 2, column 2");
  CHECK(line_place_of("a\n猫x", 100) == "line 2, column 3");
}
