#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "costs/costs.hpp"
#include "render/layout.hpp"
#include "trace/table.hpp"

namespace attn {

/// The pass as each convention counts it: formula, number, and how many times ours that is, all
/// with one prefix; then the terms of the formulas, and what each convention leaves out or adds.
std::string conventions_text(const Costs& costs, const Layout& layout);

/// The same as tables: the conventions, what their formulas are made of, and why they differ.
std::vector<Table> conventions_tables(const Costs& costs);

/// The same for programs: {"definitions": [{"symbol", "meaning", "formula", "count"}], "rows":
/// [{"name", "source", "unit", "formula", "count", "why"}]}; formula and count are null where a
/// convention does not apply, and "why" says so.
nlohmann::ordered_json conventions_json(const Costs& costs);

/// The same as tab-separated records: section, name, formula, per_layer, count, unit.
std::string conventions_records(const Costs& costs);

}  // namespace attn
