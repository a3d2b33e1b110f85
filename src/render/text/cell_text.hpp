#pragma once

#include <string>

#include "render/layout.hpp"
#include "trace/table.hpp"

namespace attn {

/// A cell of a table as people read it: units, minus signs and decimals are set here.
///
/// A precision that the user asked for takes the place of the decimals or digits that a real number
/// usually has; whole numbers, quantities in a unit and shares keep theirs.
std::string cell_text(const TableCell& cell, const Layout& layout);

}  // namespace attn
