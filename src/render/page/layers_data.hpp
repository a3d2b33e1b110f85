#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "costs/compare/compare.hpp"
#include "costs/layers/layers.hpp"
#include "render/number/operation_unit.hpp"

namespace attn {

/// Layers side by side, or one by its parts, as the script of a page reads them, in the language
/// that is spoken now. Their formulas hold for any number of tokens; where two of them cross stands
/// in a table. `range` is what the curves go along.
nlohmann::ordered_json layers_data(const LayerReport& report, OperationUnit unit,
                                   const std::optional<SweepRange>& range);

}  // namespace attn
