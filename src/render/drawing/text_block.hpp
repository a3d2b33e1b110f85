#pragma once

#include <string>

#include "render/drawing/drawing.hpp"

namespace attn {

/// How many columns a screen has whose lines fit into that width; never fewer than any screen has.
unsigned screen_columns(double width, double size);

/// The lines of a screen as one: without indents, with a space between them.
std::string one_line(const std::string& text);

/// The lines of a screen, as they stand above a figure: without indents, and all of one size.
/// Where one is too wide, all that they say goes into as many lines as it takes.
Drawing heading_drawing(const std::string& text, double width);

}  // namespace attn
