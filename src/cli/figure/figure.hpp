// Figures as files: their kinds, their width, and the module for PDF and PNG.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "cli/flags/flag.hpp"
#include "render/drawing/figures.hpp"
#include "render/figure/figure.hpp"

namespace attn {

enum class FigureFormat { svg, pdf, png };
inline constexpr Named<FigureFormat> kFigureFormats[] = {
    {FigureFormat::svg, ".svg"}, {FigureFormat::pdf, ".pdf"}, {FigureFormat::png, ".png"}};

/// What a file is by the end of its name; none where it is no figure.
std::optional<FigureFormat> figure_format_of(const std::string& path);

/// Whether any of some files is a figure.
bool has_figure(const std::vector<std::string>& paths);

/// Refuses, before anything is computed, figures that this machine cannot draw.
/// Errors: SurroundingsError
void require_drawable_figures(const std::vector<std::string>& paths);

/// The bytes of a figure in that format.
/// Errors: InputError if it is too large for it; SurroundingsError
std::string figure_bytes(Figure figure, FigureFormat format);

/// The same figure for each of some files, none of which is anything else.
/// Errors: as figure_bytes
std::vector<std::pair<std::string, std::string>> figure_files(
    const Figure& figure, const std::vector<std::string>& paths);

/// Adds the flag that says how wide figures are.
void add_figure_width(const FlagGroup& group, Flag& width);

/// The width that was typed, "84mm", "8.4cm", "3.3in" or "240pt", or the usual one.
/// Errors: InputError if it is no such length or out of range, or if no file is a figure.
FigureWidth read_figure_width(const Flag& width, const std::vector<std::string>& files);

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
