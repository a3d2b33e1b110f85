#include "render/costs/layer_text.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "costs/costs.hpp"
#include "render/number/quantity_text.hpp"
#include "render/text/lines.hpp"
#include "render/text/table.hpp"
#include "trace/trace.hpp"

namespace attn {
namespace {

std::string names_of(const std::vector<LayerCosts>& layers) {
  std::string names;
  for (const LayerCosts& costs : layers)
    names += (names.empty() ? "" : ", ") + std::string(costs.layer.name);
  return names;
}

std::string title(const std::vector<LayerCosts>& layers, OperationUnit unit, const Layout& layout) {
  const LayerSizes& sizes = layers.front().sizes;
  NamedLine line("complexity", layout);
  line.append(names_of(layers));
  line.append(message("batch {}", count_text(sizes.n_batch)));
  line.append(message("tokens {}", count_text(sizes.n_tokens)));
  if (sizes.causal.value_or(false)) line.append(translated("causal"));
  line.append(sizes.dtype.name);
  line.append(Operations(unit).rule);
  return line.text();
}

std::string where(const std::vector<LayerCosts>& layers, const Layout& layout) {
  std::vector<const Formula*> formulas;
  for (const LayerCosts& costs : layers)
    for (const auto* list : {&costs.parameters, &costs.macs, &costs.memory, &costs.memory_aside})
      for (const Quantity& quantity : *list) formulas.push_back(&quantity.formula);
  if (layers.size() == 1)  // the only ones whose shapes are shown
    for (const LayerShape& shape : layers.front().shapes)
      for (const Formula& axis : shape.axes) formulas.push_back(&axis);
  return symbols_text(formulas, arguments_of(layers), layout);
}

std::string heading(const LayerReport& report, OperationUnit unit, const Layout& layout) {
  std::string text = title(report.layers, unit, layout);
  if (report.layers.size() == 1) {
    const Layer& layer = report.layers.front().layer;
    text += paragraph(message("{}: {}.", layer.label, layer.about), layout);
  }
  return text + where(report.layers, layout) +
         paragraph(translated("T, the number of tokens, is what the other commands call n."),
                   layout);
}

// A row of a table: what is counted, and its layer for the bytes of a number.
struct CostRow {
  cell::Text label;
  Quantity quantity;
  const LayerCosts* costs;
};

std::vector<Quantity> terms_of(const LayerCosts& costs, OperationUnit unit) {
  return unit == OperationUnit::flop ? flops_of(costs) : costs.macs;
}

Count bytes_of(const CostRow& row) {
  return bytes_of(row.quantity.formula, row.costs->sizes.dtype).at(row.costs->arguments);
}

std::vector<CostRow> rows_of(const LayerCosts& costs, const std::vector<Quantity>& quantities) {
  std::vector<CostRow> rows;
  for (const Quantity& quantity : quantities)
    rows.push_back({{quantity.id, quantity.label}, quantity, &costs});
  return rows;
}

std::vector<CostRow> with_total(const LayerCosts& costs, const std::vector<Quantity>& quantities) {
  std::vector<CostRow> rows = rows_of(costs, quantities);
  if (rows.size() != 1)
    rows.push_back({{"total", translated("total")}, sum_of(costs, quantities), &costs});
  return rows;
}

std::string symbolic_shape(const LayerShape& shape) {
  std::string text;
  for (const Formula& axis : shape.axes) text += (text.empty() ? "" : ", ") + axis.text();
  return "(" + text + ")";
}

Table shape_table(const LayerCosts& costs) {
  Table table{.id = "shapes",
              .title = translated("Shapes on the way: sequences first, then heads, tokens and "
                                  "width."),
              .columns = {{"what", translated("what")},
                          {"axes", translated("axes")},
                          {"shape", translated("shape")},
                          {"numbers", translated("numbers")}},
              .n_text_columns = 3};
  for (const LayerShape& shape : costs.shapes)
    table.rows.push_back({cell::Text{shape.id, shape.label}, cell::name(symbolic_shape(shape)),
                          cell::name(tuple_shape(sizes_of(shape, costs))),
                          cell::Whole{shape.numbers().at(costs.arguments)}});
  return table;
}

Table parameter_table(const std::vector<CostRow>& rows, const Column& first) {
  Table table{
      .id = "parameters",
      .title = translated("What is learned. None of it depends on the number of tokens."),
      .columns = {first, {"formula", translated("formula")}, {"count", translated("count")}},
      .n_text_columns = 2};
  for (const CostRow& row : rows)
    table.rows.push_back(
        {row.label, cell::name(row.quantity.formula.text()), cell::Whole{row.quantity.count}});
  return table;
}

Table operation_table(const std::vector<CostRow>& rows, const Column& first,
                      const std::string& base) {
  Count largest = 0;
  for (const CostRow& row : rows) largest = std::max(largest, row.quantity.count);
  const Unit unit = decimal_unit_for(largest, base);
  Table table{
      .id = "operations",
      .title = translated("Matrix products of the forward pass. A MAC is a multiplication "
                          "and an addition, hence 2 FLOP."),
      .columns = {first, {"formula", translated("formula")}, {"count", base}, {"size", unit.name}},
      .n_text_columns = 2};
  for (const CostRow& row : rows)
    table.rows.push_back(
        {row.label, cell::name(row.quantity.formula.text()), cell::Whole{row.quantity.count},
         cell::Quantity{.number = row.quantity.count, .unit = unit, .names_unit = false}});
  table.dispensable = {2};
  if (unit.size == 1) {  // the same twice
    table.dispensable.clear();
    table.columns.pop_back();
    for (TableRow& row : table.rows) row.pop_back();
  }
  return table;
}

Table memory_table(const std::vector<CostRow>& rows, const Column& first) {
  Table table{.id = "memory",
              .title = translated("Numbers that are stored in addition to the parameters."),
              .columns = {first,
                          {"formula", translated("formula")},
                          {"numbers", translated("numbers")},
                          {"size", translated("size")}},
              .n_text_columns = 2};
  for (const CostRow& row : rows) {
    const Count bytes = bytes_of(row);
    table.rows.push_back({row.label, cell::name(row.quantity.formula.text()),
                          cell::Whole{row.quantity.count},
                          quantity_cell(bytes, binary_unit_for(bytes))});
  }
  table.dispensable = {3};
  return table;
}

Table sequence_table(const std::vector<LayerCosts>& layers) {
  Table table{
      .id = "sequence",
      .title = translated("Steps that have to wait for one another, however many processors there "
                          "are, and the most steps between two tokens. The T^2 pairs of attention "
                          "are work, not steps: all are computed at once."),
      .columns = {{"layer", translated("layer")},
                  {"formula", translated("formula")},
                  {"steps", translated("steps")},
                  {"path", translated("path")}},
      .n_text_columns = 2};
  for (const LayerCosts& costs : layers)
    table.rows.push_back(
        {cell::name(costs.layer.name), cell::name(costs.sequential_steps.formula.text()),
         cell::Whole{costs.sequential_steps.count}, cell::Whole{costs.max_path.count}});
  return table;
}

cell::Text pair_cell(const LayerCrossover& crossover) {
  const std::string& left = crossover.left;
  const std::string& right = crossover.right;
  const std::string layer = crossover.layer.empty() ? "" : crossover.layer + ": ";
  const std::string id = fmt::format("{}{}, {}", layer, left, right);
  switch (crossover.kind) {
    case LayerCrossover::Kind::projections:
      return {id, message("{}: projections, pairwise", crossover.layer)};
    case LayerCrossover::Kind::order:
      return {id, message("orders: {}, {}", left, right)};
    case LayerCrossover::Kind::layers:
      break;
  }
  return {id, id};
}

cell::Text cheaper_cell(const LayerCrossover& crossover) {
  const Cheaper below = crossover.crossover.below;
  if (below == Cheaper::neither) return {"neither", translated("neither")};
  const bool is_left = below == Cheaper::left;
  const std::string& id = is_left ? crossover.left : crossover.right;
  std::string cheaper = id;
  if (crossover.kind == LayerCrossover::Kind::projections)
    cheaper = is_left ? translated("projections") : translated("pairwise");
  return {id, crossover.crossover.last_below ? cheaper : message("always {}", cheaper)};
}

TableCell tokens_cell(const Crossover& crossover) {
  if (crossover.tokens && crossover.tokens->get_den() == 1)
    return cell::Whole{crossover.tokens->get_num()};
  if (crossover.tokens) return cell::name(fraction_text(*crossover.tokens));
  if (!crossover.last_below) return cell::Missing{translated("never")};
  return cell::Numbers{
      {cell::Whole{*crossover.last_below}, cell::Whole{Count(*crossover.last_below + 1)}},
      cell::Numbers::Between::range};
}

}  // namespace

std::string layer_text(const LayerReport& report, OperationUnit unit, const Layout& layout,
                       const std::string& more) {
  std::vector<Table> tables = report.layers.size() == 1
                                  ? tables_of_layer(report.layers.front(), unit)
                                  : tables_of_layers(report.layers, unit);
  if (!report.crossovers.empty()) tables.push_back(crossover_table(report.crossovers));
  std::string text = layout.explain > 0 ? heading(report, unit, layout) : "";
  for (const Table& table : tables) text += (text.empty() ? "" : "\n") + table_text(table, layout);
  if (layout.explain > 0 && !report.notes.empty()) text += "\n";
  if (layout.explain > 0)
    for (const std::string& note : report.notes) text += footnote(translated("note"), note, layout);
  if (layout.explain > 0 && !more.empty()) text += footnote(translated("more"), more, layout);
  return text;
}

std::vector<Table> tables_of_layer(const LayerCosts& costs, OperationUnit unit) {
  std::vector<CostRow> memory = with_total(costs, costs.memory);
  for (const CostRow& row : rows_of(costs, costs.memory_aside)) memory.push_back(row);
  std::vector<Table> tables{shape_table(costs)};
  if (!costs.parameters.empty())
    tables.push_back(
        parameter_table(with_total(costs, costs.parameters), {"part", translated("part")}));
  tables.push_back(operation_table(with_total(costs, terms_of(costs, unit)),
                                   {"term", translated("term")}, Operations(unit).base));
  tables.push_back(memory_table(memory, {"what", translated("what")}));
  if (costs.memory.size() > 1)
    tables.back().note =
        translated("Rows below the total are part of it, or an alternative to it.");
  tables.push_back(sequence_table({costs}));
  return tables;
}

std::vector<Table> tables_of_layers(const std::vector<LayerCosts>& layers, OperationUnit unit) {
  std::vector<CostRow> parameters, operations, memory;
  for (const LayerCosts& costs : layers) {
    const cell::Text name = cell::name(costs.layer.name);
    parameters.push_back({name, sum_of(costs, costs.parameters), &costs});
    operations.push_back({name, sum_of(costs, terms_of(costs, unit)), &costs});
    memory.push_back({name, sum_of(costs, costs.memory), &costs});
  }
  const Column first{"layer", translated("layer")};
  Table stored = memory_table(memory, first);
  stored.title = translated(
      "Numbers that one pass keeps in addition to the parameters: attention weights, "
      "queries, keys and values; or hidden states and cells.");
  return {parameter_table(parameters, first),
          operation_table(operations, first, Operations(unit).base), stored,
          sequence_table(layers)};
}

Table crossover_table(const std::vector<LayerCrossover>& crossovers) {
  Table table{.id = "crossovers",
              .title = translated("For how many tokens two costs are equal, exactly. The rule of "
                                  "orders, T = d, leaves out projections and gates."),
              .columns = {{"costs", translated("two costs")},
                          {"cheaper_before", translated("cheaper before")},
                          {"tokens", translated("equal at T")},
                          {"per_d", translated("of d")}},
              .n_text_columns = 2,
              .is_prose = true};
  for (const LayerCrossover& crossover : crossovers) {
    TableCell per_d = cell::Missing{};
    if (crossover.per_d)
      per_d = cell::Text{fraction_text(*crossover.per_d), fraction_text(*crossover.per_d) + " d"};
    table.rows.push_back(
        {pair_cell(crossover), cheaper_cell(crossover), tokens_cell(crossover.crossover), per_d});
  }
  return table;
}

}  // namespace attn
