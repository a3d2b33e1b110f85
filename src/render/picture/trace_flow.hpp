#pragma once

#include <string>
#include <vector>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What is learned and not computed: it stands in the formulas.
bool is_parameter(const Stage& stage);

/// The result of a trace and all that it was made from, in their order.
std::vector<const Stage*> stages_towards_result(const Trace& trace);

/// Whether a trace can be drawn as a flow: its result comes from words through attention, and where
/// it has groups of stages, these are heads, which the result joins side by side. Groups of other
/// kinds (draws, filters) are no branches of one computation.
bool has_flow(const Trace& trace);

/// How the stages of a trace follow from one another, each with its formula and shape: what is
/// computed from the same things side by side, and the heads as branches. Of many heads the first
/// ones and the last, with what is left out.
std::string flow_text(const Trace& trace, const Layout& layout, unsigned indent);

}  // namespace attn
