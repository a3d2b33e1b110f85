#pragma once

#include <string>

#include "render/figure/figure.hpp"
#include "render/figure/png_bytes.hpp"

namespace attn {

// What attn and the module that draws figures with Cairo and Pango say to each other. The module is
// built together with attn and loaded when the first such figure is wanted.

/// What a figure is drawn as: the bytes of a PDF file, or the dots of a picture.
enum class DrawnAs { pdf, pixels };

struct DrawnFigure {
  std::string pdf{};
  Pixels pixels{};
  std::string failure{};  ///< what Cairo says; "" where all went well
};

/// Draws a figure, whose texts are UTF-8. `dots_per_mm` is for dots alone.
using DrawFigure = void (*)(const Figure& figure, DrawnAs form, double dots_per_mm,
                            DrawnFigure& drawn);

/// What that function is called in the module, and the text that says which attn it belongs to.
inline constexpr const char* kDrawFigureName = "attn_draw_figure";
inline constexpr const char* kModuleVersionName = "attn_module_version";

}  // namespace attn
