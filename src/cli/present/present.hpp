#pragma once

#include <functional>

#include "cli/present/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Shows a trace and writes it to files, as the view flags ask: the second half of every
/// subcommand. `write_more`, if given, writes files of its own, before these and only where nothing
/// is refused. Returns the exit code.
/// Errors: InputError for a stage that does not exist; SurroundingsError
int present(const Trace& trace, const ViewChoice& choice,
            const std::function<void()>& write_more = {});

}  // namespace attn
