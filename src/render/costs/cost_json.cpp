#include "render/costs/cost_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "render/costs/count_json.hpp"

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

}  // namespace attn
