#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "costs/layers/layers.hpp"
#include "render/costs/cost_text.hpp"
#include "render/curve/plot.hpp"
#include "render/layout.hpp"

namespace attn {

/// "rnn, attention".
std::string layer_names(const LayerSweep& sweep);

/// The line above everything: the layers, the range and the sizes that stay the same.
std::string layer_sweep_title(const LayerSweep& sweep, OperationUnit unit, const Layout& layout);

/// The steps that wait for one another, and the work, each with a curve for each layer.
std::vector<Plot> plots_of(const LayerSweep& sweep, OperationUnit unit);

/// The same two as tables: steps and paths, and the work with its formulas.
std::vector<Table> tables_of(const LayerSweep& sweep, OperationUnit unit);

/// What neither says.
std::vector<std::string> notes_of(const LayerSweep& sweep);

/// Layers over a setting as a screen: the steps that wait for one another as a picture, the work as
/// another, both as tables, and what the pictures do not say.
std::string layer_sweep_text(const LayerSweep& sweep, OperationUnit unit, const Layout& layout);

/// "sweep" of schema attn.cost/1: {"parameter", "points": [{"tokens", "layers": [{"name",
/// "sequential_steps", "max_path", "macs", "flops"}]}]}, every count exact.
nlohmann::ordered_json layer_sweep_json(const LayerSweep& sweep);

/// The same as tab-separated records: layer, parameter, value, name, count, unit.
std::string layer_sweep_records(const LayerSweep& sweep);

}  // namespace attn
