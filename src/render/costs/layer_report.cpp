#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "costs/costs.hpp"
#include "render/costs/costs.hpp"
#include "render/costs/parts.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

std::string names_of(const std::vector<LayerCosts>& layers) {
  std::vector<std::string> names;
  for (const LayerCosts& costs : layers) names.push_back(costs.layer.name);
  return listed(names);
}

ReportTitle title_of(const std::vector<LayerCosts>& layers, OperationUnit unit) {
  const LayerSizes& sizes = layers.front().sizes;
  ReportTitle line{"complexity"};
  line.append(names_of(layers));
  line.append(message("batch {}", count_text(sizes.n_batch)));
  line.append(message("tokens {}", count_text(sizes.n_tokens)));
  if (sizes.causal.value_or(false)) line.append(translated("causal"));
  line.append(sizes.dtype.name);
  line.append(Operations(unit).rule);
  return line;
}

std::string symbols_of(const std::vector<LayerCosts>& layers) {
  std::vector<const Formula*> formulas;
  for (const LayerCosts& costs : layers)
    for (const auto* list : {&costs.parameters, &costs.macs, &costs.memory, &costs.memory_aside})
      for (const Quantity& quantity : *list) formulas.push_back(&quantity.formula);
  if (layers.size() == 1)  // the only ones whose shapes are shown
    for (const LayerShape& shape : layers.front().shapes)
      for (const Formula& axis : shape.axes) formulas.push_back(&axis);
  return symbols_text(formulas, arguments_of(layers));
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

Json sum_json(const LayerCosts& costs, const std::vector<Quantity>& quantities) {
  const Quantity sum = sum_of(costs, quantities);
  return {{"total", count_json(sum.count)},
          {"formula", sum.formula.text()},
          {"parts", quantities_json(quantities)}};
}

Count bytes_in(const LayerCosts& costs, const Quantity& numbers) {
  return bytes_of(numbers.formula, costs.sizes.dtype).at(costs.arguments);
}

// Stored numbers, each with its bytes.
Json stored_json(const LayerCosts& costs, const std::vector<Quantity>& quantities) {
  Json json = quantities_json(quantities);
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    json[i].erase("per_layer");
    json[i]["bytes"] = count_json(bytes_in(costs, quantities[i]));
  }
  return json;
}

Json memory_json(const LayerCosts& costs) {
  const Quantity sum = sum_of(costs, costs.memory);
  return {{"total", count_json(sum.count)},
          {"total_bytes", count_json(bytes_in(costs, sum))},
          {"formula", sum.formula.text()},
          {"parts", stored_json(costs, costs.memory)},
          {"aside", stored_json(costs, costs.memory_aside)}};
}

Json quantity_json(const Quantity& quantity) {
  return {{"formula", quantity.formula.text()}, {"count", count_json(quantity.count)}};
}

Json shapes_json(const LayerCosts& costs) {
  Json shapes = Json::array();
  for (const LayerShape& shape : costs.shapes) {
    Json axes = Json::array();
    for (const Formula& axis : shape.axes) axes.push_back(axis.text());
    shapes.push_back({{"name", shape.id}, {"axes", axes}, {"shape", sizes_of(shape, costs)}});
  }
  return shapes;
}

Json layer_object(const LayerCosts& costs) {
  return {{"name", costs.layer.name},
          {"shapes", shapes_json(costs)},
          {"parameters", sum_json(costs, costs.parameters)},
          {"macs", sum_json(costs, costs.macs)},
          {"flops", sum_json(costs, flops_of(costs))},
          {"memory", memory_json(costs)},
          {"sequential_steps", quantity_json(costs.sequential_steps)},
          {"max_path", quantity_json(costs.max_path)}};
}

std::string cheaper_name(const LayerCrossover& crossover) {
  switch (crossover.crossover.below) {
    case Cheaper::left:
      return crossover.left;
    case Cheaper::right:
      return crossover.right;
    case Cheaper::neither:
      break;
  }
  return "";
}

Json crossover_json(const LayerCrossover& crossover) {
  const Crossover& found = crossover.crossover;
  const std::string cheaper = cheaper_name(crossover);
  return {{"layer", crossover.layer.empty() ? Json(nullptr) : Json(crossover.layer)},
          {"left", crossover.left},
          {"right", crossover.right},
          {"left_formula", crossover.left_formula.text()},
          {"right_formula", crossover.right_formula.text()},
          {"tokens", tokens_json(found)},
          {"per_d", crossover.per_d ? Json(fraction_text(*crossover.per_d)) : Json(nullptr)},
          {"last_below", last_below_json(found)},
          {"cheaper_below", cheaper.empty() ? Json(nullptr) : Json(cheaper)}};
}

std::string records_of(const LayerCosts& costs) {
  std::string text;
  const auto add = [&](const char* section, const char* unit,
                       const std::vector<Quantity>& quantities) {
    for (const Quantity& quantity : quantities)
      text += record_text({costs.layer.name, section, quantity.id, quantity.formula.text(),
                           quantity.count.get_str(), unit});
  };
  add("parameters", "parameter", costs.parameters);
  add("macs", "MAC", costs.macs);
  add("flops", "FLOP", flops_of(costs));
  add("memory", "number", costs.memory);
  add("memory_aside", "number", costs.memory_aside);
  add("sequence", "step", {costs.sequential_steps, costs.max_path});
  for (const LayerShape& shape : costs.shapes)
    text += record_text({costs.layer.name, "shapes", shape.id, shape.numbers().text(),
                         shape.numbers().at(costs.arguments).get_str(), "number"});
  return text;
}

Json layer_json(const LayerReport& report) {
  const LayerSizes& sizes = report.layers.front().sizes;
  Json layers = Json::array(), crossovers = Json::array();
  for (const LayerCosts& costs : report.layers) layers.push_back(layer_object(costs));
  for (const LayerCrossover& crossover : report.crossovers)
    crossovers.push_back(crossover_json(crossover));
  return {{"schema", "attn.cost/1"},
          {"command", "complexity"},
          {"config",
           {{"batch", sizes.n_batch}, {"tokens", sizes.n_tokens}, {"dtype", sizes.dtype.name}}},
          {"arguments", arguments_json(arguments_of(report.layers))},
          {"layers", layers},
          {"crossovers", crossovers},
          {"notes", report.notes}};
}

std::string layer_records(const LayerReport& report) {
  std::string text = record_text({"layer", "section", "name", "formula", "count", "unit"});
  for (const LayerCosts& costs : report.layers) text += records_of(costs);
  for (const LayerCrossover& one : report.crossovers)
    text +=
        record_text({one.layer, "crossover", one.left + "|" + one.right,
                     one.left_formula.text() + " = " + one.right_formula.text(),
                     one.crossover.tokens ? fraction_text(*one.crossover.tokens) : "", "token"});
  return text;
}

}  // namespace

Report layers_report(const LayerReport& layers, OperationUnit unit, const std::string& more) {
  Report report{.name = names_of(layers.layers),
                .title = title_of(layers.layers, unit),
                .json = layer_json(layers),
                .records = layer_records(layers)};
  const LayerCosts& first = layers.layers.front();
  const bool is_one = layers.layers.size() == 1;
  if (is_one) report.about = {message("{}: {}.", first.layer.label, first.layer.about)};
  report.say(ReportWords::Kind::where, symbols_of(layers.layers), false);
  report.say(ReportWords::Kind::paragraph,
             translated("T, the number of tokens, is what the other commands call n."), false);
  for (const Table& table :
       is_one ? tables_of_layer(first, unit) : tables_of_layers(layers.layers, unit))
    report.add(table);
  if (!layers.crossovers.empty()) report.add(crossover_table(layers.crossovers));
  report.say_all(ReportWords::Kind::note, layers.notes);
  if (!more.empty()) report.say(ReportWords::Kind::more, more, false);
  return report;
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

namespace {

// A number of a layer that is worth following, and what machine output calls it.
struct LayerSeries {
  const char* id;
  const char* unit;
  Count (*of)(const LayerCosts& costs);
};

Count steps_of(const LayerCosts& costs) { return costs.sequential_steps.count; }
Count path_of(const LayerCosts& costs) { return costs.max_path.count; }
Count flops_of_all(const LayerCosts& costs) { return 2 * layer_macs(costs); }

auto work_in(const Operations& operations) {
  return operations.flops == 1 ? flops_of_all : layer_macs;
}

constexpr LayerSeries kLayerSeries[] = {{"sequential_steps", "step", steps_of},
                                        {"max_path", "step", path_of},
                                        {"macs", "MAC", layer_macs},
                                        {"flops", "FLOP", flops_of_all}};

const std::vector<LayerCosts>& layers_of(const LayerSweep& sweep) {
  return sweep.points.front().layers;
}

std::vector<Count> along(const LayerSweep& sweep, std::size_t layer,
                         Count (*of)(const LayerCosts& costs)) {
  std::vector<Count> counts;
  for (const LayerSweepPoint& point : sweep.points) counts.push_back(of(point.layers[layer]));
  return counts;
}

Plot plot_of_series(const LayerSweep& sweep, const std::string& y_name,
                    Count (*of)(const LayerCosts& costs)) {
  Plot plot{.x_name = sweep.range.parameter,
            .y_name = y_name,
            .places = values_of(sweep.points),
            .curves = {}};
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i)
    plot.curves.push_back({layers_of(sweep)[i].layer.name, along(sweep, i, of)});
  return plot;
}

// A narrow screen does without the paths.
Table steps_table(const LayerSweep& sweep) {
  SweepTable made(sweep.range.parameter, values_of(sweep.points), false);
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i) {
    const std::string name = layers_of(sweep)[i].layer.name;
    made.add({name + "_steps", message("{}: steps", name)}, along(sweep, i, steps_of));
    made.table.dispensable.push_back(made.table.columns.size());
    made.add({name + "_path", message("{}: path", name)}, along(sweep, i, path_of));
  }
  made.table.id = "sequence";
  made.table.title = translated(
      "Steps that have to wait for one another, however many processors "
      "there are, and the path between the two tokens farthest apart.");
  return made.table;
}

// "rnn: 2 T d^2": the formula of each.
std::string formulas_text(const LayerSweep& sweep) {
  std::vector<std::string> formulas;
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i)
    formulas.push_back(
        fmt::format("{}: {}", layers_of(sweep)[i].layer.name, layer_macs_formula(sweep, i).text()));
  return joined(formulas, "; ");
}

Table work_table(const LayerSweep& sweep, const Operations& operations) {
  SweepTable made(sweep.range.parameter, values_of(sweep.points), true);
  Count least = 0;
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i)
    for (const Count& count : along(sweep, i, layer_macs))
      if (least == 0 || count < least) least = count;
  const Unit unit = decimal_unit_for(least, operations.base);
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i) {
    const std::string name = layers_of(sweep)[i].layer.name;
    made.add({name, name}, along(sweep, i, work_in(operations)), unit);
  }
  made.table.id = "operations";
  made.table.title =
      message("The work: matrix products of the forward pass. In MAC, {}.", formulas_text(sweep));
  return made.table;
}

// "tokens" for n_tokens, as a sweep calls it; the other sizes have one name everywhere.
std::string size_name(const std::string& meaning) {
  return meaning == "n_tokens" || meaning == "n_batch" ? meaning.substr(2) : meaning;
}

// The value of a symbol where it is the same all along.
std::optional<Count> fixed_value(const LayerSweep& sweep, std::size_t layer,
                                 const std::string& symbol) {
  const Count& value = sweep.points.front().layers[layer].arguments[symbol];
  for (const LayerSweepPoint& point : sweep.points)
    if (point.layers[layer].arguments[symbol] != value) return {};
  return value;
}

// The sizes that a reader needs for the formulas: name and value, each once.
std::vector<std::pair<std::string, Count>> fixed_sizes(const LayerSweep& sweep) {
  const LayerSizes& first = layers_of(sweep).front().sizes;
  std::vector<std::pair<std::string, Count>> sizes{{"tokens", count_of(first.n_tokens)},
                                                   {"d_model", count_of(first.d_model)}};
  std::erase_if(sizes, [&](const auto& size) { return size.first == sweep.range.parameter; });
  std::set<std::string> named{"tokens", "d_model", sweep.range.parameter};
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i) {
    const std::vector<std::string> symbols = layer_macs_formula(sweep, i).symbols();
    for (const Arguments::Argument& argument : layers_of(sweep)[i].arguments.all()) {
      if (std::find(symbols.begin(), symbols.end(), argument.symbol) == symbols.end()) continue;
      const std::optional<Count> value = fixed_value(sweep, i, argument.symbol);
      if (value && named.insert(size_name(argument.meaning)).second)
        sizes.emplace_back(size_name(argument.meaning), *value);
    }
  }
  return sizes;
}

bool has_layer(const LayerSweep& sweep, bool is_recurrent) {
  return std::any_of(
      layers_of(sweep).begin(), layers_of(sweep).end(),
      [=](const LayerCosts& costs) { return costs.layer.cell.has_value() == is_recurrent; });
}

ReportTitle title_of(const LayerSweep& sweep, OperationUnit unit) {
  ReportTitle line{"complexity"};
  line.append(names_of(layers_of(sweep)));
  line.append(fmt::format("{} {} - {}", sweep.range.parameter, count_text(sweep.range.from),
                          count_text(sweep.range.to)));
  for (const auto& [name, size] : fixed_sizes(sweep))
    line.append(fmt::format("{} {}", name, count_text(size)));
  line.append(Operations(unit).rule);
  return line;
}

std::vector<std::string> notes_of(const LayerSweep& sweep) {
  std::vector<std::string> notes;
  if (has_layer(sweep, false))
    notes.emplace_back(translated(
        "T^2 is work, the number of pairs, and not a number of steps: no pair waits for "
        "another. A processor with room for few pairs takes them in turns all the same."));
  if (has_layer(sweep, true))
    notes.emplace_back(
        translated("A recurrent layer works in parallel, too: over the sequences of a batch, over "
                   "the numbers of a state, and over all tokens in the product with its input. "
                   "Only the step from state to state has to wait; where that step is linear, even "
                   "it need not, by a scan."));
  return notes;
}

Json layer_sweep_json(const LayerSweep& sweep) {
  Json points = Json::array();
  for (const LayerSweepPoint& point : sweep.points) {
    Json layers = Json::array();
    for (const LayerCosts& costs : point.layers) {
      Json layer{{"name", costs.layer.name}};
      for (const LayerSeries& series : kLayerSeries)
        layer[series.id] = count_json(series.of(costs));
      layers.push_back(layer);
    }
    points.push_back(
        {{sweep.range.parameter, count_json(count_of(point.value))}, {"layers", layers}});
  }
  return {{"parameter", sweep.range.parameter}, {"points", points}};
}

std::string layer_sweep_records(const LayerSweep& sweep) {
  std::string text = record_text({"layer", "parameter", "value", "name", "count", "unit"});
  for (const LayerSweepPoint& point : sweep.points)
    for (const LayerCosts& costs : point.layers)
      for (const LayerSeries& series : kLayerSeries)
        text += record_text({costs.layer.name, sweep.range.parameter, std::to_string(point.value),
                             series.id, series.of(costs).get_str(), series.unit});
  return text;
}

}  // namespace

Report layer_sweep_report(const LayerSweep& sweep, OperationUnit unit) {
  const Operations operations(unit);
  Report report{
      .name = names_of(layers_of(sweep)),
      .title = title_of(sweep, unit),
      .json = layer_json({.layers = sweep.points.back().layers, .crossovers = {}, .notes = {}}),
      .records = layer_sweep_records(sweep)};
  report.json["sweep"] = layer_sweep_json(sweep);
  report.add(PlottedTable{.name = "sequence",
                          .plot = plot_of_series(sweep, translated("steps"), steps_of),
                          .table = steps_table(sweep)});
  report.add(PlottedTable{.name = "operations",
                          .plot = plot_of_series(sweep, operations.base, work_in(operations)),
                          .table = work_table(sweep, operations),
                          .n_headings = 1});
  report.say_all(ReportWords::Kind::note, notes_of(sweep));
  return report;
}

}  // namespace attn
