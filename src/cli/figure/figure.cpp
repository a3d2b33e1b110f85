#include "cli/figure/figure.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "cli/program/program.hpp"
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

namespace {

struct LengthUnit {
  const char* name;
  double mm;
};
constexpr LengthUnit kUnits[] = {{"mm", 1.0}, {"cm", 10.0}, {"in", 25.4}, {"pt", 25.4 / 72.0}};

std::optional<double> millimetres_in(const std::string& typed) {
  const std::string text = plain_value(typed);
  for (const auto& [name, mm] : kUnits) {
    if (!text.ends_with(name)) continue;
    std::string_view digits = text;
    digits.remove_suffix(std::string_view(name).size());
    if (const auto number = parse_number(trimmed(digits))) return *number * mm;
  }
  return std::nullopt;
}

}  // namespace

void add_figure_width(const FlagGroup& group, Flag& width) {
  group.value(
      width, "LENGTH",
      translated("How wide a figure is: 84mm, 8.4cm, 3.3in or 240pt (default up to 160mm)"));
}

FigureWidth read_figure_width(const Flag& width, const std::vector<std::string>& files) {
  if (!width) return {};
  if (!has_figure(files))
    throw InputError(
        message("{} is for figures: it needs -o with a name that ends in .svg, .pdf or "
                ".png.",
                width.name()));
  const std::optional<double> mm = millimetres_in(width.text());
  if (!mm || !(*mm >= kLeastFigureWidth && *mm <= kMostFigureWidth))
    throw InputError(
        message("{} must be a length from {}mm to {}mm, such as 84mm, 8.4cm, 3.3in or "
                "240pt, but it is {}.",
                width.name(), kLeastFigureWidth, kMostFigureWidth,
                width.text().empty() ? "''" : preview(width.text())));
  return {*mm, true};
}

namespace {

namespace fs = std::filesystem;

constexpr const char* kPackage = "libpangocairo-1.0-0";         // of Debian, with all it needs
constexpr const char* kPackageForBuilding = "libpango1.0-dev";  // of Debian

std::string module_path() {
  return (fs::path(program_folder()) / ATTN_MODULES_FROM_PROGRAM / "figures.so")
      .lexically_normal()
      .string();
}

[[noreturn]] void refuse_without_module() {
  throw SurroundingsError(
      message("this attn was built without figures in PDF and PNG. With the package {} it is built "
              "with them; a figure in .svg needs none.",
              kPackageForBuilding));
}

void* opened_module() {
  const std::string path = module_path();
  std::error_code ignored;
  if (!fs::exists(path, ignored)) refuse_without_module();
  if (void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return module;
  throw SurroundingsError(
      message("figures in PDF and PNG are drawn by Cairo and Pango, which cannot be loaded: {}. "
              "Install the package {}; a figure in .svg needs none.",
              dlerror(), kPackage));
}

DrawFigure loaded_function() {
  void* const module = opened_module();
  const auto* const version = static_cast<const char*>(dlsym(module, kModuleVersionName));
  const auto function = reinterpret_cast<DrawFigure>(dlsym(module, kDrawFigureName));
  if (version == nullptr || function == nullptr || std::strcmp(version, ATTN_VERSION) != 0)
    throw SurroundingsError(
        message("{} belongs to another version of attn. Install both together; a figure in .svg "
                "needs none.",
                module_path()));
  return function;
}

DrawFigure draw_figure() {
  static const DrawFigure function = loaded_function();
  return function;
}

DrawnFigure drawn(const Figure& figure, DrawnAs form, double dots_per_mm) {
  DrawnFigure result;
  draw_figure()(figure, form, dots_per_mm, result);
  if (!result.failure.empty())
    throw SurroundingsError(message("the figure cannot be drawn: {}", result.failure));
  return result;
}

}  // namespace

void require_figure_module() { draw_figure(); }

std::string pdf_bytes(const Figure& figure) { return drawn(figure, DrawnAs::pdf, 0.0).pdf; }

Pixels pixels_of(const Figure& figure, double dots_per_mm) {
  return drawn(figure, DrawnAs::pixels, dots_per_mm).pixels;
}

}  // namespace attn
