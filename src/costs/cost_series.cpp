#include "costs/cost_series.hpp"

#include <algorithm>
#include <initializer_list>

namespace attn {
namespace {

// The sum over the parts of one kind, whichever stack or attention they belong to: "scores",
// "cross_scores", "decoder_cross_scores".
Count sum_of_kind(const std::vector<Quantity>& quantities,
                  std::initializer_list<const char*> kinds) {
  Count sum = 0;
  for (const Quantity& quantity : quantities) {
    const bool is_of_kind = std::any_of(kinds.begin(), kinds.end(), [&](const std::string& kind) {
      return quantity.id == kind || quantity.id.ends_with("_" + kind);
    });
    if (is_of_kind) sum += quantity.count;
  }
  return sum;
}

}  // namespace

Count pair_macs(const Costs& costs) { return sum_of_kind(costs.macs, {"scores", "weighted_sum"}); }

Count projection_macs(const Costs& costs) {
  return sum_of_kind(costs.macs, {"projections", "output_projection"});
}

Count total_macs(const Costs& costs) { return total_of(costs.macs); }

Count attention_parameters(const Costs& costs) {
  return sum_of_kind(costs.parameters, {"wq", "wk", "wv", "wo", "query_key_norm"});
}

Count bytes_in(const Costs& costs, const std::string& id) {
  const Quantity* quantity = find(costs.memory, id);
  return quantity ? quantity->count : Count(0);
}

const std::vector<CostSeries>& cost_series() {
  static const std::vector<CostSeries> kSeries{
      {"flops", [](const Costs& costs) -> Count { return 2 * total_macs(costs); }},
      {"pair_flops", [](const Costs& costs) -> Count { return 2 * pair_macs(costs); }},
      {"projection_flops", [](const Costs& costs) -> Count { return 2 * projection_macs(costs); }},
      {"other_flops",
       [](const Costs& costs) -> Count { return 2 * (total_macs(costs) - pair_macs(costs)); }},
      {"weights_bytes", [](const Costs& costs) { return bytes_in(costs, "weights_bytes"); }},
      {"kv_cache_bytes", [](const Costs& costs) { return bytes_in(costs, "kv_cache_bytes"); }},
      {"scores_bytes", [](const Costs& costs) { return bytes_in(costs, "scores_bytes"); }}};
  return kSeries;
}

std::vector<std::pair<CostSeries, CostSeries>> telling_pairs() {
  const auto& all = cost_series();
  const auto named = [&all](const std::string& id) {
    return *std::find_if(all.begin(), all.end(),
                         [&id](const CostSeries& series) { return series.id == id; });
  };
  return {{named("pair_flops"), named("other_flops")},
          {named("pair_flops"), named("projection_flops")},
          {named("kv_cache_bytes"), named("weights_bytes")},
          {named("scores_bytes"), named("weights_bytes")}};
}

}  // namespace attn
