#pragma once

#include <string>

#include "trace/table.hpp"

namespace attn {

/// Facts as a table: its title is the caption, its note a paragraph below it. Cells read as on the
/// terminal (cell_text); the first of a row names it.
std::string table_html(const Table& table);

}  // namespace attn
