#pragma once

#include <optional>
#include <string>

#include "render/layout.hpp"
#include "render/matrix/matrix_view.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Whether a stage is drawn as curves above its numbers when no view is chosen: it runs over at
/// least 16 places of a scale.
bool draws_waves(const Stage& stage);

/// Some columns of a stage as curves over its rows, and a line that says what they show. A stage of
/// a few rows over a scale has its rows drawn instead. The column of `selected` is among them.
std::string waves_text(const Stage& stage, const Layout& layout, unsigned indent,
                       std::optional<Cell> selected = {});

/// The first rows of a stage as curves over its columns, or `row` alone where one is given, and a
/// line that says what they show. A blocked cell leaves a gap.
std::string row_curves_text(const Stage& stage, const Layout& layout, unsigned indent,
                            std::optional<arma::uword> row = {});

}  // namespace attn
