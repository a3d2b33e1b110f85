// Blocks of lines on a screen: grids of cells, what of them is left out, notes below them.
#pragma once

#include <armadillo>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "render/layout.hpp"
#include "render/text/text.hpp"
#include "trace/document.hpp"

namespace attn {

/// The rows (or columns) that are shown, in order. No value: the gap where some are left out.
using Places = std::vector<std::optional<arma::uword>>;

/// All n places where there is room for them; else the first two thirds and the last third of the
/// room with a gap between. A place to focus on that would fall into the gap gets a window of its
/// own. The gap takes one place of the room.
Places places(arma::uword n, std::size_t room, std::optional<arma::uword> focus = {});

/// How many are left out of n.
arma::uword n_left_out(const Places& shown, arma::uword n);

/// A rectangle of text: every line takes the same number of columns (escapes not counted).
struct Block {
  std::vector<std::string> lines;
  unsigned width = 0;
};

/// Blocks side by side, their tops aligned, `gap` columns apart.
Block beside(const std::vector<Block>& blocks, unsigned gap);

/// A column beside the matrix: "sum", "most".
struct SideColumn {
  std::string header;
  std::vector<std::string> cells;  ///< one for each row
  std::string short_header{};      ///< what is said where that is too wide; "" for the same
  std::vector<std::string> short_cells{};
};

/// A matrix to be drawn: what to write in each cell and around it.
struct Grid {
  std::string title;  ///< centred above, "" for none
  arma::uword n_rows = 0, n_cols = 0;
  std::vector<std::string> row_labels, col_labels;  ///< empty for an axis without labels
  int precision = 0;                                ///< the decimals asked for
  std::function<std::string(arma::uword row, arma::uword col, int precision)> text;
  std::function<Style(arma::uword row, arma::uword col)> style;  ///< absent: all plain
  std::vector<SideColumn> side_columns;  ///< all of them beside the matrix, or all below it
  std::optional<arma::uword> focus_row{}, focus_col{};  ///< stays in view when others are left out
  bool brackets = true;
  bool has_swatches = false;  ///< shades of Braille or ASCII stand for values: a legend is needed
  bool has_tones = false;     ///< the same in one column each
  bool cells_touch = false;   ///< no space between cells, as in a heat map without numbers
  bool centered = false;      ///< texts and labels stand in the middle of their columns
};

/// What part of a grid is shown in a given space, and how.
struct Fit {
  Places rows, cols;
  int precision = 0;
  unsigned label_width = 0;  ///< labels are cut to this
  unsigned cell_width = 0;
  std::size_t n_side_columns = 0;  ///< beside the matrix: all or none
  bool has_short_sides = false;
  unsigned width = 0;  ///< of the whole block
  bool shows_all_cols() const;
  bool shows_all_rows() const;
};

/// Fits a grid into `width` columns and `max_rows` rows. A row is never wrapped: side columns are
/// shortened first, then go together (see side_grid), since a fact by itself below the others is
/// not looked for there; then labels shrink, then decimals go (not below two), then columns are
/// left out of the middle. Only where two columns are still too wide, the last decimals go.
Fit fit_grid(const Grid& grid, unsigned width, std::size_t max_rows);

/// The least width in which fit_grid leaves no column out.
unsigned width_of_all_columns(const Grid& grid, std::size_t max_rows);

/// Exactly these rows and columns, without side columns, however wide that is.
Fit fit_of_places(const Grid& grid, Places rows, Places cols, int precision, unsigned label_width);

/// The side columns that found no place beside the matrix, as a grid of their own.
Grid side_grid(const Grid& grid, const Fit& fit);

/// The grid as text.
Block draw_grid(const Grid& grid, const Fit& fit, const Layout& layout);

// The indents of a screen: sentences and matrices stand under the name of their stage.
constexpr unsigned kNoteIndent = 3;
constexpr unsigned kMatrixIndent = 3;

/// The text with our symbols in ASCII where the layout asks for that.
std::string in_glyphs(const std::string& text, const Layout& layout);

/// A sentence or more, wrapped and indented; nothing for no text.
std::string paragraph(const std::string& text, const Layout& layout);

/// A line "label   text" under a matrix, wrapped so that the text stays in its own column.
std::string footnote(const std::string& label, const std::string& text, const Layout& layout);

/// The lines of a block, indented, without spaces at their ends.
std::string block_text(const Block& block, unsigned indent);

/// A line that starts with a bold name; what no longer fits goes on below, indented.
class NamedLine {
 public:
  NamedLine(const std::string& name, const Layout& layout);

  void append(const std::string& part, Style::Kind kind = Style::Kind::plain);

  std::string text() const { return text_ + "\n"; }

 private:
  Painter paint_;
  unsigned width_;
  std::string text_;
  unsigned used_;
};

/// Matrices side by side, as many on a line as fit whole; the rest below. A marked cell stands in
/// brackets, and all cells of its matrix keep room for them, so that digits stay aligned.
std::string matrix_row_text(const MatrixRow& row, const Layout& layout, unsigned indent);

}  // namespace attn
