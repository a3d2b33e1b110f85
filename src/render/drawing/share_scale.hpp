#pragma once

#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// What the colours of weights stand for: evenly from 0 to the darkest.
struct ShareScale {
  double darkest = 1.0;
  bool is_exceeded = false;  ///< some weights are greater, and have the darkest colour, too
};

/// One scale for all weights of a figure. Those of a long text are small, and from 0 to 1 all would
/// have the lightest colour: there the darkest is what the strongest key of a query has on average,
/// rounded up to two digits. Where one of them has room for its numbers, it is 1.
ShareScale share_scale_of(const std::vector<const Stage*>& stages);

}  // namespace attn
