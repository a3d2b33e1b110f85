#include "cli/figure/figure_file.hpp"

#include <algorithm>
#include <filesystem>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/figure/figure_module.hpp"
#include "render/figure/figure.hpp"

namespace attn {
namespace {

constexpr double kDotsPerMm = 192.0 / 25.4;  // twice what a screen usually has
constexpr double kMostDots = 20'000.0;       // of one side

// Other programs take nothing but UTF-8.
void make_harmless(Figure& figure) {
  figure.title = harmless_characters(figure.title);
  figure.description = harmless_characters(figure.description);
  for (Item& item : figure.items)
    if (auto* text = std::get_if<Text>(&item)) text->text = harmless_characters(text->text);
}

void require_room(const Figure& figure) {
  const double longest = std::max(figure.width, figure.height);
  if (longest * kDotsPerMm <= kMostDots) return;
  throw InputError(
      message("the figure is {:.0f} mm wide and {:.0f} mm high, and a PNG has room for "
              "{:.0f} mm. Write an .svg or a .pdf, or a smaller part.",
              figure.width, figure.height, kMostDots / kDotsPerMm));
}

}  // namespace

std::optional<FigureFormat> figure_format_of(const std::string& path) {
  const std::string extension = lower_case(std::filesystem::path(path).extension().string());
  for (const auto& [format, name] : kFigureFormats)
    if (extension == name) return format;
  return std::nullopt;
}

bool has_figure(const std::vector<std::string>& paths) {
  return std::any_of(paths.begin(), paths.end(), figure_format_of);
}

void require_drawable_figures(const std::vector<std::string>& paths) {
  for (const std::string& path : paths)
    if (const auto format = figure_format_of(path); format && *format != FigureFormat::svg)
      require_figure_module();
}

std::string figure_bytes(Figure figure, FigureFormat format) {
  if (format == FigureFormat::svg) return svg_text(figure);
  make_harmless(figure);
  if (format == FigureFormat::pdf) return pdf_bytes(figure);
  require_room(figure);
  return png_bytes(pixels_of(figure, kDotsPerMm));
}

std::vector<std::pair<std::string, std::string>> figure_files(
    const Figure& figure, const std::vector<std::string>& paths) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& path : paths)
    files.emplace_back(path, figure_bytes(figure, figure_format_of(path).value()));
  return files;
}

}  // namespace attn
