#include "practice/formula/arithmetic_grammar.hpp"

#include "base/error.hpp"
#include "support/catch.hpp"

using namespace attn;
using Catch::Matchers::Contains;

namespace {

std::string plain(const std::string& text) { return plain_formula(text, {"n", "d", "d_k"}).text; }

}  // namespace

TEST_CASE("plain_formula: an operator stands between any two operands", "[practice][arithmetic]") {
  const PlainFormula formula = plain_formula("4nd²", {"n", "d"});
  CHECK(formula.text == plain_formula("4*n*d^2", {"n", "d"}).text);
  CHECK(formula.names == std::vector<std::string>{"n", "d"});
  CHECK(formula.constants == std::vector<double>{4.0, 2.0});
  CHECK(plain("2(n+1)") == plain("2*(n+1)"));
  CHECK(plain("d_k n") == plain("d_k*n"));
}

TEST_CASE("plain_formula: numbers and names never reach the evaluator as typed",
          "[practice][arithmetic]") {
  for (const char* text : {"12.5*n", "sqrt(n)/3", "n^d-1"}) {
    const std::string formula = plain(text);
    CHECK(formula.find("12.5") == std::string::npos);
    CHECK(formula.find('n') == formula.find("n"));
    CHECK(formula.find('v') != std::string::npos);
  }
}

TEST_CASE("plain_formula: what is unfinished or unknown is refused",
          "[practice][arithmetic][error]") {
  for (const char* text : {"", "2*", "*2", "(n", "n)", "()", "sqrt", "n^^2", "--1"})
    CHECK_THROWS_AS(plain(text), InputError);
  CHECK_THROWS_WITH(plain("d_v"), Contains("d_v"));
  CHECK_THROWS_WITH(plain("sqr(2)"), Contains("sqrt"));
}

TEST_CASE("plain_formula: parentheses nest only so deep", "[practice][arithmetic][error]") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "n" + std::string(depth, ')');
  };
  CHECK_NOTHROW(plain(nested(kFormulaDepth)));
  CHECK_THROWS_AS(plain(nested(kFormulaDepth + 1)), InputError);
}

TEST_CASE("formula_functions: each can be called with one number", "[practice][arithmetic]") {
  for (const std::string& function : formula_functions()) CHECK_NOTHROW(plain(function + "(n)"));
}
