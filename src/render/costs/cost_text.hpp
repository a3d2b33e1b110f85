#pragma once

#include <optional>
#include <string>

#include "costs/compare/compare.hpp"
#include "costs/costs.hpp"
#include "render/layout.hpp"
#include "render/number/operation_unit.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Which of a report's tables are wanted, and in what.
struct CostView {
  OperationUnit unit = OperationUnit::flop;
  bool elementwise = false;  ///< also the operations besides matrix products
};

/// The line above a report: the model, the run, and what is counted. A setting that goes through
/// a range is shown with it: "tokens 512 to 8,192".
std::string cost_title(const Costs& costs, OperationUnit unit, const Layout& layout,
                       const std::optional<SweepRange>& swept = {});

/// The type of the weights, and that of the KV cache where there is one of another type.
std::string types_text(const Costs& costs);

/// What the symbols in some formulas stand for, as a sentence: "L n_layers 12, d d_model 768".
std::string symbols_text(const std::vector<const Formula*>& formulas, const Arguments& arguments,
                         const Layout& layout);

/// The report as tables: parameters, operations, memory, each number beside its formula.
std::string cost_text(const Costs& costs, const CostView& view, const Layout& layout);

/// A kind of pairs for people: "causal".
std::string kind_text(Pairs::Kind kind);

/// Parameters by part: formula, one layer, all layers, share of the total.
Table parameter_cost_table(const Costs& costs);

/// The operations of the pass by term, in one unit for the whole column; the note says which pairs
/// were counted, and what all of them would be.
Table operation_table(const Costs& costs, OperationUnit unit);

/// Operations besides the matrix products, in FLOP.
Table elementwise_table(const Costs& costs);

/// Bytes: a readable size that names its unit, and the exact number.
Table memory_table(const Costs& costs);

}  // namespace attn
