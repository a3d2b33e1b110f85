#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attn {

// Tables whose cells are phrases: each goes on below in its own column.

using TextRow = std::vector<std::string>;

/// How wide each column of phrases is when all of them together take `room`: those with the most
/// to say get the most. A row may be shorter than others.
/// Nothing where a column would be too narrow to read.
std::optional<std::vector<unsigned>> prose_widths(const std::vector<TextRow>& rows, unsigned room);

/// A row broken into lines, each with what stands there in every column.
std::vector<TextRow> broken_row(const TextRow& row, const std::vector<unsigned>& widths);

}  // namespace attn
