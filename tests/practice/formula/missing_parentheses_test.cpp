#include "practice/formula/missing_parentheses.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

bool may_mean(std::string_view formula, const std::string& meant) {
  const Strings ways = with_parentheses(formula);
  return std::find(ways.begin(), ways.end(), meant) != ways.end();
}

}  // namespace

TEST_CASE("with_parentheses: an exponent, a denominator, a numerator", "[practice][formula]") {
  CHECK(may_mean("d_k^1/2", "d_k^(1/2)"));
  CHECK(may_mean("1/1+e^-1", "1/(1+e^-1)"));
  CHECK(may_mean("1+2+3/3", "(1+2+3)/3"));
  CHECK(may_mean("1/2*pi", "1/(2*pi)"));
  CHECK(may_mean("2^n-1", "2^(n-1)"));
  CHECK(may_mean("2*pi*10000^2/512", "2*pi*10000^(2/512)"));
  CHECK(may_mean("e^8/e^8+1", "e^8/(e^8+1)"));
  CHECK(may_mean("e^2/e+e^2+e^3", "e^2/(e+e^2+e^3)"));
  CHECK(may_mean("a+b/c+d", "(a+b)/(c+d)"));
}

TEST_CASE("with_parentheses: within a group, and no further", "[practice][formula]") {
  CHECK(may_mean("2*(1/1+3)", "2*(1/(1+3))"));
  CHECK(may_mean("sqrt(2)/sqrt(2)+1", "sqrt(2)/(sqrt(2)+1)"));
  CHECK(may_mean("x^-1/2 + 1", "x^(-1/2)+1"));
  CHECK_FALSE(may_mean("2*(1/1+3)+4", "2*(1/(1+3)+4)"));
}

TEST_CASE("with_parentheses: the formula as it is comes first", "[practice][formula]") {
  CHECK(with_parentheses("d_k^1 / 2").front() == "d_k^1/2");
  CHECK(with_parentheses("2 n d").front() == "2 n d");
  // As many ways for one formula as for another, so that those of several cells go together.
  CHECK(with_parentheses("1").size() == with_parentheses("e^2/e+e^2+e^3").size());
}

TEST_CASE("with_parentheses: what is no formula has none", "[practice][formula]") {
  CHECK(with_parentheses("1 = 2").empty());
  CHECK(with_parentheses("a ? b").empty());
  for (const char* text : {"", ")", "(", "^", "/", "1/", "/1", "((1/2", "1)/2+3", "^/^/"})
    CHECK_NOTHROW(with_parentheses(text));
}
