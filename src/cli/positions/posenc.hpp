#pragma once

#include "cli/flags/shared_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What is asked about positions, as typed.
struct PositionFlags {
  WordFlags words{};
  NumberFlags numbers{};
  Flag kind{"--kind"}, length{"--length"}, base{"--base"}, layout{"--layout"}, heads{"--heads"},
      max_length{"--max-length"};
  Flag positions{"--positions"}, dims{"--dims"}, at{"--at"}, shift{"--shift"}, add{"--add"},
      scale_embedding{"--scale-embedding"}, vocabulary{"--vocab"}, batch{"--batch"},
      compare{"--compare"}, order{"--order"}, x{"--x"};

  void add_to(FlagTable& table);
};

/// The trace that the flags ask for, with its title and notes.
/// Errors: InputError naming the flag.
Trace position_trace(const PositionFlags& flags);

}  // namespace attn
