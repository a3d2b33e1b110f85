#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "costs/formula.hpp"

namespace attn {

/// A count as JSON: an integer, or above 2⁵³, where other programs would round it, its digits in a
/// string.
nlohmann::ordered_json count_json(const Count& count);

/// Quantities as JSON: [{"name", "formula", "per_layer", "count"}]; "per_layer" is null for what
/// no layer has.
nlohmann::ordered_json quantities_json(const std::vector<Quantity>& quantities);

/// What the symbols of formulas stand for: {"d": {"name": "d_model", "value": 768}}.
nlohmann::ordered_json arguments_json(const Arguments& arguments);

}  // namespace attn
