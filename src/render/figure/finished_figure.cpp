#include "render/figure/finished_figure.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {
namespace {

constexpr double kMargin = 2.0;

}  // namespace

double width_inside(double figure_width) { return figure_width - 2 * kMargin; }

Figure finished_figure(Drawing drawing, FigureWidth width, std::string title,
                       std::string description) {
  const double needed = drawing.width + 2 * kMargin;
  const double whole = width.is_exact ? width.mm : std::clamp(needed, kLeastFigureWidth, width.mm);
  const double height = drawing.height + 2 * kMargin;
  const double left = std::max(kMargin, (whole - drawing.width) / 2);
  Drawing page;
  put(page, std::move(drawing), {left, kMargin});
  return {.width = whole,
          .height = height,
          .title = std::move(title),
          .description = std::move(description),
          .language = language_code(),
          .items = std::move(page.items)};
}

}  // namespace attn
