#include "practice/recipe/engine.hpp"
#include "support/catch.hpp"
#include "support/recipe_value.hpp"

using namespace attn;

namespace {

const Definitions kFormulas{{"total", expression_of("4*n*d^2 + 2*n^2*d", {"n", "d"})},
                            {"lstm", expression_of("8*n*d^2", {"n", "d"})},
                            {"three", arma::mat{3.0}}};

}  // namespace

TEST_CASE("formula_at: the value of a formula", "[practice][engine]") {
  CHECK(value_of("formula_at(total, three, 5)", kFormulas)(0) == Approx(390));
  CHECK(value_of("2 * formula_at(lstm, 1, 1)", kFormulas)(0) == Approx(16));
  CHECK(refusal_of("formula_at(total, 3)", kFormulas) ==
        "formula_at(total, 3): the formula has 2 variables, and 1 numbers are given for them.");
  CHECK(refusal_of("formula_at(three, 3)", kFormulas) != "accepted");
}

TEST_CASE("crossing: where two formulas meet", "[practice][engine]") {
  CHECK(value_of("formula_at(crossing(total, lstm), 64)", kFormulas)(0) == Approx(128));
  CHECK(refusal_of("formula_at(crossing(total, total), 64)", kFormulas) != "accepted");
}

TEST_CASE("Recipe: variables stay open, and names may stand for formulas", "[practice][recipe]") {
  const Recipe sum("total + 2*n*lstm", {"n", "d"});
  CHECK(sum.names() == std::vector<std::string>{"total", "lstm"});
  Definitions given = kFormulas;
  given.insert_or_assign("sum", sum);
  // 4·3·25 + 2·9·5 + 2·3·600
  CHECK(value_of("formula_at(sum, 3, 5)", given)(0) == Approx(390 + 3600));
  CHECK(Recipe("n*d", {"n", "d"}).names().empty());
}
