#include "render/page/costs_data.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "render/page/formula_data.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kUsualFrom = "16";
constexpr const char* kUsualTo = "1048576";

std::string digits(std::uint64_t number) { return std::to_string(number); }

const char* part_name(Quantity::Part part) {
  switch (part) {
    case Quantity::Part::projection:
      return "projection";
    case Quantity::Part::scores:
      return "scores";
    case Quantity::Part::weighted_sum:
      return "weighted_sum";
    case Quantity::Part::query_key_norm:
      return "query_key_norm";
    case Quantity::Part::mlp:
    case Quantity::Part::biases:
    case Quantity::Part::other:
      break;
  }
  return "other";
}

Json quantities_data(const std::vector<Quantity>& quantities) {
  Json list = Json::array();
  for (const Quantity& quantity : quantities) {
    Json json{{"id", quantity.id},
              {"label", quantity.label},
              {"part", part_name(quantity.part)},
              {"formula", formula_data(quantity.general)}};
    if (quantity.per_layer != 0)
      json["n_layers"] = Count(quantity.count / quantity.per_layer).get_str();
    list.push_back(std::move(json));
  }
  return list;
}

// The numbers that a formula gives at other settings, too.
std::optional<Formula> formula_of(const std::string& symbol, const Costs& costs,
                                  const PageSettings& settings) {
  if (symbol == "N")
    return sum_where(costs.parameters, &Quantity::general, [](auto&) { return true; });
  if (symbol == "N_r") return costs.read_parameters;
  for (const FollowingNumber& number : settings.following)
    if (number.symbol == symbol) return number.formula;
  return std::nullopt;
}

Json arguments_data(const Costs& costs, const PageSettings& settings) {
  Json list = Json::array();
  for (const Arguments::Argument& argument : costs.arguments.all()) {
    Json json = argument_data(argument);
    if (const auto formula = formula_of(argument.symbol, costs, settings))
      json["formula"] = formula_data(*formula);
    list.push_back(std::move(json));
  }
  return list;
}

Json settings_data(const Costs& costs, const PageSettings& settings) {
  Json list = Json::array();
  for (const PageSetting& setting : settings.settings)
    list.push_back({{"symbol", setting.symbol},
                    {"flag", setting.flag},
                    {"label", setting.label},
                    {"value", costs.arguments[setting.symbol].get_str()},
                    {"follows", setting.follows ? formula_data(*setting.follows) : Json(nullptr)},
                    {"is_given", setting.is_given}});
  return list;
}

// Beside the formula of the pairs the one without a mask; encoders and cross-attention have none.
Json pairs_data(const Costs& costs) {
  Json list = Json::array();
  for (const Pairs& pairs : costs.pairs) {
    const bool has_mask = pairs.symbol != "P_enc" && pairs.symbol != "P_cross";
    list.push_back({{"symbol", pairs.symbol},
                    {"kind", kind_text(pairs.kind)},
                    {"formula", formula_data(pairs.general)},
                    {"full", formula_data(has_mask ? pairs_of_all() : pairs.general)}});
  }
  return list;
}

Json active_data(const Costs& costs) {
  if (costs.n_active_parameters == total_of(costs.parameters)) return nullptr;
  return {{"formula", formula_data(costs.active_parameters)},
          {"n", digits(costs.model.n_active_experts)},
          {"of", digits(costs.model.n_experts)}};
}

// What the model was not made for.
Json limits_data(const Costs& costs) {
  const Model& model = costs.model;
  const bool is_causal =
      costs.pass.causal.value_or(model.stacks.back().causal) && !costs.pass.given_pairs;
  const bool has_table = model.positions == Positions::learned;
  return {{"image", digits(model.patches ? model.n_positions : 0)},
          {"table", digits(has_table ? model.n_positions : 0)},
          {"is_causal", is_causal}};
}

Json compared_data(const std::vector<AttentionVariant>& variants) {
  Json list = Json::array();
  for (const AttentionVariant& variant : variants)
    list.push_back({{"name", variant.name}, {"n_kv_heads", digits(variant.n_kv_heads)}});
  return list;
}

}  // namespace

Json costs_data(const Costs& costs, const PageSettings& settings, const CostsPageView& view) {
  Json range{{"from", kUsualFrom}, {"to", kUsualTo}};
  if (view.range) range = {{"from", digits(view.range->from)}, {"to", digits(view.range->to)}};
  return {{"kind", "costs"},
          {"title", costs.model.name.empty() ? translated("by hand") : costs.model.name},
          {"mode", name_in(kModes, costs.pass.mode)},
          {"unit", name_in(kOperationUnits, view.cost.unit)},
          {"tokens", settings.tokens},
          {"largest_setting", digits(settings.largest)},
          {"arguments", arguments_data(costs, settings)},
          {"settings", settings_data(costs, settings)},
          {"pairs", pairs_data(costs)},
          {"parameters", quantities_data(costs.parameters)},
          {"macs", quantities_data(costs.macs)},
          {"elementwise", quantities_data(costs.elementwise)},
          {"shows_elementwise", view.cost.elementwise},
          {"memory", quantities_data(costs.memory)},
          {"active", active_data(costs)},
          {"limits", limits_data(costs)},
          {"range", range},
          {"compared", compared_data(view.compared)}};
}

}  // namespace attn
