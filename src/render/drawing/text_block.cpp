#include "render/drawing/text_block.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"
#include "render/layout.hpp"
#include "render/text/wrap.hpp"

namespace attn {
namespace {

const Color kHeadingColor{Color::Kind::quiet};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const std::string& line : split(text, '\n'))
    if (const std::string_view words = trimmed(line); !words.empty()) lines.emplace_back(words);
  return lines;
}

}  // namespace

unsigned screen_columns(double width, double size) {
  return std::max(kMinWidth, columns_in(width, size));
}

std::string one_line(const std::string& text) { return joined(lines_of(text), " "); }

Drawing heading_drawing(const std::string& text, double width) {
  const std::vector<std::string> lines = lines_of(text);
  if (widest_text(lines, kTitleSize) > width)
    return paragraph_drawing(unbroken_parts(joined(lines, "   ")), kTitleSize, width,
                             kHeadingColor);
  std::vector<Drawing> drawings;
  for (const std::string& line : lines)
    drawings.push_back(text_line(line, kTitleSize, kHeadingColor));
  return stacked(std::move(drawings), 0.0);
}

}  // namespace attn
