#include "render/drawing/legends.hpp"

#include <algorithm>
#include <set>

#include "base/number.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"
#include "render/matrix/permission.hpp"
#include "render/matrix/stage_heat.hpp"
#include "render/number/heat_level.hpp"
#include "render/trace/stage_text.hpp"

namespace attn {
namespace {

constexpr double kSwatchWidth = 4.4, kSwatchHeight = 2.6, kSwatchFrame = 0.12, kBesideSwatch = 1.2;
constexpr int kSignificantDigits = 3;

Shape framed(const Box& box) {
  Shape frame{.stroke_width = kSwatchFrame, .stroke = {Color::Kind::rule}};
  add_rectangle(frame.path, box);
  return frame;
}

Drawing swatch_with_text(Shape::Fill fill, Color color, const std::string& letter,
                         const std::string& text, double width) {
  const Box box{0, 0, kSwatchWidth, kSwatchHeight};
  Drawing swatch{.width = box.width, .height = box.height};
  Shape area{.fill = fill, .color = color};
  add_rectangle(area.path, box);
  swatch.items = {std::move(area), framed(box)};
  std::vector<Drawing> parts{std::move(swatch)};
  if (!letter.empty()) parts.push_back(text_line(letter, kNoteSize));
  double used = kBesideSwatch;
  for (const Drawing& part : parts) used += part.width + kBesideSwatch;
  parts.push_back(paragraph_drawing(text, kNoteSize, std::max(width - used, kSwatchWidth)));
  return beside(std::move(parts), kBesideSwatch);
}

}  // namespace

Drawing color_legend(const Stage& stage, double width, ShareScale scale) {
  const bool is_share = holds_shares(stage);
  const int n = is_share ? kShareLevels : kSignedLevels;
  const double largest = StageHeat(stage, scale.darkest).largest();
  const auto text_of = [](double value) {
    return with_minus_sign(significant_text(value, kSignificantDigits));
  };
  Drawing legend{.height = kSwatchHeight + 1.4 * kNoteSize};
  const std::string first = text_of(is_share ? 0.0 : -largest);
  const double left = std::max(0.0, text_width(first, kNoteSize) / 2 - (is_share ? 0.0 : 2.2));
  for (int level = 0; level < n; ++level) {
    Shape area{.fill = Shape::Fill::color,
               .color = {is_share ? Color::Kind::share : Color::Kind::signed_value, level}};
    add_rectangle(area.path, {left + level * kSwatchWidth, 0, kSwatchWidth, kSwatchHeight});
    legend.items.push_back(std::move(area));
  }
  const double length = n * kSwatchWidth;
  legend.items.push_back(framed({left, 0, length, kSwatchHeight}));
  // Shares are named where one step ends and the next begins, sizes below the middle of theirs.
  const double inset = is_share ? 0.0 : kSwatchWidth / 2;
  double right = left;
  for (const double share : {0.0, 0.5, 1.0}) {
    const double value = (is_share ? share : 2 * share - 1) * largest;
    const std::string text = (share == 1.0 && scale.is_exceeded ? "≥ " : "") + text_of(value);
    if (is_share) right = std::max(left, text_width(text, kNoteSize) / 2);
    legend.items.push_back(
        Text{.at = {left + inset + share * (length - 2 * inset), kSwatchHeight + 1.1 * kNoteSize},
             .text = text,
             .size = kNoteSize,
             .color = {Color::Kind::quiet},
             .anchor = Text::Anchor::middle});
  }
  legend.width = left + length + right;
  return legend.width <= width ? legend : scaled(std::move(legend), width / legend.width);
}

std::vector<Drawing> blocked_legends(const std::vector<const Stage*>& stages, double width) {
  std::set<std::string> said;
  std::vector<Drawing> legends;
  const auto add = [&](Shape::Fill fill, Color color, const std::string& letter,
                       const std::string& text) {
    if (said.insert(letter + text).second)
      legends.push_back(swatch_with_text(fill, color, letter, text, width));
  };
  for (const Stage* stage : stages) {
    if (std::holds_alternative<Permission>(stage->rule)) {
      for (const auto& [mark, is_open, meaning] : permission_marks(*stage))
        add(is_open ? Shape::Fill::color : Shape::Fill::hatching,
            is_open ? Color{Color::Kind::open} : Color{}, is_open ? "" : mark, meaning);
    } else if (arma::accu(stage->blocked != 0) > 0) {
      add(Shape::Fill::hatching, {}, "", blocked_reasons(*stage));
    }
  }
  return legends;
}

}  // namespace attn
