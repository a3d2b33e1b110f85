#pragma once

#include <string>
#include <vector>

#include "render/figure/figure.hpp"

namespace attn {

/// A part of a figure: what stands in it, from its own upper left corner.
/// Units:  mm
struct Drawing {
  double width = 0.0, height = 0.0;
  std::vector<Item> items{};
};

/// Puts a part into a drawing, whose size stays as it is.
void put(Drawing& drawing, Drawing part, Point at);

/// The same drawing in another size.
Drawing scaled(Drawing drawing, double factor);

/// Parts side by side, their middles at one height.
Drawing beside(std::vector<Drawing> parts, double gap);

/// The same, their tops at one height.
Drawing beside_at_top(std::vector<Drawing> parts, double gap);

/// Parts one below the other, from the left.
Drawing stacked(std::vector<Drawing> parts, double gap);

/// Parts side by side, and in another row below where no more fit into the width.
Drawing in_rows(std::vector<Drawing> parts, double width, double gap, double row_gap);

/// One line of text, as high as it is with what hangs below it.
Drawing text_line(const std::string& text, double size, Color color = {}, bool is_bold = false);

/// The lines that a text is broken into so that each fits; a word that is wider stays whole.
std::vector<std::string> lines_within(const std::string& text, double size, double width);

/// A text in as many lines as it takes; a word that is wider than that is cut.
Drawing paragraph_drawing(const std::string& text, double size, double width, Color color = {});

/// An outline goes on with a rectangle.
void add_rectangle(std::vector<Step>& path, const Box& box);

/// A straight line.
Shape line_from(Point from, Point to, double stroke_width, Color stroke);

/// Where the base line of a text lies that stands in the middle of a height.
double base_line(double middle, double size);

}  // namespace attn
