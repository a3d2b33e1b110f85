#pragma once

#include "cli/present/select.hpp"
#include "cli/present/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Leaves of a selection what the picture that --view asks for can show, and looks up the row that
/// --row names. Where no stage is named, weights are shown, else whatever the picture can draw; a
/// walk with --step keeps all stages. Does nothing where no picture is asked for.
/// Errors: InputError for a stage that was named and cannot be drawn so, for a row that does not
/// exist, and for a picture of the whole run beside a flag that asks for a part of it
void choose_picture(const Trace& trace, Selection& selection, ViewChoice& choice);

}  // namespace attn
