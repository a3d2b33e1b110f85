#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "costs/layers/layer_sweep.hpp"
#include "render/costs/cost_text.hpp"
#include "render/layout.hpp"

namespace attn {

/// Layers over a setting as a screen: the steps that wait for one another as a picture, the work as
/// another, both as tables, and what the pictures do not say.
std::string layer_sweep_text(const LayerSweep& sweep, OperationUnit unit, const Layout& layout);

/// "sweep" of schema attn.cost/1: {"parameter", "points": [{"tokens", "layers": [{"name",
/// "sequential_steps", "max_path", "macs", "flops"}]}]}, every count exact.
nlohmann::ordered_json layer_sweep_json(const LayerSweep& sweep);

/// The same as tab-separated records: layer, parameter, value, name, count, unit.
std::string layer_sweep_records(const LayerSweep& sweep);

}  // namespace attn
