#include "render/text/line_break.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("break_cost: nothing after marks, particles and English words", "[render][wrap]") {
  CHECK(break_cost("、", "各", false) == 0);
  CHECK(break_cost("を", "す", false) == 0);
  CHECK(break_cost("は", "影", false) == 0);
  CHECK(break_cost("e", "w", true) == 0);
  CHECK(break_cost("は", "「", false) == 0);
}

TEST_CASE("break_cost: most inside katakana words and before units", "[render][wrap]") {
  const unsigned inside = break_cost("マ", "ス", false);
  CHECK(break_cost("2", "つ", true) == inside);
  CHECK(break_cost("第", "2", true) == inside);
  CHECK(break_cost("ー", "ド", false) == inside);
  CHECK(break_cost("段", "階", false) < inside);
  CHECK(break_cost("示", "す", false) < break_cost("す", "る", false));
}
