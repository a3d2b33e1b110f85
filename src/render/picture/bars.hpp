#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/layout.hpp"
#include "render/matrix/grid.hpp"

namespace attn {

/// A value to be drawn as a bar, and what stands around it. It knows of no stage.
struct Bar {
  std::string label;
  double value = 0.0;    ///< not finite: no bar
  std::string written;   ///< the value as text
  std::string remark{};  ///< after it: "share .12"
};

/// What bars are measured on, and how wide what stands beside them is: the same for every row.
struct BarScale {
  double lowest = 0.0, highest = 0.0;  ///< at most 0, at least 0; not both 0
  unsigned label_width = 0, written_width = 0, remark_width = 0;
};

/// Widens a scale so that these bars fit on it.
void take_in(BarScale& scale, const std::vector<Bar>& bars);

/// Bars from a common zero, the longest as wide as there is room for. Where a value is negative an
/// axis `|` parts the two signs. A bar is drawn to half a column, in ASCII to a whole one.
Block draw_bars(const std::vector<Bar>& bars, const BarScale& scale, const Layout& layout,
                unsigned width);

}  // namespace attn
