#pragma once

#include "cli/complexity/layer_flags.hpp"
#include "render/costs/layer_text.hpp"

namespace attn {

/// What there is to say about the layers: costs, crossovers, and what the chapters print otherwise.
LayerReport layer_report(const LayerInput& input);

}  // namespace attn
