#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/count.hpp"
#include "render/curve/plot_scale.hpp"
#include "render/layout.hpp"

namespace attn {

/// A few curves over one axis. Counts are exact; real numbers are counted in a decimal part, as
/// 0.25 is 250 thousandths.
struct Plot {
  struct Curve {
    std::string name;  ///< stands at its end
    std::vector<Count> values;
  };
  std::string x_name, y_name;  ///< "tokens", "FLOP"
  std::vector<Count> places;   ///< rising; each curve has a value at each
  std::vector<Curve> curves;   ///< at most three: a line, one of dashes, one of dots
  std::vector<Count> marks{};  ///< between the first place and the last: a dotted line, and its
                               ///< number under the axis
  unsigned place_decimals = 0, value_decimals = 0;  ///< 3: places or values are thousandths
  std::optional<PlotScale::Kind> y_kind{};          ///< absent: as that of the places
};

/// The axes of a plot, however it is drawn.
PlotScale x_scale_of(const Plot& plot);
PlotScale y_scale_of(const Plot& plot);

/// The curves in one picture with both axes, `indent` spaces in.
///
/// Both axes are logarithmic, so that powers are straight lines; where the places span less than a
/// factor of ten both are linear, and the lowest line is zero. A plot may say otherwise of values.
/// A zero that has no logarithm leaves a gap. A name that meets another moves to the next line.
std::string plot_text(const Plot& plot, const Layout& layout, unsigned indent);

/// What the picture does not say by itself: how each curve is drawn, what the axes are, and what K
/// stands for in a label.
std::string plot_legend(const Plot& plot, const Layout& layout);

}  // namespace attn
