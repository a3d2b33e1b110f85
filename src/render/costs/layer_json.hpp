#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "costs/layers/layers.hpp"

namespace attn {

/// The report as one JSON object of schema attn.cost/1: "layers", each with shapes, parameters,
/// macs, flops, memory, sequential_steps and max_path; "crossovers"; "arguments". Numbers are
/// exact: a number of tokens that is not whole is a string, "768.5" or "1001/3".
nlohmann::ordered_json layer_json(const LayerReport& report);

/// The same numbers as tab-separated records: layer, section, name, formula, count, unit.
std::string layer_records(const LayerReport& report);

}  // namespace attn
