#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "costs/costs.hpp"

namespace attn {

/// Multiply-accumulates of Q Kᵀ and A V: all that grows with the number of pairs.
Count pair_macs(const Costs& costs);

/// Multiply-accumulates of the projections to queries, keys, values and from heads to output.
Count projection_macs(const Costs& costs);

/// All multiply-accumulates in matrix products; twice as many FLOP.
Count total_macs(const Costs& costs);

/// Parameters of all attention layers: W_Q, W_K, W_V, W_O, their biases, norms of Q and K.
Count attention_parameters(const Costs& costs);

/// The bytes of the memory row of that id; 0 where the pass has no such row.
Count bytes_in(const Costs& costs, const std::string& id);

/// A cost that can be compared with another.
struct CostSeries {
  enum class Unit { flop, byte, parameter };

  std::string id;  ///< "pair_flops": what machine output calls it
  Count (*of)(const Costs& costs) = nullptr;
  Unit unit = Unit::flop;
};
inline constexpr Named<CostSeries::Unit> kSeriesUnits[] = {
    {CostSeries::Unit::flop, "FLOP"},
    {CostSeries::Unit::byte, "byte"},
    {CostSeries::Unit::parameter, "parameter"}};

/// All series: flops, pair_flops, projection_flops, other_flops (all but pairs), weights_bytes,
/// kv_cache_bytes, scores_bytes.
const std::vector<CostSeries>& cost_series();

/// The series of that id.
/// Errors: std::out_of_range if there is none.
const CostSeries& series_named(const std::string& id);

/// Which of them are worth comparing: Q Kᵀ and A V with all else, and with the projections alone;
/// the cache, and the scores of a layer, with the weights.
std::vector<std::pair<CostSeries, CostSeries>> telling_pairs();

}  // namespace attn
