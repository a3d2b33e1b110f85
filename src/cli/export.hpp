#pragma once

#include <vector>

#include "cli/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Refuses, before anything is computed, a file name of an unknown kind or a file that cannot be
/// written.
/// Errors: InputError; SurroundingsError
void require_writable(const ViewChoice& choice);

/// Writes the stages to every file that -o names: .json and .npz hold them all, .npy and .csv one,
/// the last. Either all files are written or none.
/// Errors: InputError; SurroundingsError
void export_stages(const Trace& trace, const std::vector<const Stage*>& stages,
                   const ViewChoice& choice);

}  // namespace attn
