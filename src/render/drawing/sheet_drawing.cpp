#include "render/drawing/sheet_drawing.hpp"

#include <algorithm>

#include "render/drawing/matrix_drawing.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"

namespace attn {
namespace {

constexpr double kSheetGap = 1.6, kLeastSheetMap = 6.0, kMostSheetMap = 22.0;
constexpr double kBesideName = 1.2, kSheetLine = 1.3 * kNoteSize, kBelowRow = 1.4;
constexpr double kMostForRowNames = 0.3;  // of the width

class SheetDrawing {
 public:
  SheetDrawing(const Trace& trace, const Layout& layout, double width)
      : trace_(trace), layout_(layout), rows_(heads_of_sheet(trace)) {
    std::size_t most = 1;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      most = std::max(most, rows_[i].size());
      names_ = std::max(names_, text_width(name_of(i), kLabelSize, true));
    }
    if (names_ > 0.0) names_ = std::min(names_ + kBesideName, kMostForRowNames * width);
    const double room = width - names_ + kSheetGap;
    const std::size_t fit =
        std::max<std::size_t>(1, static_cast<std::size_t>(room / (kLeastSheetMap + kSheetGap)));
    const std::size_t n_lines = (most + fit - 1) / fit;
    n_across_ = (most + n_lines - 1) / n_lines;
    side_ = std::min(kMostSheetMap, room / static_cast<double>(n_across_) - kSheetGap);
  }

  Drawing drawn() {
    std::vector<Drawing> lines;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (std::size_t first = 0; first < rows_[i].size(); first += n_across_)
        lines.push_back(line(i, first));
    return stacked(std::move(lines), kBelowRow);
  }

 private:
  const std::string& name_of(std::size_t row) const { return trace_.sketches->rows[row].name; }

  // Some heads side by side, under their names unless the line above has the same.
  Drawing line(std::size_t row, std::size_t first) {
    const std::vector<SheetHead>& heads = rows_[row];
    const std::size_t end = std::min(first + n_across_, heads.size());
    std::vector<std::string> names;
    bool has_captions = false;
    for (std::size_t i = first; i < end; ++i) {
      names.push_back(heads[i].sketch->name);
      has_captions = has_captions || !heads[i].sketch->caption.empty();
    }
    const double top = names == names_above_ ? 0.0 : kSheetLine;
    Drawing drawing{.width = names_, .height = top};
    if (first == 0) put_text(drawing, {0.0, top + kLabelSize}, name_of(row), kLabelSize, true);
    for (std::size_t i = first; i < end; ++i) {
      const double x = names_ + static_cast<double>(i - first) * (side_ + kSheetGap);
      if (top > 0.0) put_fitted(drawing, {x, kNoteSize}, names[i - first], {});
      double bottom = top + side_;
      if (heads[i].weights) {
        Drawing map = small_map_drawing(*heads[i].weights, layout_, side_);
        bottom = top + map.height;
        put(drawing, std::move(map), {x, top});
      }
      put_fitted(drawing, {x, bottom + kNoteSize}, heads[i].sketch->caption, {Color::Kind::quiet});
      drawing.width = x + side_;
      drawing.height = std::max(drawing.height, bottom + (has_captions ? kSheetLine : 0.0));
    }
    names_above_ = std::move(names);
    return drawing;
  }

  void put_fitted(Drawing& drawing, Point at, const std::string& text, Color color) const {
    if (text.empty()) return;
    const FittedText fitted = fitted_text(text, side_, kNoteSize, kLeastTextSize);
    drawing.items.push_back(
        Text{.at = at, .text = fitted.text, .size = fitted.size, .color = color});
  }

  static void put_text(Drawing& drawing, Point at, const std::string& text, double size,
                       bool is_bold) {
    if (!text.empty())
      drawing.items.push_back(Text{.at = at, .text = text, .size = size, .is_bold = is_bold});
  }

  const Trace& trace_;
  const Layout& layout_;
  std::vector<std::vector<SheetHead>> rows_;
  std::vector<std::string> names_above_{};
  double names_ = 0.0, side_ = 0.0;  // how much the names of rows take; how wide a map is
  std::size_t n_across_ = 1;
};

}  // namespace

std::vector<std::vector<SheetHead>> heads_of_sheet(const Trace& trace) {
  std::vector<std::vector<SheetHead>> rows;
  for (const SketchRow& row : trace.sketches->rows) {
    rows.emplace_back();
    for (const Sketch& sketch : row.sketches) {
      const std::string name = row.name.empty() ? sketch.name : row.name + "." + sketch.name;
      rows.back().push_back({&sketch, trace.find("weights", "head " + name)});
    }
  }
  return rows;
}

Drawing sheet_drawing(const Trace& trace, const Layout& layout, double width) {
  return SheetDrawing(trace, layout, width).drawn();
}

}  // namespace attn
