#include "base/message.hpp"
#include "practice/recipe/engine.hpp"

namespace attn {
namespace {

using Call = const EngineCall&;

RecipeValue formula_at(Call call) {
  const Expression& formula = call.expression(0);
  if (call.size() != formula.variables.size() + 1)
    throw InputError(message("the formula has {} variables, and {} numbers are given for them.",
                             formula.variables.size(), call.size() - 1));
  Expression::Values values;
  for (std::size_t i = 0; i < formula.variables.size(); ++i)
    values[formula.variables[i]] = call.number(i + 1);
  return single(formula.at(values));
}

}  // namespace

std::vector<EngineFunction> expression_functions() {
  return {
      {"formula_at", "f, a, b, ...", "the value of a formula where its variables are a, b, ...", 0,
       formula_at},
      {"crossing", "f, g",
       "where two formulas meet: their first variable, as a formula in the others", 2,
       [](Call call) -> RecipeValue {
         return crossing_of(call.expression(0), call.expression(1));
       }},
  };
}

}  // namespace attn
