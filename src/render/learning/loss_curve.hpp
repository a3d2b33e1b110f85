#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "learning/tasks/tasks.hpp"
#include "learning/training/training.hpp"
#include "render/layout.hpp"

namespace attn {

/// The losses of a run as a picture: in training `*`, on held-out sequences `.`, where both meet
/// `#`, and what they are held against as dashed lines with their names. The lowest line is 0, and
/// the picture is as wide as all `n_steps`, however few were made.
///
/// A loss that is no number leaves a gap. Empty without any point.
std::string loss_curve_text(const std::vector<CurvePoint>& points, const std::vector<Level>& levels,
                            std::uint64_t n_steps, const Layout& layout);

/// Whether there is room for the names of the levels beside their lines.
bool curve_names_levels(const Layout& layout);

}  // namespace attn
