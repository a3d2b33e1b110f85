#pragma once

#include <cairo.h>
#include <pango/pangocairo.h>

#include <memory>

#include "render/figure/figure.hpp"

namespace attn {

/// Draws figures on a surface of Cairo that has so many units a millimetre.
class FigurePainter {
 public:
  FigurePainter(cairo_surface_t* surface, double units_per_mm);

  void paint(const Figure& figure);

  void operator()(const Shape& shape);
  void operator()(const Text& text);
  void operator()(const Raster& raster);

 private:
  void set_color(Color color);
  void trace(const std::vector<Step>& path);
  void hatch(Color color);

  std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo_;
  std::unique_ptr<PangoLayout, decltype(&g_object_unref)> layout_;
  double units_per_mm_;
};

}  // namespace attn
