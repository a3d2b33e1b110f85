#include "render/costs/layer_sweep_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/count.hpp"
#include "base/message.hpp"
#include "render/costs/count_json.hpp"
#include "render/costs/elided_rows.hpp"
#include "render/curve/plot.hpp"
#include "render/number/quantity_text.hpp"
#include "render/text/lines.hpp"
#include "render/text/table.hpp"
#include "render/text/wrap.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

// A number of a layer that is worth following, and what machine output calls it.
struct LayerSeries {
  const char* id;
  const char* unit;
  Count (*of)(const LayerCosts& costs);
};

Count steps_of(const LayerCosts& costs) { return costs.sequential_steps.count; }
Count path_of(const LayerCosts& costs) { return costs.max_path.count; }
Count flops_of_all(const LayerCosts& costs) { return 2 * layer_macs(costs); }

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
  Plot plot{.x_name = sweep.range.parameter, .y_name = y_name, .places = {}, .curves = {}};
  for (const LayerSweepPoint& point : sweep.points) plot.places.push_back(count_of(point.value));
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i)
    plot.curves.push_back({layers_of(sweep)[i].layer.name, along(sweep, i, of)});
  return plot;
}

Table table_of_values(const LayerSweep& sweep) {
  Table table{.columns = {{sweep.range.parameter, sweep.range.parameter}}, .n_text_columns = 0};
  for (const LayerSweepPoint& point : sweep.points)
    table.rows.push_back({cell::Whole{count_of(point.value)}});
  return table;
}

void add_column(Table& table, const Column& column, const std::vector<Count>& counts) {
  table.columns.push_back(column);
  for (std::size_t i = 0; i < counts.size(); ++i) table.rows[i].push_back(cell::Whole{counts[i]});
}

// A narrow screen does without the paths.
Table steps_table(const LayerSweep& sweep) {
  Table table = table_of_values(sweep);
  table.id = "sequence";
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i) {
    const std::string name = layers_of(sweep)[i].layer.name;
    add_column(table, {name + "_steps", message("{}: steps", name)}, along(sweep, i, steps_of));
    table.dispensable.push_back(table.columns.size());
    add_column(table, {name + "_path", message("{}: path", name)}, along(sweep, i, path_of));
  }
  return table;
}

Table work_table(const LayerSweep& sweep, const Operations& operations) {
  Table table = table_of_values(sweep);
  table.id = "operations";
  Count least = 0;
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i)
    for (const Count& count : along(sweep, i, layer_macs))
      if (least == 0 || count < least) least = count;
  const Unit unit = decimal_unit_for(least, operations.base);
  table.rows.insert(table.rows.begin(), {cell::Missing{}});  // the first row names the unit
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i) {
    table.columns.push_back({layers_of(sweep)[i].layer.name, layers_of(sweep)[i].layer.name});
    table.rows[0].push_back(cell::name(unit.name));
    for (std::size_t row = 0; row < sweep.points.size(); ++row)
      table.rows[row + 1].push_back(
          cell::Quantity{.number = layer_macs(sweep.points[row].layers[i]) * (2 / operations.flops),
                         .unit = unit,
                         .names_unit = false});
  }
  return table;
}

std::string section(const std::string& name, const Plot& plot, Table table, std::size_t n_headings,
                    const Layout& layout) {
  const Painter paint(layout);
  std::string text = " " + paint(Style::Kind::heading, name) + "\n";
  if (layout.explain > 0) text += paragraph(table.title, layout) + "\n";
  text += plot_text(plot, layout, kNoteIndent);
  if (layout.explain > 0)
    text += footnote(translated("picture"), plot_legend(plot, layout), layout);
  elide_rows(table, layout.max_rows, n_headings);
  text += "\n" + rows_text(table, layout, kNoteIndent);
  return table.note.empty() ? text : text + paragraph(table.note, layout);
}

// "rnn: 2 T d^2": the formula of each.
std::string formulas_text(const LayerSweep& sweep) {
  std::string text;
  for (std::size_t i = 0; i < layers_of(sweep).size(); ++i)
    text += (text.empty() ? "" : "; ") + std::string(layers_of(sweep)[i].layer.name) + ": " +
            layer_macs_formula(sweep, i).text();
  return text;
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

}  // namespace

std::string layer_names(const LayerSweep& sweep) {
  std::string names;
  for (const LayerCosts& costs : layers_of(sweep))
    names += (names.empty() ? "" : ", ") + costs.layer.name;
  return names;
}

std::string layer_sweep_title(const LayerSweep& sweep, OperationUnit unit, const Layout& layout) {
  NamedLine line("complexity", layout);
  line.append(layer_names(sweep));
  line.append(fmt::format("{} {} - {}", sweep.range.parameter, count_text(sweep.range.from),
                          count_text(sweep.range.to)));
  for (const auto& [name, size] : fixed_sizes(sweep))
    line.append(fmt::format("{} {}", name, count_text(size)));
  line.append(Operations(unit).rule);
  return line.text();
}

std::vector<Plot> plots_of(const LayerSweep& sweep, OperationUnit unit) {
  const auto work = unit == OperationUnit::flop ? flops_of_all : layer_macs;
  return {plot_of_series(sweep, translated("steps"), steps_of),
          plot_of_series(sweep, Operations(unit).base, work)};
}

std::vector<Table> tables_of(const LayerSweep& sweep, OperationUnit unit) {
  std::vector<Table> tables{steps_table(sweep), work_table(sweep, Operations(unit))};
  tables.front().title = translated(
      "Steps that have to wait for one another, however many processors "
      "there are, and the path between the two tokens farthest apart.");
  tables.back().title =
      message("The work: matrix products of the forward pass. In MAC, {}.", formulas_text(sweep));
  return tables;
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

std::string layer_sweep_text(const LayerSweep& sweep, OperationUnit unit, const Layout& layout) {
  const std::vector<Plot> plots = plots_of(sweep, unit);
  const std::vector<Table> tables = tables_of(sweep, unit);
  std::string text = layout.explain > 0 ? layer_sweep_title(sweep, unit, layout) + "\n" : "";
  text += section("sequence", plots.front(), tables.front(), 0, layout);
  text += "\n" + section("operations", plots.back(), tables.back(), 1, layout);
  if (layout.explain == 0) return text;
  text += "\n";
  for (const std::string& note : notes_of(sweep))
    text += footnote(translated("note"), note, layout);
  return text;
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
  std::string text = "layer\tparameter\tvalue\tname\tcount\tunit\n";
  for (const LayerSweepPoint& point : sweep.points)
    for (const LayerCosts& costs : point.layers)
      for (const LayerSeries& series : kLayerSeries)
        text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", costs.layer.name, sweep.range.parameter,
                            point.value, series.id, series.of(costs).get_str(), series.unit);
  return text;
}

}  // namespace attn
