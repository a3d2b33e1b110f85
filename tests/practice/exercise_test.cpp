#include "practice/exercise.hpp"

#include <stdexcept>

#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

TEST_CASE("LocalText: English here, and Japanese where there is nothing else",
          "[practice][exercise]") {
  CHECK(LocalText{.en = "weights", .ja = "重み"}.here() == "weights");
  CHECK(LocalText{.en = "", .ja = "重み"}.here() == "重み");
  CHECK(LocalText{}.here().empty());
  CHECK(LocalText{}.empty());
  CHECK_FALSE(LocalText{.en = "", .ja = "重み"}.empty());
}

TEST_CASE("Exercise: a field by its name", "[practice][exercise]") {
  CHECK(practice_exercise().field("weights").kind == FieldKind::matrix);
  CHECK_THROWS_AS(practice_exercise().field("weight"), std::out_of_range);
}

TEST_CASE("Tolerance: exact where an exercise gives none", "[practice][exercise]") {
  CHECK(practice_exercise().field("scores").tolerance.is_exact());
  CHECK_FALSE(practice_exercise().field("weights").tolerance.is_exact());
}
