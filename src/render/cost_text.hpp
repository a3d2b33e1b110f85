#pragma once

#include <optional>
#include <string>

#include "costs/costs.hpp"
#include "costs/sweep.hpp"
#include "render/layout.hpp"
#include "render/operation_unit.hpp"

namespace attn {

/// Which of a report's tables are wanted, and in what.
struct CostView {
  OperationUnit unit = OperationUnit::flop;
  bool elementwise = false;  ///< the operations beside matrix products too
};

/// The line above a report: the model, the run, and what is counted. A setting that goes through
/// a range is shown with it: "tokens 512 to 8,192".
std::string cost_title(const Costs& costs, OperationUnit unit, const Layout& layout,
                       const std::optional<SweepRange>& swept = {});

/// What the symbols in some formulas stand for, as a sentence: "L n_layers 12, d d_model 768".
std::string symbols_text(const std::vector<const Formula*>& formulas, const Arguments& arguments,
                         const Layout& layout);

/// The report as tables: parameters, operations, memory, each number beside its formula.
std::string cost_text(const Costs& costs, const CostView& view, const Layout& layout);

}  // namespace attn
