#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/layout.hpp"
#include "render/matrix_view.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The line above everything: command, sentence, sizes, and where the numbers come from.
std::string title_text(const Trace& trace, const Layout& layout);

/// One stage as text: its formula and shape, the sentence about it, its matrix, and what can be
/// read from it. `selected` marks one cell.
std::string stage_text(const Trace& trace, const Stage& stage, const Layout& layout,
                       std::optional<Cell> selected = {});

/// A run of a mechanism from the title to the warnings. `stages` are the ones to show; with
/// `fold_operands`, a matrix that appears beside the product it is used in is not shown again.
std::string trace_text(const Trace& trace, const std::vector<const Stage*>& stages,
                       const Layout& layout, bool fold_operands);

/// The cells of one matrix and nothing else.
std::string bare_matrix_text(const Trace& trace, const Stage& stage, const Layout& layout);

}  // namespace attn
