#pragma once

#include <string>
#include <vector>

#include "costs/layer_crossovers.hpp"
#include "render/cost_text.hpp"

namespace attn {

/// One layer or several, where their costs cross, and what else is to be said.
struct LayerReport {
  std::vector<LayerCosts> layers;
  std::vector<LayerCrossover> crossovers;
  std::vector<std::string> notes;
  std::string more;  ///< what else there is; "" where that was asked for
};

/// The report as tables: one layer with all its parts, several side by side; each number stands
/// beside its formula.
std::string layer_text(const LayerReport& report, OperationUnit unit, const Layout& layout);

}  // namespace attn
