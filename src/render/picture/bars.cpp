#include "render/picture/bars.hpp"

#include <algorithm>
#include <cmath>

#include "render/text/cut_label.hpp"
#include "render/text/display_width.hpp"

namespace attn {
namespace {

constexpr unsigned kLongestBar = 50;  // longer ones are not easier to compare
constexpr unsigned kShortestBar = 6;
constexpr unsigned kLongestBarLabel = 14;
constexpr unsigned kAroundBar = 2;

std::string repeated(const std::string& mark, unsigned n) {
  std::string text;
  for (unsigned i = 0; i < n; ++i) text += mark;
  return text;
}

// A bar of so many columns, its end at the right or, for what is negative, at the left.
std::string bar_of(double columns, bool grows_left, Glyphs glyphs) {
  if (glyphs == Glyphs::ascii) return repeated("#", static_cast<unsigned>(std::lround(columns)));
  const auto halves = static_cast<unsigned>(std::lround(2.0 * columns));
  const std::string whole = repeated("⣿", halves / 2);
  if (halves % 2 == 0) return whole;
  return grows_left ? "⢸" + whole : whole + "⡇";
}

}  // namespace

void take_in(BarScale& scale, const std::vector<Bar>& bars) {
  for (const Bar& bar : bars) {
    if (std::isfinite(bar.value)) {
      scale.lowest = std::min(scale.lowest, bar.value);
      scale.highest = std::max(scale.highest, bar.value);
    }
    scale.label_width =
        std::max(scale.label_width, std::min(kLongestBarLabel, display_width(bar.label)));
    scale.written_width = std::max(scale.written_width, display_width(bar.written));
    scale.remark_width = std::max(scale.remark_width, display_width(bar.remark));
  }
}

Block draw_bars(const std::vector<Bar>& bars, const BarScale& scale, const Layout& layout,
                unsigned width) {
  const bool has_axis = scale.lowest < 0.0;
  const unsigned remark = scale.remark_width == 0 ? 0 : kAroundBar + scale.remark_width;
  const unsigned beside =
      scale.label_width + 2 * kAroundBar + scale.written_width + remark + (has_axis ? 1 : 0);
  unsigned room = std::clamp(width > beside ? width - beside : 0, kShortestBar, kLongestBar);
  const double range = scale.highest - scale.lowest;
  // Two parts that each begin a column of their own would take one more than there is.
  const double left = has_axis && range > 0.0 ? -scale.lowest / range * room : 0.0;
  if (left != std::floor(left) && beside + room + 1 > width && room > kShortestBar) --room;
  const auto columns = [&](double value) {
    return range > 0.0 ? std::abs(value) / range * room : 0.0;
  };
  // Both parts end on a whole column, and the smaller one has room for its longest bar.
  const auto n_left = static_cast<unsigned>(std::ceil(columns(scale.lowest)));
  const unsigned n_right = room - std::min(room, static_cast<unsigned>(columns(scale.lowest)));

  Block block;
  for (const Bar& bar : bars) {
    const std::string label = cut_label(bar.label, scale.label_width, cut_mark(layout.glyphs));
    const double size = std::isfinite(bar.value) ? columns(bar.value) : 0.0;
    const std::string drawn = bar_of(size, bar.value < 0.0, layout.glyphs);
    std::string line = pad_left(label, scale.label_width) + std::string(kAroundBar, ' ');
    if (has_axis) {
      line += pad_left(bar.value < 0.0 ? drawn : "", n_left) + "|";
      line += pad_right(bar.value < 0.0 ? "" : drawn, n_right);
    } else {
      line += pad_right(drawn, room);
    }
    line += std::string(kAroundBar, ' ') + pad_left(bar.written, scale.written_width);
    if (!bar.remark.empty()) line += std::string(kAroundBar, ' ') + bar.remark;
    block.width = std::max(block.width, display_width(line));
    block.lines.push_back(line);
  }
  return block;
}

}  // namespace attn
