#include "render/matrix/matrix_row.hpp"

#include <algorithm>

#include "render/matrix/grid.hpp"
#include "render/number/number_format.hpp"
#include "render/text/lines.hpp"

namespace attn {
namespace {

constexpr unsigned kBetweenMatrices = 4;

std::vector<std::string> labels_in_glyphs(std::vector<std::string> labels, const Layout& layout) {
  for (std::string& label : labels) label = in_glyphs(label, layout);
  return labels;
}

// What stands in a cell, as a function of the decimals that there is room for.
auto text_of(const MarkedMatrix& matrix, const Layout& layout) {
  Layout own = layout;
  own.precision = matrix.precision;
  return [&matrix, format = NumberFormat(matrix.value, own)](arma::uword row, arma::uword col,
                                                             int precision) {
    const std::string text = format.with_precision(precision)(matrix.value(row, col));
    if (matrix.marked.is_empty()) return text;
    return matrix.is_marked(row, col) ? "[" + text + "]" : " " + text + " ";
  };
}

Grid grid_of(const MarkedMatrix& matrix, const Layout& layout) {
  Grid grid{.title = in_glyphs(matrix.title, layout),
            .n_rows = matrix.value.n_rows,
            .n_cols = matrix.value.n_cols,
            .row_labels = labels_in_glyphs(matrix.rows.labels, layout),
            .col_labels = labels_in_glyphs(matrix.cols.labels, layout),
            .precision = matrix.precision,
            .text = text_of(matrix, layout),
            .style = {},
            .side_columns = {}};
  grid.style = [&matrix](arma::uword row, arma::uword col) {
    return Style{matrix.is_marked(row, col) ? Style::Kind::bad : Style::Kind::plain};
  };
  if (!matrix.focus) return grid;
  grid.focus_row = matrix.focus->first;
  grid.focus_col = matrix.focus->second;
  return grid;
}

// Beside a matrix with a header or a title, the others leave a line free, so that rows stay level.
void level(std::vector<Grid>& grids) {
  const bool has_header = std::any_of(grids.begin(), grids.end(),
                                      [](const Grid& grid) { return !grid.col_labels.empty(); });
  const bool has_title =
      std::any_of(grids.begin(), grids.end(), [](const Grid& grid) { return !grid.title.empty(); });
  for (Grid& grid : grids) {
    if (has_header && grid.col_labels.empty()) grid.col_labels.assign(grid.n_cols, "");
    if (has_title && grid.title.empty()) grid.title = " ";
  }
}

// The grids side by side, if each of them is there whole.
bool fit_beside(std::vector<Grid> grids, const Layout& layout, unsigned width, Block& result) {
  level(grids);
  std::vector<Block> blocks;
  for (const Grid& grid : grids) {
    const Fit fit = fit_grid(grid, width, layout.max_rows);
    if (!fit.shows_all_cols() || fit.precision != grid.precision) return false;
    blocks.push_back(draw_grid(grid, fit, layout));
  }
  result = beside(blocks, kBetweenMatrices);
  return result.width <= width;
}

Block alone(const Grid& grid, const Layout& layout, unsigned width) {
  return draw_grid(grid, fit_grid(grid, width, layout.max_rows), layout);
}

}  // namespace

std::string matrix_row_text(const MatrixRow& row, const Layout& layout, unsigned indent) {
  const unsigned width = layout.width - indent;
  std::string text;
  for (std::size_t first = 0, n = 0; first < row.matrices.size(); first += n) {
    std::vector<Grid> grids{grid_of(row.matrices[first], layout)};
    Block block = alone(grids.front(), layout, width), wider;
    while (first + grids.size() < row.matrices.size()) {
      grids.push_back(grid_of(row.matrices[first + grids.size()], layout));
      if (!fit_beside(grids, layout, width, wider)) {
        grids.pop_back();
        break;
      }
      block = wider;
    }
    n = grids.size();
    text += (first == 0 ? "" : "\n") + block_text(block, indent);
  }
  return text;
}

}  // namespace attn
