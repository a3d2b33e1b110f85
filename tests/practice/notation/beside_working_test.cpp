#include "practice/notation/beside_working.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("answer_and_working: parentheses behind a number or before it",
          "[practice][beside_working]") {
  const auto behind = answer_and_working(" 262144 (= 512*(256 + 256)) ");
  REQUIRE(behind);
  CHECK(behind->answer == "262144");
  CHECK(behind->working == "512*(256 + 256)");
  CHECK((behind->says_equal && behind->is_parted && behind->is_behind));
  const auto product = answer_and_working("2(3)");
  REQUIRE(product);
  CHECK_FALSE((product->says_equal || product->is_parted));
  const auto before = answer_and_working("(ln 2) 0.69");
  REQUIRE(before);
  CHECK((before->answer == "0.69" && before->working == "ln 2" && !before->is_behind));
  for (const char* text : {"", "(", ")", "()", "(1)", "1)", "((1) 2", "512", "(1 + 2)*3", "(2)3"})
    CHECK_FALSE(answer_and_working(text));
}

TEST_CASE("sides_of_equation: an equals sign in parentheses parts nothing",
          "[practice][beside_working]") {
  using Sides = std::vector<std::string>;
  CHECK(sides_of_equation("a=b=c") == Sides{"a", "b", "c"});
  CHECK(sides_of_equation("5 (= 2 + 3)") == Sides{"5 (= 2 + 3)"});
  CHECK(sides_of_equation("=5") == Sides{"", "5"});
  CHECK(sides_of_equation("") == Sides{""});
}
