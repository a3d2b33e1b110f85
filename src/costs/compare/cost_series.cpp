#include "costs/compare/cost_series.hpp"

#include <stdexcept>

namespace attn {

Count pair_macs(const Costs& costs) {
  return sum_where(costs.macs, &Quantity::count, is_pair_product);
}

Count projection_macs(const Costs& costs) {
  return sum_where(costs.macs, &Quantity::count, is_projection);
}

Count total_macs(const Costs& costs) { return total_of(costs.macs); }

Count attention_parameters(const Costs& costs) {
  return sum_where(costs.parameters, &Quantity::count, [](const Quantity& quantity) {
    return is_projection(quantity) || quantity.part == Quantity::Part::query_key_norm;
  });
}

Count bytes_in(const Costs& costs, const std::string& id) {
  const Quantity* quantity = find(costs.memory, id);
  return quantity ? quantity->count : Count(0);
}

const std::vector<CostSeries>& cost_series() {
  using Unit = CostSeries::Unit;
  static const std::vector<CostSeries> kSeries{
      {"flops", [](const Costs& costs) -> Count { return 2 * total_macs(costs); }},
      {"pair_flops", [](const Costs& costs) -> Count { return 2 * pair_macs(costs); }},
      {"projection_flops", [](const Costs& costs) -> Count { return 2 * projection_macs(costs); }},
      {"other_flops",
       [](const Costs& costs) -> Count { return 2 * (total_macs(costs) - pair_macs(costs)); }},
      {"weights_bytes", [](const Costs& costs) { return bytes_in(costs, "weights_bytes"); },
       Unit::byte},
      {"kv_cache_bytes", [](const Costs& costs) { return bytes_in(costs, "kv_cache_bytes"); },
       Unit::byte},
      {"scores_bytes", [](const Costs& costs) { return bytes_in(costs, "scores_bytes"); },
       Unit::byte}};
  return kSeries;
}

const CostSeries& series_named(const std::string& id) {
  for (const CostSeries& series : cost_series())
    if (series.id == id) return series;
  throw std::out_of_range("no series of costs is named " + id);
}

std::vector<std::pair<CostSeries, CostSeries>> telling_pairs() {
  return {{series_named("pair_flops"), series_named("other_flops")},
          {series_named("pair_flops"), series_named("projection_flops")},
          {series_named("kv_cache_bytes"), series_named("weights_bytes")},
          {series_named("scores_bytes"), series_named("weights_bytes")}};
}

}  // namespace attn
