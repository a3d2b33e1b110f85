#pragma once

#include "cli/present/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Shows a trace and writes it to files, as the view flags ask: the second half of every
/// subcommand. Returns the exit code.
/// Errors: InputError for a stage that does not exist; SurroundingsError
int present(const Trace& trace, const ViewChoice& choice);

}  // namespace attn
