#include "cairo/figure_painter.hpp"

#include <cmath>
#include <cstring>

#include "render/figure/figure.hpp"

namespace attn {
namespace {

// One of them has Japanese on every system; Pango takes another one where none has a character.
constexpr const char* kFamilies =
    "Noto Sans, Helvetica Neue, Arial, Liberation Sans, DejaVu Sans, Noto Sans CJK JP, "
    "Hiragino Sans, Yu Gothic, Meiryo, sans-serif";

// Widths that do not hang on the size of a dot.
void measure_exactly(PangoLayout* layout) {
  cairo_font_options_t* const options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  PangoContext* const context = pango_layout_get_context(layout);
  pango_cairo_context_set_font_options(context, options);
  pango_context_set_round_glyph_positions(context, FALSE);
  cairo_font_options_destroy(options);
}

void set_font(PangoLayout* layout, double size, bool is_bold) {
  PangoFontDescription* const font = pango_font_description_from_string(kFamilies);
  pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
  pango_font_description_set_weight(font, is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
}

}  // namespace

FigurePainter::FigurePainter(cairo_surface_t* surface, double units_per_mm)
    : cairo_(cairo_create(surface), cairo_destroy),
      layout_(pango_cairo_create_layout(cairo_.get()), g_object_unref),
      units_per_mm_(units_per_mm) {
  cairo_scale(cairo_.get(), units_per_mm, units_per_mm);
  measure_exactly(layout_.get());
  pango_layout_set_single_paragraph_mode(layout_.get(), TRUE);
}

void FigurePainter::paint(const Figure& figure) {
  pango_context_set_language(pango_layout_get_context(layout_.get()),
                             pango_language_from_string(figure.language.c_str()));
  set_color({Color::Kind::paper});
  cairo_paint(cairo_.get());
  for (const Item& item : figure.items) std::visit(*this, item);
}

void FigurePainter::set_color(Color color) {
  const Rgb24 rgb = rgb_of(color);
  const auto part = [rgb](unsigned shift) { return (rgb >> shift & 0xffU) / 255.0; };
  cairo_set_source_rgb(cairo_.get(), part(16), part(8), part(0));
}

void FigurePainter::trace(const std::vector<Step>& path) {
  cairo_t* const cairo = cairo_.get();
  cairo_new_path(cairo);
  for (const Step& step : path) {
    switch (step.kind) {
      case Step::Kind::move:
        cairo_move_to(cairo, step.to.x, step.to.y);
        break;
      case Step::Kind::line:
        cairo_line_to(cairo, step.to.x, step.to.y);
        break;
      case Step::Kind::curve:
        cairo_curve_to(cairo, step.first.x, step.first.y, step.second.x, step.second.y, step.to.x,
                       step.to.y);
        break;
      case Step::Kind::close:
        cairo_close_path(cairo);
        break;
    }
  }
}

// Lines from the lower left to the upper right, over all of the path that was traced.
void FigurePainter::hatch(Color color) {
  cairo_t* const cairo = cairo_.get();
  double left = 0, top = 0, right = 0, bottom = 0;
  cairo_path_extents(cairo, &left, &top, &right, &bottom);
  cairo_save(cairo);
  cairo_clip(cairo);
  const double apart = kHatchingGap * std::sqrt(2.0), height = bottom - top;
  for (double x = std::floor((left + top) / apart) * apart - top; x < right + height; x += apart) {
    cairo_move_to(cairo, x, top);
    cairo_line_to(cairo, x - height, bottom);
  }
  set_color(color);
  cairo_set_line_width(cairo, kHatchingWidth);
  cairo_stroke(cairo);
  cairo_restore(cairo);
}

void FigurePainter::operator()(const Shape& shape) {
  cairo_t* const cairo = cairo_.get();
  if (shape.fill != Shape::Fill::none) {
    trace(shape.path);
    if (shape.fill == Shape::Fill::hatching) {
      hatch({Color::Kind::rule});
    } else {
      set_color(shape.color);
      cairo_fill(cairo);
    }
  }
  if (shape.stroke_width <= 0.0) return;
  trace(shape.path);
  set_color(shape.stroke);
  cairo_set_line_width(cairo, shape.stroke_width);
  cairo_set_dash(cairo, shape.dashes.data(), static_cast<int>(shape.dashes.size()), 0.0);
  cairo_stroke(cairo);
}

void FigurePainter::operator()(const Text& text) {
  cairo_t* const cairo = cairo_.get();
  PangoLayout* const layout = layout_.get();
  set_font(layout, text.size * units_per_mm_, text.is_bold);
  pango_layout_set_text(layout, text.text.data(), static_cast<int>(text.text.size()));
  int width = 0;
  pango_layout_get_size(layout, &width, nullptr);
  const double before = text.anchor == Text::Anchor::start    ? 0.0
                        : text.anchor == Text::Anchor::middle ? 0.5
                                                              : 1.0;
  set_color(text.color);
  cairo_save(cairo);
  cairo_translate(cairo, text.at.x, text.at.y);
  if (text.is_upright) cairo_rotate(cairo, -std::acos(-1.0) / 2);
  cairo_scale(cairo, 1 / units_per_mm_, 1 / units_per_mm_);
  cairo_move_to(cairo, -before * width / PANGO_SCALE,
                -static_cast<double>(pango_layout_get_baseline(layout)) / PANGO_SCALE);
  pango_cairo_update_layout(cairo, layout);
  pango_cairo_show_layout(cairo, layout);
  cairo_restore(cairo);
}

void FigurePainter::operator()(const Raster& raster) {
  cairo_t* const cairo = cairo_.get();
  cairo_surface_t* const image = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, static_cast<int>(raster.n_cols), static_cast<int>(raster.n_rows));
  unsigned char* const data = cairo_image_surface_get_data(image);
  const int stride = cairo_image_surface_get_stride(image);
  for (unsigned i = 0; i < raster.n_rows; ++i)
    for (unsigned j = 0; j < raster.n_cols; ++j) {
      const Rgb24 rgb = rgb_of(raster.cells[std::size_t{i} * raster.n_cols + j]);
      std::memcpy(data + std::ptrdiff_t{stride} * i + std::ptrdiff_t{4} * j, &rgb, sizeof rgb);
    }
  cairo_surface_mark_dirty(image);
  cairo_save(cairo);
  cairo_translate(cairo, raster.box.x, raster.box.y);
  cairo_scale(cairo, raster.box.width / raster.n_cols, raster.box.height / raster.n_rows);
  cairo_set_source_surface(cairo, image, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
  cairo_paint(cairo);
  cairo_restore(cairo);
  cairo_surface_destroy(image);
}

}  // namespace attn
