#include "practice/formula/growth_terms.hpp"

#include <string>

#include "support/catch.hpp"

using namespace attn;

namespace {

GrowthTerms expanded(const std::string& text) {
  return growth_terms(formula_steps(text, {"n", "d"}));
}

GrowthTerms leading(const std::string& text) { return leading_terms(expanded(text)); }

}  // namespace

TEST_CASE("growth_terms: products and powers are multiplied out", "[practice][growth]") {
  const GrowthTerms terms = expanded("n(n - 1)/2");
  REQUIRE(terms.size() == 2);
  CHECK(terms[0].factor == 0.5);
  CHECK(terms[0].powers == std::vector<double>{2, 0});
  CHECK(terms[1].factor == -0.5);
  CHECK(expanded("(n + d)^2").size() == 3);
  CHECK(expanded("(n + d)*(n - d) - n^2 + d^2").empty());
  CHECK(expanded("n ln n").front().powers == std::vector<double>{1, 1});
}

TEST_CASE("leading_terms: what a mix of others reaches is dropped", "[practice][growth]") {
  CHECK(leading("n^2 d + n d^2 + n d").size() == 2);
  CHECK(leading("n^2 d + n d^2 + n^1.5 d^1.5").size() == 2);
  CHECK(leading("n^2 d + n d^2 + n^1.5 d^1.51").size() == 3);
  CHECK(leading("n ln n + n").size() == 1);
  CHECK(leading("n + 1/n + 3").size() == 1);
}

TEST_CASE("leading_terms: nothing, or a negative one, is refused", "[practice][growth][error]") {
  for (const char* text : {"n - n", "d - n^2", "-1"}) CHECK_THROWS_AS(leading(text), NoGrowth);
}

TEST_CASE("growth_terms: what is no sum of powers is refused", "[practice][growth][error]") {
  for (const char* text : {"2^n", "exp(n)", "1/(n+d)", "ln(ln(n))", "n^d"})
    CHECK_THROWS_AS(expanded(text), NoGrowth);
  CHECK_THROWS_AS(expanded("n/0"), NoNumber);
  CHECK_THROWS_AS(expanded("(n+d+n^2+d^3+n^5+1)^8"), NoGrowth);
}
