#include <map>

#include "costs/conventions/conventions.hpp"
#include "support/catch.hpp"
#include "support/convention_counts.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

using Values = std::map<std::string, Count>;

Values values_of(const Model& model, const Pass& pass) {
  Values values;
  for (const ConventionTerm& one : convention_terms(costs_of(model, pass)))
    values[one.symbol] = one.value;
  return values;
}

}  // namespace

TEST_CASE("convention_terms: worked by hand", "[costs][convention_terms]") {
  // tiny_bert: L = 2, d = 12, h = 3, f = 48, and 10 tokens.
  CHECK(values_of(tiny_bert(), pass_of(10)) ==
        Values{{"C_W", 2 * 10 * (4 * 144 + 2 * 576) + 144},  // the pooler reads one token
               {"C_A", 2 * 2 * 12 * 100},
               {"C_F", 2 * 2 * 12 * 100},
               {"C_P", 2 * 10 * 4 * 144},
               {"N_P", 2 * 4 * (144 + 12)},
               {"n_norm", 10 * (2 * 2 * 12 + 12)},  // two a layer, one of embeddings
               {"n_bias", 2 * 10 * (4 * 12 + 48 + 12) + 12},
               {"n_soft", 2 * 3 * 100},
               {"n_sc", 2 * 10 * 12},
               {"N_0", 12 * 2 * 144}});

  // tiny_llama: L = 2, d = 16, 4 heads of 4 in 2 groups, f = 40, V = 50; no LayerNorm, no bias.
  CHECK(values_of(tiny_llama(), pass_of(10)) ==
        Values{{"C_W", 10 * (2 * (2 * 256 + 2 * 128 + 3 * 640) + 800)},
               {"C_A", 2 * 2 * 16 * 55},
               {"C_F", 2 * 2 * 16 * 100},
               {"C_P", 10 * 2 * (2 * 256 + 2 * 128)},
               {"N_P", 2 * (2 * 256 + 2 * 128)},
               {"n_soft", 2 * 4 * 100},
               {"n_act", 2 * 10 * 40},
               {"n_sc", 2 * 10 * 16},
               {"N_0", 2 * 2 * 16 * (2 * 16 + 40)}});
}

TEST_CASE("convention_terms: one formula for the batch", "[costs][convention_terms]") {
  const Values one = values_of(tiny_bert(), pass_of(10)),
               three = values_of(tiny_bert(), pass_of(10, Mode::prefill, 3));
  for (const char* symbol : {"C_W", "C_A", "C_F", "C_P", "n_norm", "n_bias", "n_soft", "n_sc"}) {
    INFO(symbol);
    CHECK(three.at(symbol) == 3 * one.at(symbol));
  }
  CHECK(three.at("N_0") == one.at("N_0"));
  CHECK(three.at("N_P") == one.at("N_P"));
}

TEST_CASE("convention_terms: each formula gives its value", "[costs][convention_terms][property]") {
  for (const Model& model : small_models())
    for (Pass pass : passes_of(model)) {
      if (pass.mode == Mode::train) pass.mode = Mode::prefill;
      const Costs costs = costs_of(model, pass);
      for (const ConventionTerm& one : convention_terms(costs)) {
        INFO(model.name << ": " << one.symbol << " = " << one.formula.text());
        CHECK(one.formula.at(costs.arguments) == one.value);
      }
    }
}

TEST_CASE("convention_terms: products with weights and between tokens are all products",
          "[costs][convention_terms][property]") {
  for (const Model& model : small_models())
    for (Pass pass : passes_of(model)) {
      if (pass.mode == Mode::train) pass.mode = Mode::prefill;
      const Values values = values_of(model, pass);
      INFO(model.name);
      CHECK(values.at("C_W") + values.at("C_A") == total_of(costs_of(model, pass).macs));
    }
}

TEST_CASE("convention_terms: active parameters are those of the costs",
          "[costs][convention_terms]") {
  for (Model model : small_models()) {
    if (model.n_experts == 0) continue;
    const Costs costs = costs_of(model, pass_of(6));
    CHECK(values_of(model, pass_of(6)).at("N_act") == costs.n_active_parameters);
    CHECK(costs.n_active_parameters < costs.arguments["N"]);
  }
}
