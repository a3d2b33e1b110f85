#include "costs/conventions/convention_list.hpp"

#include "support/catch.hpp"
#include "support/convention_counts.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

Convention row_named(const std::string& id) {
  return {.id = id, .label = id, .formula = {}, .count = 0, .why = "because"};
}

}  // namespace

TEST_CASE("ConventionList: a row gets its count, or the reason it has none",
          "[costs][convention_list]") {
  const Costs costs = costs_of(tiny_llama(), pass_of(10));
  ConventionList list(costs);
  list.add(row_named("counted"), 2 * list.term("n_act"));
  list.add(row_named("refused"), 2 * list.term("n_act"), "not here");
  const Conventions found = std::move(list).finish();
  REQUIRE(found.rows.size() == 2);
  CHECK(found.rows[0].formula->text() == "2 n_act");
  CHECK(found.rows[0].count == 2 * 2 * 10 * 40);
  CHECK(found.rows[0].why == "because");
  CHECK_FALSE(found.rows[1].formula);
  CHECK(found.rows[1].count == 0);
  CHECK(found.rows[1].why == "not here");
}

TEST_CASE("ConventionList: only what the formulas name is defined", "[costs][convention_list]") {
  const Costs costs = costs_of(tiny_llama(), pass_of(10));
  ConventionList list(costs);
  CHECK(list.term("n_norm").text() == "0");  // there is no LayerNorm
  list.add(row_named("counted"), list.term("C_W") + 5 * list.term("n_norm"));
  const Conventions found = std::move(list).finish();
  CHECK(found.rows[0].formula->text() == "C_W");
  REQUIRE(found.definitions.size() == 1);
  CHECK(found.definitions[0].symbol == "C_W");
}

TEST_CASE("ConventionList: in training, terms are those of one forward pass",
          "[costs][convention_list]") {
  const Costs forward = costs_of(tiny_llama(), pass_of(10)),
              training = costs_of(tiny_llama(), pass_of(10, Mode::train));
  const auto weights_of = [](const Costs& costs) {
    ConventionList list(costs);
    list.add(row_named("weights"), list.term("C_W"));
    return std::move(list).finish().rows[0].count;
  };
  CHECK(weights_of(training) == weights_of(forward));
  CHECK(ConventionList(training).passes() == 3);
  CHECK(ConventionList(forward).passes() == 1);
}
