#pragma once

#include <optional>
#include <string>

#include "render/curve/waves.hpp"
#include "render/layout.hpp"
#include "render/matrix/matrix_view.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Whether a stage is drawn as curves above its numbers when no view is chosen: it runs over at
/// least 16 places of a scale.
bool draws_waves(const Stage& stage);

/// Some columns of a stage as curves over its rows; of a stage of a few rows over a scale its rows.
/// The column of `selected` is among them.
Curves wave_curves(const Stage& stage, const Layout& layout, std::optional<Cell> selected = {});

/// The same as text, and a line that says what they show and how many of all are drawn.
std::string waves_text(const Stage& stage, const Layout& layout, unsigned indent,
                       std::optional<Cell> selected = {});

/// The first rows of a stage as curves over its columns, or `row` alone where one is given.
Curves row_curves(const Stage& stage, std::optional<arma::uword> row = {});

/// The same as text, and a line that says what they show. A blocked cell leaves a gap.
std::string row_curves_text(const Stage& stage, const Layout& layout, unsigned indent,
                            std::optional<arma::uword> row = {});

/// Of curves of rows or columns, for a figure: where not all are drawn, which are, and of how many;
/// and what the bottom and the top of each are. `has_all_in_colors`: besides, colours show all
/// columns.
std::string curves_sentence(const Stage& stage, const Curves& curves, const Layout& layout,
                            bool has_all_in_colors = false);

}  // namespace attn
