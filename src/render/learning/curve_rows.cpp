#include "render/learning/curve_rows.hpp"

#include <algorithm>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "learning/tasks/tasks.hpp"
#include "render/text/cell_text.hpp"
#include "render/text/display_width.hpp"
#include "render/text/lines.hpp"
#include "render/text/paint.hpp"

namespace attn {
namespace {

// The gap between two columns and the least width of one, "1,000,000" with room to spare; in a
// narrow layout as much as four columns leave of 40.
struct CurveColumns {
  unsigned gap = 2, steps = 9, others = 9;
};

CurveColumns curve_columns(const Layout& layout) {
  constexpr unsigned kNarrow = 46;  // fewer than the four columns take
  return layout.width < kNarrow ? CurveColumns{.gap = 1, .others = 8} : CurveColumns{};
}

std::vector<std::string> curve_headings() {
  return {translated("steps"), translated("training"), translated("held out"), translated("right")};
}

std::string curve_cells_row(const std::vector<std::string>& cells, const Layout& layout) {
  const std::vector<std::string> names = curve_headings();
  const CurveColumns columns = curve_columns(layout);
  std::string row(kNoteIndent, ' ');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const unsigned least = i == 0 ? columns.steps : columns.others;
    const unsigned width = std::max(least, display_width(names[i]));
    row += (i == 0 ? "" : std::string(columns.gap, ' ')) + pad_left(cells[i], width);
  }
  return row;
}

std::string curve_number(double value, const Layout& layout) {
  constexpr double kWide = 1e5;
  const bool is_wide = value >= kWide;
  return cell_text(
      cell::Real{.value = value,
                 .places = 3,
                 .form = is_wide ? cell::Real::Form::digits : cell::Real::Form::decimals},
      layout);
}

}  // namespace

std::string curve_header(bool has_accuracy, const Layout& layout) {
  std::vector<std::string> names = curve_headings();
  if (!has_accuracy) names.pop_back();
  return Painter(layout)(Style::Kind::quiet, curve_cells_row(names, layout)) + "\n";
}

std::string curve_row(const CurvePoint& point, const Layout& layout) {
  std::vector<std::string> cells{cell_text(cell::Whole{count_of(point.step)}, layout),
                                 curve_number(point.training_loss, layout),
                                 curve_number(point.held_out_loss, layout)};
  if (point.held_out_accuracy)
    cells.push_back(cell_text(accuracy_cell(*point.held_out_accuracy), layout));
  return curve_cells_row(cells, layout) + "\n";
}

std::string curve_record_header() {
  return "step\ttraining_loss\theld_out_loss\theld_out_accuracy\n";
}

std::string curve_record(const CurvePoint& point) {
  const std::string accuracy = point.held_out_accuracy ? exact(*point.held_out_accuracy) : "";
  return std::to_string(point.step) + "\t" + exact(point.training_loss) + "\t" +
         exact(point.held_out_loss) + "\t" + accuracy + "\n";
}

}  // namespace attn
