#include "render/cost_tables.hpp"

#include <algorithm>

#include "core/message.hpp"
#include "render/quantity_text.hpp"
#include "render/wrap.hpp"

namespace attn {
namespace {

std::string share_text(const Count& part, const Count& whole) {
  const std::string share = fmt::format("{:.1f}", percent_of(part, whole));
  return (share == "0.0" && part > 0 ? "<0.1" : share) + " %";
}

bool has_layers(const std::vector<Quantity>& quantities) {
  return std::any_of(quantities.begin(), quantities.end(),
                     [](const Quantity& quantity) { return quantity.per_layer > 0; });
}

// Terms in one unit, with their sum below.
Table term_table(const std::vector<Quantity>& terms, const std::string& base) {
  const Count total = total_of(terms);
  const Unit unit = decimal_unit_for(total, base);
  Table table{.header = {translated("term"), translated("formula"), unit.name, translated("share")},
              .n_text_columns = 2};
  for (const Quantity& term : terms)
    table.rows.push_back({term.label, term.formula.text(), in_unit(term.count, unit),
                          share_text(term.count, total)});
  table.rows.push_back({translated("total"), "", in_unit(total, unit), "100 %"});
  table.dispensable = {3};
  return table;
}

std::string pairs_sentences(const Costs& costs) {
  std::string text;
  for (const Pairs& pairs : costs.pairs) {
    const std::string formula = pairs.formula.text();
    const std::string count = formula == pairs.symbol ? count_text(pairs.count)
                                                      : formula + " = " + count_text(pairs.count);
    add_sentence(text, message("{} pairs of a query and a key ({}).",
                               unbroken(pairs.symbol + " = " + count), kind_text(pairs.kind)));
  }
  return text;
}

// What the same pass would cost if every query attended to every key.
Count operations_of_full_square(const Costs& costs) {
  Pass pass = costs.pass;
  pass.causal = false;
  pass.window.reset();
  pass.given_pairs.reset();
  Model model = costs.model;
  for (Stack& stack : model.stacks) stack.n_windowed_layers = 0;
  return total_of(costs_of(model, pass).macs);
}

std::string operation_note(const Costs& costs, const Unit& unit, const Operations& counted) {
  const unsigned per_mac = 2 / counted.flops;
  std::string text = pairs_sentences(costs);
  const Count total = total_of(costs.macs) * per_mac,
              full = operations_of_full_square(costs) * per_mac;
  add_sentence(text, message("The total is exactly {} {}.", count_text(total), counted.base));
  if (full != total)
    add_sentence(text, message("With every pair counted it would be {}.", with_unit(full, unit)));
  if (costs.pass.mode == Mode::train)
    add_sentence(text, message("One forward pass is a third of it, the backward pass two thirds; "
                               "computing the activations again adds {}.",
                               with_unit(total / 3, unit)));
  return text;
}

std::string memory_note(const Costs& costs) {
  const Count& weights = find(costs.memory, "weights_bytes")->count;
  std::string text = message("1 GiB is 2^30 bytes, 1 GB is 10^9: the weights are {} or {}.",
                             with_unit(weights, binary_unit_for(weights)),
                             with_unit(weights, decimal_unit_for(weights, "B")));
  if (const Quantity* read = find(costs.memory, "step_read_bytes"))
    add_sentence(text, message("Each step does {:.3g} FLOP for every byte it reads.",
                               mpq_class(total_of(costs.macs) * 2, read->count).get_d()));
  if (!find(costs.memory, "kv_cache_bytes") && costs.pass.mode != Mode::train)
    add_sentence(text, translated("There is no KV cache: every token is read at once."));
  return text;
}

}  // namespace

std::string kind_text(Pairs::Kind kind) {
  switch (kind) {
    case Pairs::Kind::full:
      return translated("every pair");
    case Pairs::Kind::causal:
      return translated("causal");
    case Pairs::Kind::window:
      return translated("window");
    case Pairs::Kind::causal_window:
      return translated("causal window");
    case Pairs::Kind::mask:
      break;
  }
  return translated("ones of the mask");
}

Table parameter_cost_table(const Costs& costs) {
  const Count total = total_of(costs.parameters);
  Table table{.id = "parameters",
              .title = translated("What is learned. A formula gives the total of its part."),
              .header = {translated("part"), translated("formula"), translated("per layer"),
                         translated("total"), translated("share")},
              .n_text_columns = 2};
  const bool shows_layers = has_layers(costs.parameters);
  for (const Quantity& part : costs.parameters)
    table.rows.push_back({part.label, part.formula.text(),
                          part.per_layer == 0 ? "" : count_text(part.per_layer),
                          count_text(part.count), share_text(part.count, total)});
  table.rows.push_back({translated("total"), "", "", count_text(total), total == 0 ? "" : "100 %"});
  table.dispensable = {4, 2};
  if (!shows_layers) table.dispensable = {2, 4};
  if (costs.n_active_parameters != total)
    table.note =
        message("Each token goes through {} of them ({}): {} of {} experts are active.",
                count_text(costs.n_active_parameters), share_text(costs.n_active_parameters, total),
                costs.model.n_active_experts, costs.model.n_experts);
  return table;
}

Table operation_table(const Costs& costs, OperationUnit unit) {
  const Operations counted(unit);
  const std::vector<Quantity> terms =
      unit == OperationUnit::flop ? flops_of(costs.macs) : costs.macs;
  Table table = term_table(terms, counted.base);
  table.id = "operations";
  table.title = costs.pass.mode == Mode::train
                    ? translated(
                          "Matrix products, forward and backward: three times the forward "
                          "pass.")
                    : translated(
                          "Matrix products of the forward pass. A MAC is a multiplication "
                          "and an addition, hence 2 FLOP.");
  table.note = operation_note(costs, decimal_unit_for(total_of(terms), counted.base), counted);
  return table;
}

Table elementwise_table(const Costs& costs) {
  Table table = term_table(costs.elementwise, "FLOP");
  table.id = "elementwise";
  table.title = translated(
      "Beside the matrix products, in the forward pass: one FLOP for each operation on a number. "
      "Softmax has 5: maximum, difference, exponential, sum, quotient.");
  return table;
}

Table memory_table(const Costs& costs) {
  Table table{.id = "memory",
              .title = translated("What is stored, or read and written."),
              .header = {translated("what"), translated("formula"), translated("size"),
                         translated("bytes")},
              .n_text_columns = 2};
  for (const Quantity& row : costs.memory)
    table.rows.push_back({row.label, row.formula.text(),
                          with_unit(row.count, binary_unit_for(row.count)), count_text(row.count)});
  table.dispensable = {3};
  table.note = memory_note(costs);
  return table;
}

}  // namespace attn
