#include "render/costs/cost_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "costs/compare/compare.hpp"
#include "render/costs/cost_json.hpp"
#include "render/costs/count_json.hpp"
#include "render/number/quantity_text.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

using CostUnit = CostSeries::Unit;

struct SeriesRow {
  std::string label;
  CostSeries series;
};

Count all_parameters(const Costs& costs) { return total_of(costs.parameters); }
Count cache_per_token(const Costs& costs) { return bytes_in(costs, "kv_cache_bytes_per_token"); }

std::vector<SeriesRow> rows() {
  return {{translated("KV cache, one token"),
           {"kv_cache_bytes_per_token", cache_per_token, CostUnit::byte}},
          {translated("KV cache"), series_named("kv_cache_bytes")},
          {translated("attention parameters"),
           {"attention_parameters", attention_parameters, CostUnit::parameter}},
          {translated("all parameters"), {"parameters", all_parameters, CostUnit::parameter}},
          {translated("matrix products"), series_named("flops")},
          {translated("of these Q Kᵀ, A V"), series_named("pair_flops")}};
}

std::string heading_of(const AttentionVariant& variant) {
  return fmt::format("{} ({} kv)", upper_case(variant.name.substr(0, 3)),
                     count_text(variant.n_kv_heads));
}

// A row in one unit, without decimals where none has any.
TableRow row_of(const cell::Text& label, const std::vector<Count>& counts, const Unit& unit) {
  const bool is_whole = std::all_of(counts.begin(), counts.end(),
                                    [&unit](const Count& count) { return count % unit.size == 0; });
  TableRow row{label};
  for (const Count& count : counts)
    row.emplace_back(cell::Quantity{.number = count, .unit = unit, .decimals = is_whole ? 0U : 3U});
  return row;
}

// The largest number of a row. Operations are shown in the unit of all matrix products, of which
// the rest is a part.
Count largest_of(const CostSeries& series, const std::vector<VariantCosts>& compared) {
  const CostSeries& shown = series.unit == CostUnit::flop ? series_named("flops") : series;
  Count largest = 0;
  for (const VariantCosts& one : compared) largest = std::max(largest, shown.of(one.costs));
  return largest;
}

Unit unit_of(const CostSeries& series, const std::vector<VariantCosts>& compared,
             const Operations& counted) {
  const Count largest = largest_of(series, compared);
  switch (series.unit) {
    case CostUnit::flop:
      return decimal_unit_for(largest / counted.flops, counted.base);
    case CostUnit::byte:
      return binary_unit_for(largest);
    case CostUnit::parameter:
      break;
  }
  return {};
}

}  // namespace

Table comparison_table(const std::vector<VariantCosts>& compared, OperationUnit unit) {
  const Operations counted(unit);
  Table table{
      .id = "comparison",
      .title = translated(
          "The same model with other key-value heads. Fewer of them shrink the cache and the "
          "projections to keys and values; every query head still meets every key, so Q Kᵀ and A V "
          "cost the same."),
      .columns = {{"number", translated("the same model with")}}};
  for (const VariantCosts& one : compared)
    table.columns.push_back({one.variant.name, heading_of(one.variant)});
  for (const auto& [label, series] : rows()) {
    const unsigned divisor = series.unit == CostUnit::flop ? counted.flops : 1;
    std::vector<Count> counts;
    counts.reserve(compared.size());
    for (const VariantCosts& one : compared) counts.push_back(series.of(one.costs) / divisor);
    if (std::all_of(counts.begin(), counts.end(), [](const Count& c) { return c == 0; })) continue;
    table.rows.push_back(row_of({series.id, label}, counts, unit_of(series, compared, counted)));
  }
  return table;
}

Json comparison_json(const std::vector<VariantCosts>& compared) {
  Json json = Json::array();
  for (const VariantCosts& one : compared) {
    Json variant{{"name", one.variant.name},
                 {"n_kv_heads", count_json(count_of(one.variant.n_kv_heads))}};
    for (const SeriesRow& row : rows())
      variant[row.series.id] = count_json(row.series.of(one.costs));
    json.push_back(variant);
  }
  return json;
}

std::string comparison_records(const std::vector<VariantCosts>& compared) {
  std::string text;
  for (const VariantCosts& one : compared)
    for (const auto& [label, series] : rows())
      text += record_text({.section = "comparison " + one.variant.name,
                           .name = series.id,
                           .count = series.of(one.costs).get_str(),
                           .unit = name_in(kSeriesUnits, series.unit)});
  return text;
}

}  // namespace attn
