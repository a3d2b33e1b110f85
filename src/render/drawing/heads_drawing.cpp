#include "render/drawing/heads_drawing.hpp"

#include <algorithm>
#include <cmath>

#include "render/drawing/matrix_drawing.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"
#include "render/matrix/small_heads.hpp"

namespace attn {
namespace {

constexpr double kGap = 5.0, kLeastMap = 22.0, kMostMap = 36.0, kAroundMap = 1.0;
constexpr arma::uword kMostLabelled = 12;  // tokens whose words stand beside a map

// How many stand side by side, and how wide each is: rows equally long, as few as there can be.
struct MapColumns {
  std::size_t n = 1;
  double width = 0.0;
};

MapColumns columns_for(std::size_t n_heads, double width) {
  const auto most = static_cast<std::size_t>((width + kGap) / (kLeastMap + kGap));
  const std::size_t per_row = std::clamp<std::size_t>(n_heads, 1, std::max<std::size_t>(1, most));
  const std::size_t n_rows = (n_heads + per_row - 1) / per_row;
  const std::size_t n = (n_heads + n_rows - 1) / n_rows;
  const auto gaps = static_cast<double>(n - 1) * kGap;
  return {n, std::min(kMostMap, (width - gaps) / static_cast<double>(n))};
}

Drawing map_of(const Stage& stage, const Layout& layout, double width) {
  const bool has_labels = std::max(stage.value.n_rows, stage.value.n_cols) <= kMostLabelled;
  if (!has_labels) return small_map_drawing(stage, width);
  Layout colors = layout;
  colors.view = View::heat;
  return matrix_drawing(stage, colors, width);
}

Drawing fact_line(const std::string& name, const std::string& value, double width) {
  const double value_width = text_width(value, kNoteSize);
  const FittedText fitted =
      fitted_text(name, width - value_width - kAroundMap, kNoteSize, kLeastTextSize);
  Drawing line = text_line(fitted.text, fitted.size, {Color::Kind::quiet});
  line.items.push_back(Text{.at = {width, std::get<Text>(line.items.front()).at.y},
                            .text = value,
                            .size = kNoteSize,
                            .color = {Color::Kind::quiet},
                            .anchor = Text::Anchor::end});
  line.width = width;
  line.height = kNoteSize * 1.3;
  return line;
}

Drawing head_drawing(const Stage& stage, const Layout& layout, double width) {
  std::string name = stage.group;
  if (!stage.remark.empty()) name += "   " + stage.remark;
  const FittedText fitted = fitted_text(name, width, kLabelSize, kLeastTextSize, true);
  std::vector<Drawing> facts;
  if (layout.explain > 0)
    for (const auto& [fact, value] : facts_of_head(stage, layout))
      facts.push_back(fact_line(fact, value, width));
  Drawing head = stacked({text_line(fitted.text, fitted.size, {}, true),
                          map_of(stage, layout, width), stacked(std::move(facts), 0.0)},
                         kAroundMap);
  head.width = width;
  return head;
}

}  // namespace

Drawing heads_drawing(const std::vector<const Stage*>& heads, const Layout& layout, double width) {
  const MapColumns columns = columns_for(heads.size(), width);
  std::vector<Drawing> rows, row;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    row.push_back(head_drawing(*heads[i], layout, columns.width));
    if (row.size() < columns.n && i + 1 < heads.size()) continue;
    rows.push_back(beside_at_top(std::move(row), kGap));
    row.clear();
  }
  return stacked(std::move(rows), kGap / 2);
}

}  // namespace attn
