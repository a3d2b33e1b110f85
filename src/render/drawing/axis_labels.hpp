#pragma once

#include <string>
#include <vector>

#include "render/drawing/cell_areas.hpp"

namespace attn {

/// How much level labels above columns take.
/// Units:  mm
constexpr double kColumnLabelHeight = 3.9;

/// The labels along one side of a matrix, prepared to be put there.
struct AxisLabels {
  std::vector<std::string> texts{};  ///< one for each place; empty: none
  double size = 0.0;                 ///< mm
  double extent = 0.0;               ///< how far they reach away from the cells, mm
  bool is_upright = false;
  std::size_t stride = 1;  ///< every so many places have one
};

/// The least of 1, 2, 5, 10, 20, … places that take so much room.
std::size_t round_stride(double room, double place);

/// Labels at the left of rows of that height, cut where they are long.
AxisLabels row_labels(const Axis& axis, double row_height);

/// Labels above columns of that width: level where they fit, else upright; those of a scale stay
/// level and become fewer.
AxisLabels column_labels(const Axis& axis, double column_width);

/// Labels above columns, each cut to its column.
AxisLabels level_column_labels(const Axis& axis, double column_width);

void put_row_labels(Drawing& drawing, const CellGrid& grid, const AxisLabels& labels);
void put_column_labels(Drawing& drawing, const CellGrid& grid, const AxisLabels& labels);

}  // namespace attn
