#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/layout.hpp"
#include "render/matrix/matrix_view.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Where a walk through the stages stands. The screen is a function of this and nothing else, so
/// going back shows exactly what was there.
struct StepState {
  std::size_t stage = 0;
  Cell cell;                    ///< the cell whose arithmetic is spelled out
  bool help = false;            ///< the keys are explained where the stage would be
  std::size_t typed_stage = 0;  ///< what the digits typed last say so far
};

/// The place of the same stage in the next group of stages, or the one before; from outside the
/// groups, the nearest stage in one. `current` itself where there is none.
std::size_t in_neighbour_group(const std::vector<const Stage*>& stages, std::size_t current,
                               bool forward);

/// The views of a stage that look different, in the order in which a key goes through them; the
/// first is what the stage shows by itself.
std::vector<std::optional<View>> views_in_turn(const Trace& trace, const Stage& stage,
                                               const Layout& layout, Cell selected);

/// One screen of a walk: the title, the stages with the current one marked, its matrix with the
/// cell marked, that cell's arithmetic, and the keys. At most `height` lines: a tall matrix loses
/// rows in its middle, and where that is not enough, explanations go.
std::string step_screen(const Trace& trace, const std::vector<const Stage*>& stages,
                        const StepState& state, const Layout& layout, std::size_t height);

}  // namespace attn
