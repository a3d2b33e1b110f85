#include "practice/formula/operations.hpp"

#include "practice/formula/arithmetic_grammar.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

double between(const std::string& sign, double a, double b) {
  const double operands[] = {a, b};
  return operation_between(sign).of(operands);
}

double of(const std::string& function, double a) { return function_named(function)->of(&a); }

}  // namespace

TEST_CASE("operation_between: each sign does what it says", "[practice][arithmetic]") {
  CHECK(between("+", 6.0, 3.0) == 9.0);
  CHECK(between("-", 6.0, 3.0) == 3.0);
  CHECK(between("*", 6.0, 3.0) == 18.0);
  CHECK(between("/", 6.0, 3.0) == 2.0);
  CHECK(between("^", 6.0, 3.0) == 216.0);
}

TEST_CASE("operation_between: what gives no number throws", "[practice][arithmetic][error]") {
  CHECK_THROWS_AS(between("/", 1.0, 0.0), NoNumber);
  CHECK_THROWS_AS(between("^", 0.0, -1.0), NoNumber);
  CHECK_THROWS_AS(between("^", -8.0, 1.0 / 3.0), NoNumber);
  CHECK_THROWS_AS(between("*", 1e200, 1e200), NoNumber);
  CHECK_THROWS_AS(between("+", 1e308, 1e308), NoNumber);
}

TEST_CASE("function_named: roots, logarithms and the rest", "[practice][arithmetic]") {
  CHECK(of("sqrt", 9.0) == 3.0);
  CHECK(of("ln", 1.0) == 0.0);
  CHECK(of("log", 1.0) == 0.0);
  CHECK(of("exp", 0.0) == 1.0);
  CHECK(of("sin", 0.0) == 0.0);
  CHECK(of("cos", 0.0) == 1.0);
  CHECK_THROWS_AS(of("sqrt", -1.0), NoNumber);
  CHECK_THROWS_AS(of("ln", 0.0), NoNumber);
  CHECK_THROWS_AS(of("exp", 1000.0), NoNumber);
  CHECK(function_named("tan") == nullptr);
}

TEST_CASE("formula_functions: each can be called with one number", "[practice][arithmetic]") {
  for (const std::string& function : formula_functions())
    CHECK_NOTHROW(formula_steps(function + "(n)", {"n"}));
}

TEST_CASE("function_named: a logarithm with its base as an index", "[practice][operations]") {
  CHECK(function_named("log_e") == function_named("ln"));
  CHECK(function_named("log_2") == function_named("log2"));
  CHECK(function_named("log_10") == function_named("log10"));
}
