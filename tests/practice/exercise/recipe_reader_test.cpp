#include "practice/exercise/exercise.hpp"
#include "support/catch.hpp"
#include "support/recipe_value.hpp"

using namespace attn;

TEST_CASE("read_recipe: a refusal names the place, in characters", "[practice][recipe]") {
  CHECK(refusal_of("softmax_rows(divide(S, 3)") ==
        "In the recipe “softmax_rows(divide(S, 3)”, character 13: this parenthesis is never "
        "closed.");
  CHECK(refusal_of("S)") == "In the recipe “S)”, character 2: this parenthesis closes none.");
  CHECK(refusal_of("add(π, )") ==
        "In the recipe “add(π, )”, character 8: a name, a number or a function is missing.");
  CHECK(refusal_of("") ==
        "In the recipe “”, character 1: a name, a number or a function is missing.");
  CHECK(refusal_of("height()") ==
        "In the recipe “height()”, character 8: a name, a number or a function is missing.");
}

TEST_CASE("read_recipe: an unknown function is told with the nearest", "[practice][recipe]") {
  CHECK(refusal_of("1 + sofmax_rows(S)") ==
        "In the recipe “1 + sofmax_rows(S)”, character 5: there is no function sofmax_rows (did "
        "you mean softmax_rows?).");
  CHECK(refusal_of("divide(S, sqr(4))") ==
        "In the recipe “divide(S, sqr(4))”, character 11: there is no function sqr (did you mean "
        "sqrt?).");
  CHECK(refusal_of("zzzzz(S)") ==
        "In the recipe “zzzzz(S)”, character 1: there is no function zzzzz.");
}

TEST_CASE("read_recipe: a function takes as many arguments as it has", "[practice][recipe]") {
  CHECK(refusal_of("cell(M, 0)") ==
        "In the recipe “cell(M, 0)”, character 1: cell takes 3 arguments, cell(M, row, col), and "
        "has 2.");
  CHECK(value_of("sum(row_vector(1, 2, 3, 4))")(0) == 10);
}

TEST_CASE("read_recipe: what arithmetic refuses is told with its part", "[practice][recipe]") {
  using Catch::Matchers::StartsWith;
  CHECK_THAT(refusal_of("divide(S, 2 +)"), StartsWith("In the recipe “2 +”: "));
  CHECK_THAT(refusal_of("1, 2"), StartsWith("In the recipe “1, 2”: "));
  CHECK_THAT(refusal_of("S[0]"), StartsWith("In the recipe “S[0]”: "));
  CHECK_THAT(refusal_of("\"text\""), StartsWith("In the recipe “\"text\"”: "));
}

TEST_CASE("read_recipe: neither length nor depth is without end", "[practice][recipe]") {
  CHECK(refusal_of(std::string(100000, '(')) ==
        "A recipe has at most 4096 bytes, and this one has 100000.");
  const auto nested = [](int depth) {
    std::string text = "1";
    for (int i = 0; i < depth; ++i) text = "sum(" + text + ")";
    return text;
  };
  CHECK(value_of(nested(32))(0) == 1);
  CHECK_THAT(refusal_of(nested(33)),
             Catch::Matchers::EndsWith("more than 32 parentheses within one another."));
}

TEST_CASE("is_free_name: letters, digits and _, and nothing that arithmetic knows",
          "[practice][recipe]") {
  for (const char* name : {"d_k", "Q", "_x", "w2", "width", "softmax_rows"})
    CHECK(is_free_name(name));
  for (const char* name : {"", "2w", "d-k", "pi", "e", "sqrt", "ln", "π", "a b"})
    CHECK_FALSE(is_free_name(name));
  CHECK(is_name("sqrt"));
}
