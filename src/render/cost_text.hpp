#pragma once

#include <string>

#include "costs/costs.hpp"
#include "render/layout.hpp"

namespace attn {

/// What operations are counted in: multiplications and additions, or the two together.
enum class OperationUnit { flop, mac };

/// The same as its name and as how many FLOP one of them is.
struct Operations {
  const char* base;  ///< "FLOP", "MAC"
  unsigned flops;

  explicit Operations(OperationUnit unit)
      : base(unit == OperationUnit::flop ? "FLOP" : "MAC"),
        flops(unit == OperationUnit::flop ? 1 : 2) {}
};

/// Which of a report's tables are wanted, and in what.
struct CostView {
  OperationUnit unit = OperationUnit::flop;
  bool elementwise = false;  ///< the operations beside matrix products too
};

/// The line above a report: the model, the run, and what is counted. `swept` is what goes through
/// several values: "tokens 512 to 8,192".
std::string cost_title(const Costs& costs, const CostView& view, const Layout& layout,
                       const std::string& swept = "");

/// What the symbols in some formulas stand for, as a sentence: "L n_layers 12, d d_model 768".
std::string symbols_text(const std::vector<const Formula*>& formulas, const Arguments& arguments,
                         const Layout& layout);

/// The report as tables: parameters, operations, memory, each number beside its formula.
std::string cost_text(const Costs& costs, const CostView& view, const Layout& layout);

}  // namespace attn
