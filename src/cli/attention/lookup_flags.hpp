#pragma once

#include "cli/present/view_flags.hpp"
#include "mechanisms/attention/attention.hpp"

namespace attn {

/// Tables that are read off the weights, as typed.
struct LookupFlags {
  Flag entries{"--entries"}, threshold{"--threshold"}, received{"--received"};

  void add_to(FlagTable& table);

  Flags all() const { return {entries, threshold, received}; }

  /// Refuses them where no table is shown.
  /// Errors:  InputError naming both flags.
  void refuse_beside_no_tables(const ViewFlags& view) const;

  /// Adds the tables that were asked for to a trace that has weights.
  /// Errors:  InputError naming the flag.
  void add_tables(Trace& trace) const;
};

}  // namespace attn
