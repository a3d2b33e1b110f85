#pragma once

#include <optional>
#include <string>

#include "render/layout.hpp"
#include "render/matrix_view.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What a stage is called on the screen: "scores", or "head 0 scores".
std::string stage_name(const Stage& stage);

/// Its shape with named axes: "(query 4, key 4)".
std::string stage_shape(const Stage& stage);

/// One stage as text: its formula and shape, the sentence about it, its matrix, and what can be
/// read from it. `selected` marks one cell; without `with_matrix` the matrix is left out.
std::string stage_text(const Trace& trace, const Stage& stage, const Layout& layout,
                       std::optional<Cell> selected = {}, bool with_matrix = true);

/// The cells of one matrix and nothing else.
std::string bare_matrix_text(const Trace& trace, const Stage& stage, const Layout& layout);

}  // namespace attn
