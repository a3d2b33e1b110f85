#include "render/costs/count_json.hpp"

#include <nlohmann/json.hpp>

namespace attn {

using Json = nlohmann::ordered_json;

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

}  // namespace attn
