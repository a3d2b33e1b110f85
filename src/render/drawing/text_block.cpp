#include "render/drawing/text_block.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"
#include "render/layout.hpp"

namespace attn {
namespace {

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
  std::vector<Drawing> lines;
  for (const std::string& line : lines_of(text)) {
    const FittedText fitted = fitted_text(line, width, kTitleSize, kLeastTextSize);
    lines.push_back(text_line(fitted.text, fitted.size, Color{Color::Kind::quiet}));
  }
  return stacked(std::move(lines), 0.0);
}

}  // namespace attn
