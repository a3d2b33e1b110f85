#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "costs/compare/compare.hpp"
#include "render/costs/cost_text.hpp"
#include "render/curve/plot.hpp"
#include "render/layout.hpp"

namespace attn {

/// What Q Kᵀ and A V cost beside the rest, as two curves, with a mark where they cross.
Plot plot_of(const Sweep& sweep, OperationUnit unit);

/// The numbers at each value; those in the middle of many are left out.
Table sweep_table(const Sweep& sweep, OperationUnit unit_of_work, std::size_t max_rows);

/// A sweep as a screen: what Q Kᵀ and A V cost beside the rest as a picture and as a table, the
/// memory at each value, and where one thing becomes larger than another.
std::string sweep_text(const Sweep& sweep, OperationUnit unit, const Layout& layout);

/// "sweep" of schema attn.cost/1: {"parameter", "points": [{"tokens", "flops", "pair_flops", …}],
/// "crossovers": [{"left", "right", "last_before", "first_after", …}]}, every count exact.
nlohmann::ordered_json sweep_json(const Sweep& sweep);

/// The same as tab-separated records: section, parameter, value, name, count, unit.
std::string sweep_records(const Sweep& sweep);

/// A crossing in a sentence or two: from which value on one cost exceeds the other, how many times
/// d_model that is, and whether it lies beyond the sweep.
std::string crossing_text(const SweepCrossing& crossing, const Sweep& sweep);

/// Whether it lies between the ends of a sweep.
bool is_inside(const SweepCrossing& crossing, const SweepRange& range);

}  // namespace attn
