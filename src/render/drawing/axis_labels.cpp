#include "render/drawing/axis_labels.hpp"

#include <algorithm>

#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"
#include "render/layout.hpp"
#include "render/text/cut_label.hpp"

namespace attn {
namespace {

constexpr unsigned kLongestAxisLabel = 18;                // columns
constexpr double kLeastShare = 1e-9;                      // of the room, so that a search ends
constexpr double kBesideCells = 0.9;                      // mm between labels and cells
constexpr double kLineOfLabel = 1.2, kGapOfLabels = 0.7;  // of an em

std::vector<std::string> cut(const std::vector<std::string>& labels, unsigned columns) {
  return cut_labels(labels, columns, cut_mark(Glyphs::unicode));
}

// Labels that stand in lines of their own, so high: as large as that lets them be, or only some.
void fit_into_lines(AxisLabels& labels, double line) {
  labels.size = std::clamp(line / kLineOfLabel, kLeastTextSize, kLabelSize);
  labels.stride = round_stride(labels.size * kLineOfLabel, line);
  labels.extent = widest_text(labels.texts, labels.size) + kBesideCells;
}

}  // namespace

std::size_t round_stride(double room, double place) {
  if (!(place > 0.0)) return 1;
  place = std::max(place, room * kLeastShare);
  for (std::size_t power = 1;; power *= 10)
    for (const std::size_t factor : {1, 2, 5})
      if (static_cast<double>(factor * power) * place >= room) return factor * power;
}

AxisLabels row_labels(const Axis& axis, double row_height) {
  if (axis.labels.empty()) return {};
  AxisLabels labels{.texts = cut(axis.labels, kLongestAxisLabel), .size = kLabelSize};
  fit_into_lines(labels, row_height);
  return labels;
}

AxisLabels column_labels(const Axis& axis, double column_width) {
  if (axis.labels.empty()) return {};
  AxisLabels labels{.texts = cut(axis.labels, kLongestAxisLabel), .size = kLabelSize};
  const double widest = widest_text(labels.texts, labels.size);
  if (widest <= column_width || axis.is_scale) {
    labels.stride = round_stride(widest + kGapOfLabels * labels.size, column_width);
    if (widest <= column_width) labels.stride = 1;
    labels.extent = kColumnLabelHeight;
    return labels;
  }
  labels.is_upright = true;
  fit_into_lines(labels, column_width);
  return labels;
}

AxisLabels level_column_labels(const Axis& axis, double column_width) {
  if (axis.labels.empty()) return {};
  AxisLabels labels{.texts = axis.labels, .size = kLabelSize};
  for (unsigned columns = kLongestAxisLabel;
       columns > 1 && widest_text(labels.texts, labels.size) > column_width; --columns)
    labels.texts = cut(axis.labels, columns - 1);
  labels.extent = kColumnLabelHeight;
  return labels;
}

void put_row_labels(Drawing& drawing, const CellGrid& grid, const AxisLabels& labels) {
  for (arma::uword i = 0; i < labels.texts.size(); i += labels.stride) {
    const Box cell = grid.cell(i, 0);
    drawing.items.push_back(
        Text{.at = {grid.corner.x - kBesideCells, base_line(cell.middle().y, labels.size)},
             .text = labels.texts[i],
             .size = labels.size,
             .anchor = Text::Anchor::end});
  }
}

void put_column_labels(Drawing& drawing, const CellGrid& grid, const AxisLabels& labels) {
  for (arma::uword j = 0; j < labels.texts.size(); j += labels.stride) {
    const double middle = grid.cell(0, j).middle().x, bottom = grid.corner.y - kBesideCells;
    drawing.items.push_back(
        Text{.at = {labels.is_upright ? base_line(middle, labels.size) : middle, bottom},
             .text = labels.texts[j],
             .size = labels.size,
             .anchor = labels.is_upright ? Text::Anchor::start : Text::Anchor::middle,
             .is_upright = labels.is_upright});
  }
}

}  // namespace attn
