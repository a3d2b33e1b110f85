#pragma once

#include "cli/present/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Whether to walk from a loss back through every stage, and from which, as typed.
struct BackwardFlags {
  Flag backward{"--backward"}, loss{"--loss"}, target{"--target"}, jacobian{"--jacobian"};

  void add_to(FlagTable& table);

  /// Refuses what only a walk back reads where there is none, and where there is one what it has no
  /// meaning beside: a batch, `others`, and one matrix alone that nobody named.
  /// Errors:  InputError naming the flags.
  void refuse_unused(const ViewFlags& view, const Flag& batch, const Flags& others) const;

  /// Adds the walk back to a trace of attention, if it was asked for.
  /// Errors:  InputError naming the flag.
  void add_stages(Trace& trace) const;
};

}  // namespace attn
