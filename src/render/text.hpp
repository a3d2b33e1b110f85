#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/layout.hpp"
#include "render/matrix_view.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What a stage is called on the screen: "scores", or "head 0 scores".
std::string stage_name(const Stage& stage);

/// Its shape with named axes: "(query 4, key 4)".
std::string stage_shape(const Stage& stage);

/// The line above everything: command, sentence, sizes, and where the numbers come from.
std::string title_text(const Trace& trace, const Layout& layout);

/// One stage as text: its formula and shape, the sentence about it, its matrix, and what can be
/// read from it. `selected` marks one cell; without `with_matrix` the matrix is left out.
std::string stage_text(const Trace& trace, const Stage& stage, const Layout& layout,
                       std::optional<Cell> selected = {}, bool with_matrix = true);

/// The stages without those that already appear beside the product they are used in: W_Q stands in
/// `X W_Q = Q`, and needs no screen of its own where that equation fits.
std::vector<const Stage*> without_operands(const Trace& trace,
                                           const std::vector<const Stage*>& stages,
                                           const Layout& layout);

/// These stages of a trace, from the title to the notes.
std::string trace_text(const Trace& trace, const std::vector<const Stage*>& stages,
                       const Layout& layout);

/// The cells of one matrix and nothing else.
std::string bare_matrix_text(const Trace& trace, const Stage& stage, const Layout& layout);

}  // namespace attn
