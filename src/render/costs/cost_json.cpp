#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "costs/costs.hpp"
#include "render/costs/costs.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

Json sum_json(const std::vector<Quantity>& quantities) {
  return {{"total", count_json(total_of(quantities))}, {"parts", quantities_json(quantities)}};
}

Json config_json(const Costs& costs) {
  const Pass& pass = costs.pass;
  return {{"model", costs.model.name},
          {"counted_as", costs.model.counted_as},
          {"mode", name_in(kModes, pass.mode)},
          {"batch", pass.n_batch},
          {"tokens", pass.n_tokens},
          {"keys", pass.n_keys},
          {"dtype", pass.types.weights.name},
          {"value_dtype", pass.types.values.name},
          {"kv_dtype", pass.types.cache.name},
          {"logits", name_in(kLogits, pass.logits)}};
}

Json pairs_json(const std::vector<Pairs>& pairs) {
  Json json = Json::array();
  for (const Pairs& one : pairs)
    json.push_back({{"symbol", one.symbol},
                    {"kind", name_in(kPairKinds, one.kind)},
                    {"formula", one.formula.text()},
                    {"count", count_json(one.count)}});
  return json;
}

// Every number by its own key; those that every reader looks for are always there.
Json memory_json(const std::vector<Quantity>& memory) {
  Json json = {{"weights_bytes", 0},
               {"kv_cache_bytes", 0},
               {"kv_cache_bytes_per_token", 0},
               {"scores_bytes", 0}};
  for (const Quantity& quantity : memory) json[quantity.id] = count_json(quantity.count);
  json["parts"] = quantities_json(memory);
  return json;
}

std::string records_of(const char* section, const char* unit,
                       const std::vector<Quantity>& quantities) {
  std::string text;
  for (const Quantity& quantity : quantities)
    text += record_text({.section = section,
                         .name = quantity.id,
                         .formula = quantity.formula.text(),
                         .per_layer = quantity.per_layer == 0 ? "" : quantity.per_layer.get_str(),
                         .count = quantity.count.get_str(),
                         .unit = unit});
  return text;
}

}  // namespace

Json cost_json(const Costs& costs) {
  Json parameters = sum_json(costs.parameters);
  parameters["active"] = count_json(costs.n_active_parameters);
  return {{"schema", "attn.cost/1"},
          {"command", "complexity"},
          {"config", config_json(costs)},
          {"arguments", arguments_json(costs.arguments)},
          {"pairs", pairs_json(costs.pairs)},
          {"parameters", parameters},
          {"macs", sum_json(costs.macs)},
          {"flops", sum_json(flops_of(costs.macs))},
          {"elementwise", sum_json(costs.elementwise)},
          {"memory", memory_json(costs.memory)},
          {"notes", costs.model.notes},
          {"warnings", costs.warnings}};
}

std::string record_text(const CostRecord& record) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", record.section, record.name, record.formula,
                     record.per_layer, record.count, record.unit);
}

std::string cost_records(const Costs& costs) {
  return record_text({"section", "name", "formula", "per_layer", "count", "unit"}) +
         records_of("parameters", "parameter", costs.parameters) +
         records_of("macs", "MAC", costs.macs) + records_of("flops", "FLOP", flops_of(costs.macs)) +
         records_of("elementwise", "FLOP", costs.elementwise) +
         records_of("memory", "byte", costs.memory);
}

Json tokens_json(const Crossover& crossover) {
  if (!crossover.tokens) return nullptr;
  if (crossover.tokens->get_den() == 1) return count_json(crossover.tokens->get_num());
  return fraction_text(*crossover.tokens);
}

Json last_below_json(const Crossover& crossover) {
  return crossover.last_below ? count_json(*crossover.last_below) : Json(nullptr);
}

Json quantities_json(const std::vector<Quantity>& quantities) {
  Json json = Json::array();
  for (const Quantity& quantity : quantities)
    json.push_back(
        {{"name", quantity.id},
         {"formula", quantity.formula.text()},
         {"per_layer", quantity.per_layer == 0 ? Json(nullptr) : count_json(quantity.per_layer)},
         {"count", count_json(quantity.count)}});
  return json;
}

Json arguments_json(const Arguments& arguments) {
  Json json = Json::object();
  for (const Arguments::Argument& argument : arguments.all())
    json[argument.symbol] = {{"name", argument.meaning}, {"value", count_json(argument.value)}};
  return json;
}

namespace {

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
      text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", costs.layer.name, section, quantity.id,
                          quantity.formula.text(), quantity.count.get_str(), unit);
  };
  add("parameters", "parameter", costs.parameters);
  add("macs", "MAC", costs.macs);
  add("flops", "FLOP", flops_of(costs));
  add("memory", "number", costs.memory);
  add("memory_aside", "number", costs.memory_aside);
  add("sequence", "step", {costs.sequential_steps, costs.max_path});
  for (const LayerShape& shape : costs.shapes)
    text += fmt::format("{}\tshapes\t{}\t{}\t{}\tnumber\n", costs.layer.name, shape.id,
                        shape.numbers().text(), shape.numbers().at(costs.arguments).get_str());
  return text;
}

}  // namespace

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
  std::string text = "layer\tsection\tname\tformula\tcount\tunit\n";
  for (const LayerCosts& costs : report.layers) text += records_of(costs);
  for (const LayerCrossover& crossover : report.crossovers) {
    const Crossover& found = crossover.crossover;
    text +=
        fmt::format("{}\tcrossover\t{}|{}\t{} = {}\t{}\ttoken\n", crossover.layer, crossover.left,
                    crossover.right, crossover.left_formula.text(), crossover.right_formula.text(),
                    found.tokens ? fraction_text(*found.tokens) : "");
  }
  return text;
}

}  // namespace attn
