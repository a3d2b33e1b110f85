#include "render/cost_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/message.hpp"
#include "costs/cost_series.hpp"
#include "render/count_json.hpp"
#include "render/quantity_text.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

enum class Kind { bytes, parameters, operations };

struct Row {
  const char* id;
  Kind kind;
  Count (*of)(const Costs& costs);
};

Count all_parameters(const Costs& costs) { return total_of(costs.parameters); }
Count flops(const Costs& costs) { return 2 * total_macs(costs); }
Count pair_flops(const Costs& costs) { return 2 * pair_macs(costs); }
Count cache(const Costs& costs) { return bytes_in(costs, "kv_cache_bytes"); }
Count cache_per_token(const Costs& costs) { return bytes_in(costs, "kv_cache_bytes_per_token"); }

constexpr std::array<Row, 6> kRows{
    {{"kv_cache_bytes_per_token", Kind::bytes, cache_per_token},
     {"kv_cache_bytes", Kind::bytes, cache},
     {"attention_parameters", Kind::parameters, attention_parameters},
     {"parameters", Kind::parameters, all_parameters},
     {"flops", Kind::operations, flops},
     {"pair_flops", Kind::operations, pair_flops}}};

std::string label_of(const std::string& id) {
  if (id == "kv_cache_bytes_per_token") return translated("KV cache, one token");
  if (id == "kv_cache_bytes") return translated("KV cache");
  if (id == "attention_parameters") return translated("attention parameters");
  if (id == "parameters") return translated("all parameters");
  if (id == "flops") return translated("matrix products");
  return translated("of these Q Kᵀ, W V");
}

std::string heading_of(const AttentionVariant& variant) {
  std::string letters = variant.name.substr(0, 3);
  for (char& c : letters) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format("{} ({} kv)", letters, count_text(variant.n_kv_heads));
}

// A row in one unit, without decimals where none has any.
std::vector<std::string> cells_of(const std::vector<Count>& counts, const Unit& unit) {
  const bool is_whole = std::all_of(counts.begin(), counts.end(),
                                    [&unit](const Count& count) { return count % unit.size == 0; });
  std::vector<std::string> cells;
  for (const Count& count : counts)
    cells.push_back(in_unit(count, unit, is_whole ? 0 : 3) +
                    (unit.name.empty() ? "" : " " + unit.name));
  return cells;
}

// The unit of a row; operations have that of all matrix products, of which the rest is a part.
Unit unit_of(const Row& row, const std::vector<VariantCosts>& compared, const Operations& counted) {
  Count largest = 0;
  for (const VariantCosts& one : compared)
    largest = std::max(largest, row.kind == Kind::operations ? flops(one.costs) / counted.flops
                                                             : row.of(one.costs));
  if (row.kind == Kind::bytes) return binary_unit_for(largest);
  return row.kind == Kind::parameters ? Unit{} : decimal_unit_for(largest, counted.base);
}

}  // namespace

Table comparison_table(const std::vector<VariantCosts>& compared, OperationUnit unit) {
  const Operations counted(unit);
  Table table{
      .id = "comparison",
      .title = translated(
          "The same model with other key-value heads. Fewer of them shrink the cache and the "
          "projections to keys and values; every query head still meets every key, so Q Kᵀ and W V "
          "cost the same."),
      .header = {translated("the same model with")}};
  for (const VariantCosts& one : compared) table.header.push_back(heading_of(one.variant));
  for (const Row& row : kRows) {
    std::vector<Count> counts;
    for (const VariantCosts& one : compared) {
      counts.push_back(row.of(one.costs) / (row.kind == Kind::operations ? counted.flops : 1));
    }
    if (std::all_of(counts.begin(), counts.end(), [](const Count& c) { return c == 0; })) continue;
    table.rows.push_back({label_of(row.id)});
    for (const std::string& cell : cells_of(counts, unit_of(row, compared, counted)))
      table.rows.back().push_back(cell);
  }
  return table;
}

Json comparison_json(const std::vector<VariantCosts>& compared) {
  Json json = Json::array();
  for (const VariantCosts& one : compared) {
    Json variant{{"name", one.variant.name},
                 {"n_kv_heads", count_json(count_of(one.variant.n_kv_heads))}};
    for (const Row& row : kRows) variant[row.id] = count_json(row.of(one.costs));
    json.push_back(variant);
  }
  return json;
}

std::string comparison_records(const std::vector<VariantCosts>& compared) {
  constexpr const char* kUnits[] = {"byte", "parameter", "FLOP"};
  std::string text;
  for (const VariantCosts& one : compared)
    for (const Row& row : kRows)
      text += fmt::format("comparison {}\t{}\t\t\t{}\t{}\n", one.variant.name, row.id,
                          row.of(one.costs).get_str(), kUnits[static_cast<int>(row.kind)]);
  return text;
}

}  // namespace attn
