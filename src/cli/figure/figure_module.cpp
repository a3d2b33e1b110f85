#include "cli/figure/figure_module.hpp"

#include <dlfcn.h>

#include <cstring>
#include <filesystem>

#include "base/message.hpp"
#include "cli/program/program_folder.hpp"

namespace attn {
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
