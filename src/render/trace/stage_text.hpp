#pragma once

#include <optional>
#include <string>

#include "render/layout.hpp"
#include "render/matrix/matrix_view.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What a stage is called on the screen: "scores", or "head 0 scores".
std::string stage_name(const Stage& stage);

/// One stage as text: its formula and shape, the sentence about it, its matrix, and what can be
/// read from it. `selected` marks one cell; without `with_matrix` the matrix is left out.
std::string stage_text(const Trace& trace, const Stage& stage, const Layout& layout,
                       std::optional<Cell> selected = {}, bool with_matrix = true);

/// The cells of one matrix and nothing else.
std::string bare_matrix_text(const Trace& trace, const Stage& stage, const Layout& layout);

/// One sentence that reads a row of attention weights aloud: the query that gives the largest
/// share to another word, or that of the selected cell, and its two strongest keys. Empty for other
/// stages.
std::string reading_of(const Stage& stage, const Layout& layout, std::optional<Cell> selected = {});

/// Why cells of a stage are blocked, and how many for each reason: "may not attend (causal, the
/// future: 6)".
std::string blocked_reasons(const Stage& stage);

/// The same as a line under a matrix; nothing where no cell is blocked.
std::string blocked_legend(const Stage& stage, const Layout& layout);

/// What the shades of a stage mean.
std::string shades_legend(const Stage& stage, const Layout& layout);

/// What the tones of a stage mean, shades of one column each.
std::string tones_legend(const Stage& stage, const Layout& layout);

/// What the colours of a stage mean.
std::string colors_legend(const Stage& stage, const Layout& layout);

/// How many rows and columns of a stage the view of it leaves out; nothing where it shows all.
std::string left_out_legend(const MatrixView& view, const Stage& stage, const Layout& layout);

}  // namespace attn
