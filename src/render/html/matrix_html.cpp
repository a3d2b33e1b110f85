#include "render/html/matrix_html.hpp"

#include <fmt/format.h>

#include "render/html/html_text.hpp"
#include "render/number/number_format.hpp"

namespace attn {
namespace {

std::string heading_row(const HtmlGrid& grid) {
  if (grid.col_labels.empty()) return "";
  std::string row = "<thead><tr>";
  if (!grid.row_labels.empty()) row += "<td></td>";
  for (const std::string& label : grid.col_labels)
    row += fmt::format("<th scope=\"col\">{}</th>", html_text(label));
  return row + "</tr></thead>\n";
}

std::string row_of(const HtmlGrid& grid, arma::uword row) {
  std::string html = "<tr>";
  if (row < grid.row_labels.size())
    html += fmt::format("<th scope=\"row\">{}</th>", html_text(grid.row_labels[row]));
  for (arma::uword col = 0; col < grid.n_cols; ++col)
    html += fmt::format("<td>{}</td>", grid.cell ? grid.cell(row, col) : "");
  return html + "</tr>\n";
}

}  // namespace

std::string grid_html(const HtmlGrid& grid) {
  std::string html = fmt::format("<table class=\"{}\">\n", grid.kind);
  if (!grid.caption.empty())
    html += fmt::format("<caption{}>{}</caption>\n", grid.hides_caption ? " class=\"hidden\"" : "",
                        html_text(grid.caption));
  html += heading_row(grid) + "<tbody>\n";
  for (arma::uword row = 0; row < grid.n_rows; ++row) html += row_of(grid, row);
  return html + "</tbody></table>\n";
}

std::string matrix_html(const MarkedMatrix& matrix) {
  Layout layout;
  layout.precision = matrix.precision;
  const NumberFormat format(matrix.value, layout);
  return grid_html({.kind = "matrix",
                    .caption = matrix.title,
                    .n_rows = matrix.value.n_rows,
                    .n_cols = matrix.value.n_cols,
                    .row_labels = matrix.rows.labels,
                    .col_labels = matrix.cols.labels,
                    .cell = [&](arma::uword row, arma::uword col) {
                      const std::string number = html_text(format(matrix.value(row, col)));
                      return matrix.is_marked(row, col) ? "<mark>[" + number + "]</mark>" : number;
                    }});
}

}  // namespace attn
