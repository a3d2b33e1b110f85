#pragma once

#include <string>
#include <vector>

#include "costs/layers/layers.hpp"
#include "render/costs/cost_text.hpp"
#include "render/number/operation_unit.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The report as tables: one layer with all its parts, several side by side; each number stands
/// beside its formula. `more`, a last line, says what else can be asked for.
std::string layer_text(const LayerReport& report, OperationUnit unit, const Layout& layout,
                       const std::string& more = "");

/// One layer by its parts: shapes, parameters, operations, memory, and how far apart its tokens
/// are.
std::vector<Table> tables_of_layer(const LayerCosts& costs, OperationUnit unit);

/// Several layers side by side, a table for each of these.
std::vector<Table> tables_of_layers(const std::vector<LayerCosts>& layers, OperationUnit unit);

/// For how many tokens two costs are equal, and which is the lower one before.
Table crossover_table(const std::vector<LayerCrossover>& crossovers);

}  // namespace attn
