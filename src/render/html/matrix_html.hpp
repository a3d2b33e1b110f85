#pragma once

#include <armadillo>
#include <functional>
#include <string>

#include "trace/document.hpp"

namespace attn {

/// Cells in rows and columns, as a table with the labels of both.
struct HtmlGrid {
  std::string kind;     ///< the class of its table: "matrix", "grid"
  std::string caption;  ///< as text; "" for none
  arma::uword n_rows = 0, n_cols = 0;
  std::vector<std::string> row_labels{}, col_labels{};  ///< as text, or none
  bool hides_caption = false;                           ///< which is then for screen readers alone
  std::function<std::string(arma::uword row, arma::uword col)> cell{};  ///< HTML; none: all empty
};

/// The table of a grid: labels are <th> with a scope.
std::string grid_html(const HtmlGrid& grid);

/// A matrix as a table, its numbers as on the terminal (NumberFormat) and all of them. A marked
/// cell stands in brackets, in a <mark>.
std::string matrix_html(const MarkedMatrix& matrix);

}  // namespace attn
