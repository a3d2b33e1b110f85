#pragma once

#include <string>
#include <vector>

#include "cli/flags/flag_group.hpp"
#include "render/drawing/figures.hpp"

namespace attn {

/// Adds the flag that says how wide figures are.
void add_figure_width(const FlagGroup& group, Flag& width);

/// The width that was typed, "84mm", "8.4cm", "3.3in" or "240pt", or the usual one.
/// Errors: InputError if it is no such length or out of range, or if no file is a figure.
FigureWidth read_figure_width(const Flag& width, const std::vector<std::string>& files);

}  // namespace attn
