#pragma once

#include "costs/costs.hpp"
#include "render/operation_unit.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A kind of pairs for people: "causal".
std::string kind_text(Pairs::Kind kind);

/// Parameters by part: formula, one layer, all layers, share of the total.
Table parameter_cost_table(const Costs& costs);

/// The operations of the pass by term, in one unit for the whole column; the note says which pairs
/// were counted, and what all of them would be.
Table operation_table(const Costs& costs, OperationUnit unit);

/// Operations beside the matrix products, in FLOP.
Table elementwise_table(const Costs& costs);

/// Bytes: a readable size that names its unit, and the exact number.
Table memory_table(const Costs& costs);

}  // namespace attn
