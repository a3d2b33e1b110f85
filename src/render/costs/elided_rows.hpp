#pragma once

#include <cstddef>

#include "trace/table.hpp"

namespace attn {

/// Leaves out the rows in the middle of a long table, as those of matrices are, and says so in its
/// note. The first `n_headings` rows stay and do not count: they name units.
void elide_rows(Table& table, std::size_t most, std::size_t n_headings = 0);

}  // namespace attn
