#pragma once

#include <string>

#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A table with its columns aligned, `indent` spaces in: the text columns to the left, numbers to
/// the right. Where it is too wide, the cells of a table of phrases go on below in their columns;
/// of any other, each row becomes a record: its name, and the rest under it.
std::string rows_text(const Table& table, const Layout& layout, unsigned indent);

/// The same under its title, and with its note.
std::string table_text(const Table& table, const Layout& layout);

}  // namespace attn
