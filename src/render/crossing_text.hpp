#pragma once

#include <string>

#include "costs/sweep.hpp"

namespace attn {

/// A crossing in a sentence or two: from which value on what costs more than what, how many times
/// d_model that is, and whether it lies beyond the sweep.
std::string crossing_text(const SweepCrossing& crossing, const Sweep& sweep);

/// Whether it lies between the ends of a sweep.
bool is_inside(const SweepCrossing& crossing, const SweepRange& range);

}  // namespace attn
