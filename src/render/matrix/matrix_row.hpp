#pragma once

#include <string>

#include "render/layout.hpp"
#include "trace/document.hpp"

namespace attn {

/// Matrices side by side, as many on a line as fit whole; the rest below. A marked cell stands in
/// brackets, and all cells of its matrix keep room for them, so that digits stay aligned.
std::string matrix_row_text(const MatrixRow& row, const Layout& layout, unsigned indent);

}  // namespace attn
