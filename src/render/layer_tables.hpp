#pragma once

#include "costs/layer_crossovers.hpp"
#include "render/operation_unit.hpp"
#include "trace/trace.hpp"

namespace attn {

/// One layer by its parts: parameters, operations, memory, and how far its tokens are apart.
std::vector<Table> tables_of_layer(const LayerCosts& costs, OperationUnit unit);

/// Several layers side by side, a table for each of these.
std::vector<Table> tables_of_layers(const std::vector<LayerCosts>& layers, OperationUnit unit);

/// For how many tokens two costs are equal, and which is the lower one before.
Table crossover_table(const std::vector<LayerCrossover>& crossovers);

}  // namespace attn
