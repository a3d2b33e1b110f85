#pragma once

#include <string>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Whether a trace leads from words to a result through attention, so that it can be drawn.
bool has_flow(const Trace& trace);

/// How the stages of a trace follow from one another, each with its formula and shape: what is
/// computed from the same things side by side, and the heads as branches. Of many heads the first
/// ones and the last, with what is left out.
std::string flow_text(const Trace& trace, const Layout& layout, unsigned indent);

}  // namespace attn
