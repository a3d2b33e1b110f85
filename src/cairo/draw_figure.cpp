#include <cairo-pdf.h>
#include <cairo.h>

#include <cmath>
#include <exception>
#include <memory>
#include <stdexcept>

#include "cairo/figure_painter.hpp"
#include "render/figure/figure.hpp"

namespace attn {
namespace {

constexpr double kPointsPerMm = 72.0 / 25.4;

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

Surface owned(cairo_surface_t* surface) { return {surface, cairo_surface_destroy}; }

void require_ok(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
}

cairo_status_t append(void* target, const unsigned char* bytes, unsigned n) {
  static_cast<std::string*>(target)->append(reinterpret_cast<const char*>(bytes), n);
  return CAIRO_STATUS_SUCCESS;
}

std::string pdf_of(const Figure& figure) {
  std::string bytes;
  const Surface surface = owned(cairo_pdf_surface_create_for_stream(
      append, &bytes, figure.width * kPointsPerMm, figure.height * kPointsPerMm));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, figure.title.c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_SUBJECT,
                                 figure.description.c_str());
  // The same figure gives the same bytes, whenever it is made.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
  FigurePainter(surface.get(), kPointsPerMm).paint(figure);
  cairo_surface_finish(surface.get());
  require_ok(cairo_surface_status(surface.get()));
  return bytes;
}

Pixels pixels_of(const Figure& figure, double dots_per_mm) {
  constexpr double kMmPerMetre = 1000.0;
  const int width = static_cast<int>(std::lround(figure.width * dots_per_mm)),
            height = static_cast<int>(std::lround(figure.height * dots_per_mm));
  const Surface surface = owned(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  FigurePainter(surface.get(), dots_per_mm).paint(figure);
  cairo_surface_flush(surface.get());
  require_ok(cairo_surface_status(surface.get()));
  Pixels pixels{.width = static_cast<unsigned>(width),
                .height = static_cast<unsigned>(height),
                .per_metre = static_cast<unsigned>(std::lround(dots_per_mm * kMmPerMetre))};
  const unsigned char* const data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + std::ptrdiff_t{y} * stride);
    for (int x = 0; x < width; ++x)
      for (const unsigned shift : {16U, 8U, 0U})
        pixels.rgb += static_cast<char>(row[x] >> shift & 0xffU);
  }
  return pixels;
}

}  // namespace
}  // namespace attn

extern "C" {

// All that the module shows of itself.
#define ATTN_EXPORTED __attribute__((visibility("default")))

ATTN_EXPORTED extern const char attn_module_version[];
const char attn_module_version[] = ATTN_VERSION;

/// What attn::DrawFigure says.
ATTN_EXPORTED void attn_draw_figure(const attn::Figure& figure, attn::DrawnAs form,
                                    double dots_per_mm, attn::DrawnFigure& drawn) {
  try {
    if (form == attn::DrawnAs::pdf)
      drawn.pdf = attn::pdf_of(figure);
    else
      drawn.pixels = attn::pixels_of(figure, dots_per_mm);
  } catch (const std::exception& error) {
    drawn.failure = error.what();
  }
}
}
