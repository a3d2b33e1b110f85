#include "practice/formula/arithmetic_grammar.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/message.hpp"
#include "data/random/random.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::string shown_step(const FormulaSteps& formula, const FormulaSteps::Step& step) {
  if (const auto* const operation = std::get_if<const FormulaOperation*>(&step))
    return std::string((*operation)->name) + ((*operation)->n_operands == 1 ? "1" : "");
  if (const auto* const variable = std::get_if<VariablePlace>(&step))
    return formula.names[variable->place];
  return fmt::format("{}", std::get<double>(step));
}

// The steps in one line; the minus sign before a number is "-1", a function "sqrt1".
std::string steps(const std::string& text) {
  const FormulaSteps formula = formula_steps(text, {"n", "d", "d_k"});
  std::string line;
  for (const FormulaSteps::Step& step : formula.steps)
    line += (line.empty() ? "" : " ") + shown_step(formula, step);
  return line;
}

// A random formula, written with no more parentheses than it needs, and its value by a second way.
struct RandomFormula {
  std::string text;
  double value;
  int binds;  // 0 a number, then as tightly as its last operation: + 1, * 2, sign 3, ^ 4
};

RandomFormula in_parentheses_below(RandomFormula part, int least) {
  const bool is_bare = part.binds == 0 || part.binds >= least;
  return is_bare ? part : RandomFormula{"(" + part.text + ")", part.value, 0};
}

RandomFormula random_formula(Random& random, int depth) {
  const auto pick = [&](int n) { return static_cast<int>(random.uniform() * n); };
  if (depth == 0) {
    const int digit = 1 + pick(9);
    return {std::to_string(digit), static_cast<double>(digit), 0};
  }
  const auto part = [&](int least) {
    return in_parentheses_below(random_formula(random, depth - 1), least);
  };
  switch (pick(7)) {
    case 0: {
      const RandomFormula a = part(1), b = part(2);
      return {a.text + " + " + b.text, a.value + b.value, 1};
    }
    case 1: {
      const RandomFormula a = part(1), b = part(2);
      return {a.text + " - " + b.text, a.value - b.value, 1};
    }
    case 2: {
      const RandomFormula a = part(2), b = part(3);
      return {a.text + "*" + b.text, a.value * b.value, 2};
    }
    case 3: {
      const RandomFormula a = part(2), b = part(3);
      return {a.text + "/" + b.text, a.value / b.value, 2};
    }
    case 4: {
      const RandomFormula a = part(5), b = part(4);
      return {a.text + "^" + b.text, std::pow(a.value, b.value), 4};
    }
    case 5: {
      const RandomFormula a = part(4);
      return a.text.starts_with('-') ? a : RandomFormula{"(-" + a.text + ")", -a.value, 0};
    }
    default: {
      const RandomFormula a = random_formula(random, depth - 1);
      return {"exp(" + a.text + ")", std::exp(a.value), 0};
    }
  }
}

}  // namespace

TEST_CASE("formula_steps: an operation comes behind its operands", "[practice][arithmetic]") {
  CHECK(steps("2 + n*d") == "2 n d * +");
  CHECK(steps("(2 + n)*d") == "2 n + d *");
  CHECK(steps("2 - n - d") == "2 n - d -");
  CHECK(steps("2/n*d") == "2 n / d *");
  CHECK(steps("2^n^d") == "2 n d ^ ^");
  CHECK(steps("-n^2") == "n 2 ^ -1");
  CHECK(steps("2^-n*d") == "2 n -1 ^ d *");
  CHECK(steps("-2*-n") == "2 -1 n -1 *");
  CHECK(steps("+n") == "n");
  CHECK(steps("sqrt(n + 1)/2") == "n 1 + sqrt1 2 /");
  CHECK(steps("2^sqrt(n)^d") == "2 n sqrt1 d ^ ^");
}

TEST_CASE("formula_steps: what people leave out is multiplied", "[practice][arithmetic]") {
  CHECK(steps("4nd²") == steps("4*n*d^2"));
  CHECK(steps("2(n+1)") == steps("2*(n+1)"));
  CHECK(steps("d_k n") == steps("d_k*n"));
  CHECK(steps("1/nd") == "1 n / d *");
  CHECK(steps("√2") == steps("sqrt(2)"));
  CHECK(steps("n log n") == "n n log1 *");
  CHECK(formula_steps("4nd²", {"n", "d", "m"}).names == std::vector<std::string>{"n", "d"});
}

TEST_CASE("formula_steps: random formulas have the value that their parts give",
          "[practice][arithmetic][property]") {
  Random random(7);
  int n_compared = 0;
  for (int i = 0; i < 500; ++i) {
    const RandomFormula formula = random_formula(random, 1 + i % 5);
    if (formula.text.size() > 400 || !std::isfinite(formula.value)) continue;
    INFO(formula.text);
    std::optional<double> value;
    try {
      value = formula_steps(formula.text, {}).at({});
    } catch (const NoNumber&) {
      continue;  // a part of it is too large or a root of a negative number
    }
    CHECK(*value == formula.value);
    ++n_compared;
  }
  CHECK(n_compared > 300);
}

TEST_CASE("formula_steps: what is unfinished or unknown is refused",
          "[practice][arithmetic][error]") {
  for (const char* text : {"", "2*", "*2", "(n", "n)", "()", "sqrt", "n^^2", "--1"})
    CHECK_THROWS_AS(steps(text), InputError);
  CHECK_THROWS_WITH(steps("d_v"), ContainsSubstring("d_v"));
  CHECK_THROWS_WITH(steps("sqr(2)"), ContainsSubstring("sqrt"));
}

TEST_CASE("formula_steps: parentheses nest only so deep", "[practice][arithmetic][error]") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "n" + std::string(depth, ')');
  };
  CHECK_NOTHROW(steps(nested(kFormulaDepth)));
  CHECK_THROWS_AS(steps(nested(kFormulaDepth + 1)), InputError);
}
