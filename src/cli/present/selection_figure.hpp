#pragma once

#include "cli/present/select.hpp"
#include "cli/present/view_flags.hpp"
#include "render/figure/figure.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What a figure shows of a trace: the stages that are named, in the view that was asked for;
/// without either, an overview. It says the same whatever else the screen shows.
/// Errors: InputError for a view that no figure has, or one that cannot draw the stages
Figure selection_figure(const Trace& trace, const Selection& selection, const ViewChoice& choice);

}  // namespace attn
