#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "base/count.hpp"
#include "costs/compare/compare.hpp"
#include "costs/formula/formula.hpp"

namespace attn {

/// Where two costs cross: a count, or a fraction as a string ("7/3"); and the last count before it.
/// Null where there is none.
nlohmann::ordered_json tokens_json(const Crossover& crossover);
nlohmann::ordered_json last_below_json(const Crossover& crossover);

/// Quantities as JSON: [{"name", "formula", "per_layer", "count"}]; "per_layer" is null for what
/// no layer has.
nlohmann::ordered_json quantities_json(const std::vector<Quantity>& quantities);

/// What the symbols of formulas stand for: {"d": {"name": "d_model", "value": 768}}.
nlohmann::ordered_json arguments_json(const Arguments& arguments);

}  // namespace attn
