#pragma once

#include <vector>

#include "cli/present/present.hpp"
#include "render/figure/figure.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Leaves of a selection what the picture that --view asks for can show, and looks up the row that
/// --row names. Where no stage is named, weights are shown, else whatever the picture can draw; a
/// walk with --step keeps all stages. Does nothing where no picture is asked for.
/// Errors: InputError for a stage that was named and cannot be drawn so, for a row that does not
/// exist, and for a picture of the whole run beside a flag that asks for a part of it
void choose_picture(const Trace& trace, Selection& selection, ViewChoice& choice);

/// What a figure shows of a trace: the stages that are named, in the view that was asked for;
/// without either, an overview. It says the same whatever else the screen shows.
/// Errors: InputError for a view that no figure has, or one that cannot draw the stages
Figure selection_figure(const Trace& trace, const Selection& selection, const ViewChoice& choice);

/// Walks through the stages with the keyboard, one screen each, redrawn in place. The last screen
/// stays behind. The terminal is put back as it was however the walk ends.
/// Returns the exit code: kDone, or kInterrupted after Ctrl-C.
int step_through(const Trace& trace, const std::vector<const Stage*>& stages, Layout layout);

}  // namespace attn
