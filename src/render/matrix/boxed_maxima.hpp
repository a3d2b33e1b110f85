#pragma once

#include <string>
#include <vector>

#include "render/layout.hpp"
#include "render/matrix/grid.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The columns in which a row is largest: one, or several that are equal but for rounding. None in
/// a row without a finite cell that is open.
std::vector<arma::uword> largest_of_row(const Stage& stage, arma::uword row);

/// Puts the largest cells of each row into a box `[ ]`. All cells keep room for one, so that their
/// digits stay aligned.
void box_maxima(Grid& grid, const Stage& stage);

/// What a box means, and which rows have several.
std::string boxes_legend(const Stage& stage, const Layout& layout);

}  // namespace attn
