#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "render/drawing/drawing.hpp"
#include "render/figure/figure.hpp"

// What the tests ask of something drawn.
namespace attn {

template <typename Kind>
std::vector<Kind> items_of(const std::vector<Item>& items) {
  std::vector<Kind> found;
  for (const Item& item : items)
    if (const auto* wanted = std::get_if<Kind>(&item)) found.push_back(*wanted);
  return found;
}

inline std::vector<std::string> words_of(const std::vector<Item>& items) {
  std::vector<std::string> words;
  for (const Text& text : items_of<Text>(items)) words.push_back(text.text);
  return words;
}

inline bool says(const std::vector<Item>& items, const std::string& words) {
  for (const std::string& text : words_of(items))
    if (text.find(words) != std::string::npos) return true;
  return false;
}

inline std::size_t n_filled(const std::vector<Item>& items, Shape::Fill fill) {
  const std::vector<Shape> shapes = items_of<Shape>(items);
  return static_cast<std::size_t>(std::count_if(
      shapes.begin(), shapes.end(), [fill](const Shape& shape) { return shape.fill == fill; }));
}

/// About where a text stands: from the top of its capitals to its base line.
inline Box box_of(const Text& text) {
  const double length = text_width(text.text, text.size), high = 0.72 * text.size;
  const double before = text.anchor == Text::Anchor::start    ? 0.0
                        : text.anchor == Text::Anchor::middle ? length / 2
                                                              : length;
  if (text.is_upright) return {text.at.x - high, text.at.y - length + before, high, length};
  return {text.at.x - before, text.at.y - high, length, high};
}

/// Two texts of which one stands on the other, or one that leaves the paper; "" where all is well.
inline std::string misplaced(const std::vector<Item>& items, double width, double height) {
  constexpr double kRounding = 0.01;
  const std::vector<Text> texts = items_of<Text>(items);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Box a = box_of(texts[i]);
    if (a.x < -kRounding || a.y < -kRounding || a.right() > width + kRounding ||
        a.bottom() > height + kRounding)
      return "\"" + texts[i].text + "\" leaves the paper";
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      const Box b = box_of(texts[j]);
      if (a.x + kRounding < b.right() && b.x + kRounding < a.right() &&
          a.y + kRounding < b.bottom() && b.y + kRounding < a.bottom())
        return "\"" + texts[i].text + "\" meets \"" + texts[j].text + "\"";
    }
  }
  return "";
}

}  // namespace attn
