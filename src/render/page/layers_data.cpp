#include "render/page/layers_data.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "render/costs/layer_text.hpp"
#include "render/page/formula_data.hpp"
#include "render/page/table_data.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

Json layer_quantities(const std::vector<Quantity>& quantities) {
  Json list = Json::array();
  for (const Quantity& quantity : quantities)
    list.push_back({{"id", quantity.id},
                    {"label", quantity.label},
                    {"formula", formula_data(quantity.formula)}});
  return list;
}

Json shapes_data(const std::vector<LayerShape>& shapes) {
  Json list = Json::array();
  for (const LayerShape& shape : shapes) {
    Json axes = Json::array();
    for (const Formula& axis : shape.axes) axes.push_back(formula_data(axis));
    list.push_back({{"label", shape.label}, {"axes", axes}});
  }
  return list;
}

Json layer_data(const LayerCosts& costs) {
  Json arguments = Json::array();
  for (const Arguments::Argument& argument : costs.arguments.all())
    arguments.push_back(argument_data(argument));
  const auto total = [&](const std::vector<Quantity>& list) {
    return formula_data(sum_of(costs, list).formula);
  };
  return {{"name", costs.layer.name},
          {"arguments", arguments},
          {"shapes", shapes_data(costs.shapes)},
          {"parameters", layer_quantities(costs.parameters)},
          {"macs", layer_quantities(costs.macs)},
          {"flops", layer_quantities(flops_of(costs))},
          {"memory", layer_quantities(costs.memory)},
          {"aside", layer_quantities(costs.memory_aside)},
          {"totals",
           {{"parameters", total(costs.parameters)},
            {"macs", total(costs.macs)},
            {"flops", total(flops_of(costs))},
            {"memory", total(costs.memory)}}},
          {"steps", formula_data(costs.sequential_steps.formula)},
          {"path", formula_data(costs.max_path.formula)}};
}

// Where one whole layer overtakes another.
Json crossings_data(const std::vector<LayerCrossover>& crossovers) {
  Json list = Json::array();
  for (const LayerCrossover& one : crossovers)
    if (one.kind == LayerCrossover::Kind::layers && one.crossover.last_below)
      list.push_back({{"left", one.left},
                      {"right", one.right},
                      {"first_after", Count(*one.crossover.last_below + 1).get_str()}});
  return list;
}

std::string about(const LayerReport& report) {
  if (report.layers.size() > 1) return "";
  const Layer& layer = report.layers.front().layer;
  return message("{}: {}.", layer.label, layer.about);
}

}  // namespace

Json layers_data(const LayerReport& report, OperationUnit unit,
                 const std::optional<SweepRange>& range) {
  std::string names;
  Json layers = Json::array(), tables = Json::array();
  for (const LayerCosts& costs : report.layers) {
    names += (names.empty() ? "" : ", ") + std::string(costs.layer.name);
    layers.push_back(layer_data(costs));
  }
  if (!report.crossovers.empty())
    tables.push_back(table_data(crossover_table(report.crossovers), Layout{}));
  const LayerSizes& sizes = report.layers.front().sizes;
  return {{"kind", "layers"},
          {"title", names},
          {"about", about(report)},
          {"unit", name_in(kOperationUnits, unit)},
          {"tokens", std::to_string(sizes.n_tokens)},
          {"value_bits", sizes.dtype.n_bits},
          {"range",
           {{"from", std::to_string(range ? range->from : 1)},
            {"to", std::to_string(range ? range->to : std::uint64_t{1} << 16U)}}},
          {"layers", layers},
          {"crossings", crossings_data(report.crossovers)},
          {"tables", tables},
          {"notes", report.notes}};
}

}  // namespace attn
