#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
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

}  // namespace attn
