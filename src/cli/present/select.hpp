#pragma once

#include <vector>

#include "cli/present/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The part of a trace that the view flags ask for.
struct Selection {
  std::vector<const Stage*> stages;  ///< in the order of the trace
  std::vector<const Table*> tables;
  const Stage* result =
      nullptr;  ///< where only one can be shown: the answer, or the last one named
};

/// What --stage, --from and --to name, of the groups that are wanted; everything where they name
/// nothing.
/// Errors: InputError for a name that does not exist, or tables alone where a matrix is needed.
Selection selected(const Trace& trace, const ViewChoice& choice);

/// What a first look shows of a trace: its overview, or all of it where it has none.
Selection overview_of(const Trace& trace, Selection all);

}  // namespace attn
