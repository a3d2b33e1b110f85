#include "costs/costs.hpp"

#include "base/message.hpp"
#include "costs/model/presets.hpp"
#include "support/catch.hpp"
#include "support/formula_reader.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

void check_formulas(const std::vector<Quantity>& quantities,
                    const std::map<std::string, Count>& values) {
  for (const Quantity& quantity : quantities) {
    CAPTURE(quantity.id, quantity.formula.text());
    CHECK(value_of_text(quantity.formula.text(), values) == quantity.count);
  }
}

// The formulas of one pass with their cases, at the arguments of another.
void check_general(const std::vector<Quantity>& before, const std::vector<Quantity>& after,
                   const Arguments& arguments) {
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    CAPTURE(after[i].id);
    CHECK(before[i].general.at(arguments) == after[i].count);
    CHECK(before[i].general.resolved(arguments).text() == after[i].formula.text());
  }
}

void check_general(const Costs& before, const Costs& after) {
  const Arguments& arguments = after.arguments;
  check_general(before.parameters, after.parameters, arguments);
  check_general(before.macs, after.macs, arguments);
  check_general(flops_of(before.macs), flops_of(after.macs), arguments);
  check_general(before.elementwise, after.elementwise, arguments);
  check_general(before.memory, after.memory, arguments);
  for (std::size_t i = 0; i < after.pairs.size(); ++i) {
    CHECK(before.pairs[i].general.at(arguments) == after.pairs[i].count);
    CHECK(before.pairs[i].general.resolved(arguments).text() == after.pairs[i].formula.text());
  }
  CHECK(before.read_parameters.at(arguments) == arguments["N_r"]);
  CHECK(before.active_parameters.at(arguments) == after.n_active_parameters);
}

Pass with_tokens(Pass pass, std::uint64_t n_tokens) {
  if (pass.mode != Mode::decode) pass.n_tokens = n_tokens;
  pass.n_keys = n_tokens;
  return pass;
}

}  // namespace

TEST_CASE("costs_of: the formulas with cases hold for other tokens, keys and batches",
          "[costs][costs_of]") {
  for (const Model& model : small_models())
    for (const Pass& pass : passes_of(model)) {
      if (pass.given_pairs) continue;  // a mask is of one size
      const Costs before = costs_of(model, pass);
      for (const std::uint64_t n : {1, 2, 3, 4, 7, 8, 9, 30}) {
        Pass after = with_tokens(pass, n);
        check_general(before, costs_of(model, after));
        after.n_batch = n;
        if (pass.n_source > 0) after.n_source = 7;
        if (pass.mode == Mode::prefill) after.n_keys = 8;
        check_general(before, costs_of(model, after));
      }
    }
}

TEST_CASE("costs_of: the formulas with cases hold for every model, window and number of heads",
          "[costs][costs_of]") {
  for (const Preset& preset : presets())
    for (const Mode mode : {Mode::prefill, Mode::decode}) {
      Model model = *preset_named(preset.name);
      if (mode == Mode::decode && !model.stacks.back().keeps_cache) continue;
      CAPTURE(preset.name, model.n_heads);
      const std::uint64_t n_source = model.stacks.size() > 1 ? 300 : 0;
      const Pass pass = with_tokens({.mode = mode, .n_source = n_source}, 100);
      const Costs before = costs_of(model, pass);
      for (const std::uint64_t n : {1, 299, 300, 301, 4095, 4096, 4097, 10'000})
        check_general(before, costs_of(model, with_tokens(pass, n)));
      for (std::uint64_t n_kv_heads = 1; n_kv_heads <= model.n_heads; ++n_kv_heads) {
        model.n_kv_heads = n_kv_heads;
        if (model.n_heads % n_kv_heads == 0) check_general(before, costs_of(model, pass));
      }
    }
}

TEST_CASE("costs_of: each printed formula, at the arguments shown, is its number",
          "[costs][costs_of]") {
  for (const Model& model : small_models())
    for (const Pass& pass : passes_of(model)) {
      CAPTURE(model.name);
      const Costs costs = costs_of(model, pass);
      const std::map<std::string, Count> values = values_of(costs.arguments);
      check_formulas(costs.parameters, values);
      check_formulas(costs.macs, values);
      check_formulas(flops_of(costs.macs), values);
      check_formulas(costs.elementwise, values);
      check_formulas(costs.memory, values);
      for (const Pairs& pairs : costs.pairs)
        CHECK(value_of_text(pairs.formula.text(), values) == pairs.count);
    }
}

TEST_CASE("costs_of: what one layer has, times the layers, is the total", "[costs][costs_of]") {
  for (const Model& model : small_models())
    for (const Quantity& part : costs_of(model, prefill_of(10, 7)).parameters) {
      if (part.per_layer == 0) continue;
      CAPTURE(model.name, part.id);
      const Stack& stack =
          part.id.starts_with("decoder") ? model.stacks.back() : model.stacks.front();
      CHECK(part.count == part.per_layer * count_of(stack.n_layers));
    }
}

TEST_CASE("costs_of: settings far beyond 64 bits are exact", "[costs][costs_of]") {
  Model model;
  model.d_model = model.d_head = 1'000'000'000;
  model.stacks = {Stack{.n_layers = 1'000'000'000}};
  CHECK(total_of(costs_of(model, prefill_of(1)).parameters) == Count("4" + std::string(27, '0')));
}

TEST_CASE("costs_of: heads that cannot share are refused", "[costs][costs_of][error]") {
  Model model = gpt2_model();
  model.n_kv_heads = 5;
  CHECK_THROWS_AS(costs_of(model, prefill_of(4)), InputError);
}

TEST_CASE("flops_of: two for each MAC", "[costs][costs_of]") {
  const Costs costs = costs_of(gpt2_model(), prefill_of(16));
  CHECK(total_of(flops_of(costs.macs)) == 2 * total_of(costs.macs));
}

TEST_CASE("find: by id, or nothing", "[costs][costs_of]") {
  const Costs costs = costs_of(gpt2_model(), prefill_of(16));
  CHECK(find(costs.parameters, "wq")->count == 7'087'104);
  CHECK(find(costs.parameters, "router") == nullptr);
}

TEST_CASE("is_pair_product, is_projection: in each attention of two stacks", "[costs][costs_of]") {
  const Costs costs =
      costs_of(encoder_decoder_model(), {.n_tokens = 4, .n_keys = 4, .n_source = 7});
  const auto ids_where = [&costs](bool (*is_one)(const Quantity&)) {
    std::vector<std::string> ids;
    for (const Quantity& term : costs.macs)
      if (is_one(term)) ids.push_back(term.id);
    return ids;
  };
  CHECK(ids_where(is_pair_product) ==
        std::vector<std::string>{"encoder_scores", "encoder_weighted_sum", "decoder_scores",
                                 "decoder_weighted_sum", "decoder_cross_scores",
                                 "decoder_cross_weighted_sum"});
  CHECK(ids_where(is_projection) ==
        std::vector<std::string>{"encoder_projections", "encoder_output_projection",
                                 "decoder_projections", "decoder_output_projection",
                                 "decoder_cross_projections", "decoder_cross_output_projection"});
}

TEST_CASE("costs_of: what the full square would cost, whatever the mask", "[costs][costs_of]") {
  for (const Model& model : small_models()) {
    CAPTURE(model.name);
    const Pass causal{.n_tokens = 9, .n_keys = 9, .causal = true};
    Pass open = causal;
    open.causal = false;
    Model without_window = model;
    for (Stack& stack : without_window.stacks) stack.n_windowed_layers = 0;
    const Count full = total_of(costs_of(without_window, open).macs);
    CHECK(costs_of(model, causal).full_square_macs == full);
    CHECK(costs_of(model, open).full_square_macs == full);
    Pass windowed = causal;
    windowed.window = 2;
    CHECK(costs_of(model, windowed).full_square_macs == full);
  }
}
