#pragma once

#include <string>

#include "render/figure/figure.hpp"

namespace attn {

/// Loads the module that draws figures with Cairo and Pango, unless it is there already.
/// Errors: SurroundingsError naming the package that is missing
void require_figure_module();

/// A figure as a PDF file of its size.
/// Errors: SurroundingsError
std::string pdf_bytes(const Figure& figure);

/// The dots of a figure.
/// Errors: SurroundingsError
Pixels pixels_of(const Figure& figure, double dots_per_mm);

}  // namespace attn
