#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "costs/costs.hpp"

namespace attn {

/// Everything a report holds, as one JSON object of schema attn.cost/1: parameters, macs, flops,
/// elementwise, memory, each exact, with the formulas and what their symbols stand for.
nlohmann::ordered_json cost_json(const Costs& costs);

/// A line of the tab-separated form, with a tab for each field that it lacks.
struct CostRecord {
  std::string section, name, formula{}, per_layer{}, count{}, unit{};
};
std::string record_text(const CostRecord& record);

/// The same numbers as tab-separated records: section, name, formula, per_layer, count, unit.
std::string cost_records(const Costs& costs);

}  // namespace attn
