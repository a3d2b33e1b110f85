#pragma once

#include "cli/layer_input.hpp"
#include "render/layer_text.hpp"

namespace attn {

/// What there is to say about the layers: costs, crossovers, and what the chapters print otherwise.
LayerReport layer_report(const LayerInput& input);

}  // namespace attn
