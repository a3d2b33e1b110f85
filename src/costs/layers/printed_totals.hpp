#pragma once

#include <string>
#include <vector>

#include "costs/layers/layer_costs.hpp"

namespace attn {

/// The numbers that the chapters get wrong for exactly these layers at these sizes, a remark on
/// each: the number printed, the right one, and why they differ.
std::vector<std::string> printed_totals_about(const LayerCosts& costs);

/// The same about several layers side by side: conclusions that the exact counts do not bear out.
std::vector<std::string> printed_conclusions_about(const std::vector<LayerCosts>& layers);

}  // namespace attn
