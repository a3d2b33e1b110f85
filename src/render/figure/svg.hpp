#pragma once

#include <string>

#include "render/figure/figure.hpp"

namespace attn {

/// What a font is looked for by, the first first: one of them has Japanese on every system.
inline constexpr const char* kFigureFonts =
    "'Noto Sans', 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans CJK JP', "
    "'Hiragino Sans', 'Yu Gothic', Meiryo, sans-serif";

/// A figure as an SVG file of its size in millimetres: text stays text, and dots are a picture
/// inside it. The same figure gives the same bytes.
std::string svg_text(const Figure& figure);

}  // namespace attn
