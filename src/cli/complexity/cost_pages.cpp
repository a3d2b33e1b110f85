#include "cli/complexity/cost_pages.hpp"

#include "base/message.hpp"
#include "cli/flags/flag_values.hpp"
#include "costs/model/model.hpp"
#include "render/costs/costs.hpp"
#include "render/measure/measure.hpp"
#include "render/page/costs_page.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kAllRows = kMostSweepValues + 1;

CostPageParts counted(CountedPage page) {
  return {counted_page_data(page), std::move(page.tables)};
}

std::string name_of(const Model& model) {
  return model.name.empty() ? translated("by hand") : model.name;
}

std::string mode_words(const Costs& costs) {
  if (costs.pass.mode == Mode::prefill) return types_text(costs);
  const char* const mode = costs.pass.mode == Mode::decode ? translated("decode, one new token")
                                                           : translated("training");
  return std::string(mode) + ", " + types_text(costs);
}

}  // namespace

CostPageParts page_of_costs(const CostsPage& page) {
  const Costs& costs = page.costs;
  std::vector<Table> stored;
  if (page.stored) stored = {stored_table(*page.stored), stored_tensor_table(*page.stored)};
  std::vector<Table> tables{parameter_cost_table(costs),
                            operation_table(costs, page.view.cost.unit)};
  if (page.view.cost.elementwise) tables.push_back(elementwise_table(costs));
  tables.push_back(memory_table(costs));
  tables.insert(tables.end(), stored.begin(), stored.end());
  Json data = costs_data(costs, page_settings(page.model_flags, page.pass_flags, costs), page.view);
  data["source"] = mode_words(costs);
  data["tables"] = tables_data(stored, Layout{});
  data["notes"] = costs.model.notes;
  return {std::move(data), std::move(tables)};
}

CostPageParts page_of_conventions(const Costs& costs, const std::vector<VariantCosts>& compared) {
  std::vector<Table> tables = conventions_tables(costs);
  if (!compared.empty()) tables.push_back(comparison_table(compared, OperationUnit::flop));
  return counted({.title = name_of(costs.model),
                  .about = {title_line(cost_title(costs, OperationUnit::flop, Layout{}))},
                  .tables = std::move(tables),
                  .notes = costs.model.notes,
                  .warnings = costs.warnings});
}

CostPageParts page_of_sweep(const Sweep& sweep, OperationUnit unit) {
  CountedPage page{
      .title = name_of(sweep.points.back().costs.model),
      .about = {title_line(cost_title(sweep.points.back().costs, unit, Layout{}, sweep.range))},
      .plots = {plot_of(sweep, unit)},
      .tables = {sweep_table(sweep, unit, kAllRows)},
      .warnings = sweep.points.back().costs.warnings};
  page.tables.front().title = translated(
      "What Q Kᵀ and A V cost, which grows with the pairs of tokens, "
      "beside projections, MLP and all the rest.");
  for (const SweepCrossing& crossing : sweep.crossings)
    page.sentences.push_back(crossing_text(crossing, sweep));
  return counted(std::move(page));
}

CostPageParts page_of_layers(const LayerReport& report, OperationUnit unit,
                             const std::optional<SweepRange>& range, const std::string& more) {
  std::vector<Table> tables = report.layers.size() == 1
                                  ? tables_of_layer(report.layers.front(), unit)
                                  : tables_of_layers(report.layers, unit);
  if (!report.crossovers.empty()) tables.push_back(crossover_table(report.crossovers));
  Json data = layers_data(report, unit, range);
  data["source"] = report.layers.front().sizes.dtype.name;
  data["largest_setting"] = std::to_string(kLargestSetting);
  if (!more.empty()) data["notes"].push_back(more);
  return {std::move(data), std::move(tables)};
}

CostPageParts page_of_layer_sweep(const LayerSweep& sweep, OperationUnit unit) {
  return counted({.title = layer_names(sweep),
                  .about = {title_line(layer_sweep_title(sweep, unit, Layout{}))},
                  .plots = plots_of(sweep, unit),
                  .tables = tables_of(sweep, unit),
                  .notes = notes_of(sweep)});
}

CostPageParts page_of_models() {
  return counted({.title = "--list", .tables = {model_list_table(presets())}});
}

CostPageParts page_of_measurement(const Measurement& measurement) {
  std::vector<Table> tables = tables_of(measurement);
  if (!measurement.crossovers.empty()) tables.push_back(crossover_table(measurement));
  return counted({.title = "--measure",
                  .about = {measured_sizes(measurement)},
                  .tables = std::move(tables),
                  .notes = notes_of(measurement)});
}

}  // namespace attn
