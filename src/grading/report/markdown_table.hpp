#pragma once

#include <string>
#include <vector>

namespace attn {

/// A table of Markdown that is one in plain text, too: its columns are aligned.
struct MarkdownTable {
  struct Column {
    std::string heading;
    bool is_number = false;  ///< to the right
    bool is_prose = false;   ///< as long as it is; for the last column, which then has a ragged end
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows{};  ///< cells that are Markdown already
};

std::string markdown_table(const MarkdownTable& table);

/// A share as a bar of 20 signs: "###############-----".
std::string bar_of(double part, double whole);

/// Text for a cell of prose: whole.
std::string prose_cell_of(const std::string& text);

/// Text for any other cell: cut where it would make the table too wide to be read, then made
/// Markdown.
std::string cell_text_of(const std::string& text);

}  // namespace attn
