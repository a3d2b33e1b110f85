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
  if (!has_labels) return small_map_drawing(stage, layout, width);
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

// Which head it is, and what it does.
Drawing name_drawing(const Stage& stage, double width) {
  const FittedText name = fitted_text(stage.group, width, kLabelSize, kLeastTextSize, true);
  std::vector<Drawing> lines{text_line(name.text, name.size, {}, true)};
  if (!stage.remark.empty()) lines.push_back(paragraph_drawing(stage.remark, kNoteSize, width));
  return stacked(std::move(lines), 0.0);
}

Drawing head_drawing(const Stage& stage, const Layout& layout, double width, double name_height) {
  Drawing name = name_drawing(stage, width);
  name.height = name_height;
  std::vector<Drawing> facts;
  if (layout.explain > 0)
    for (const auto& [fact, value] : facts_of_head(stage, layout))
      facts.push_back(fact_line(fact, value, width));
  Drawing head = stacked(
      {std::move(name), map_of(stage, layout, width), stacked(std::move(facts), 0.0)}, kAroundMap);
  head.width = width;
  return head;
}

}  // namespace

Drawing heads_drawing(const std::vector<const Stage*>& heads, const Layout& layout, double width) {
  const MapColumns columns = columns_for(heads.size(), width);
  double name_height = 0.0;  // the maps begin at one height
  for (const Stage* head : heads)
    name_height = std::max(name_height, name_drawing(*head, columns.width).height);
  std::vector<Drawing> rows, row;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    row.push_back(head_drawing(*heads[i], layout, columns.width, name_height));
    if (row.size() < columns.n && i + 1 < heads.size()) continue;
    rows.push_back(beside_at_top(std::move(row), kGap));
    row.clear();
  }
  return stacked(std::move(rows), kGap / 2);
}

}  // namespace attn
