#pragma once

#include <string>

#include "render/layout.hpp"
#include "render/matrix_view.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Why cells are blocked, and how many for each reason; nothing where none is.
std::string blocked_legend(const Stage& stage, const Layout& layout);

/// What the shades of a stage mean.
std::string shades_legend(const Stage& stage, const Layout& layout);

/// How many rows and columns of a stage the view of it leaves out; nothing where it shows all.
std::string left_out_legend(const MatrixView& view, const Stage& stage, const Layout& layout);

}  // namespace attn
