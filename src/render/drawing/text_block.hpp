#pragma once

#include <string>

#include "render/drawing/drawing.hpp"

namespace attn {

/// How many columns a screen has whose lines fit into that width; never fewer than any screen has.
unsigned screen_columns(double width, double size);

/// The lines of a screen as one: without indents, with a space between them.
std::string one_line(const std::string& text);

/// The lines of a screen, as they stand above a figure: without indents, each as large as it fits.
Drawing heading_drawing(const std::string& text, double width);

}  // namespace attn
