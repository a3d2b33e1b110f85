#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "costs/compare/compare.hpp"
#include "render/number/operation_unit.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Variants side by side: cache, parameters, operations; each row in one unit.
Table comparison_table(const std::vector<VariantCosts>& compared, OperationUnit unit);

/// "comparison" of schema attn.cost/1: [{"name", "n_kv_heads", "kv_cache_bytes", …}], all exact.
nlohmann::ordered_json comparison_json(const std::vector<VariantCosts>& compared);

/// The same as records for below those of cost_records; the section is "comparison gqa:8".
std::string comparison_records(const std::vector<VariantCosts>& compared);

}  // namespace attn
