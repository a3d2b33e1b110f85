#include "grading/handout/room_to_write.hpp"

#include <fmt/format.h>

#include "base/message.hpp"
#include "grading/handout/local_html.hpp"
#include "render/html/html_text.hpp"
#include "render/html/matrix_html.hpp"

namespace attn {
namespace {

// More columns than these need narrower cells to fit between the margins.
constexpr arma::uword kMostWide = 8, kMostNarrow = 14;

const char* width_of_cells(arma::uword n_cols) {
  if (n_cols <= kMostWide) return "grid";
  return n_cols <= kMostNarrow ? "grid narrow" : "grid tight";
}

std::string empty_grid(const Field& field, const arma::SizeMat& shape) {
  const HtmlGrid grid{.kind = width_of_cells(shape.n_cols),
                      .caption = message("{0}: a table to fill in, {1} × {2}", field.name,
                                         shape.n_rows, shape.n_cols),
                      .n_rows = shape.n_rows,
                      .n_cols = shape.n_cols,
                      .row_labels = field.row_labels,
                      .col_labels = field.col_labels,
                      .hides_caption = true};
  return "<div class=\"scroll\">\n" + grid_html(grid) + "</div>\n";
}

// Options that say no more than their letters stand in one row.
std::string boxes_to_tick(const Field& field) {
  const std::vector<std::string> letters = field.option_letters();
  bool are_letters = true;
  std::string items;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const LocalText& text = field.options[i].text;
    const bool is_letter = text.here().empty() || text.here() == letters[i];
    are_letters = are_letters && is_letter;
    items += fmt::format("<li><span class=\"box\">☐</span> <b>{}</b>{}</li>\n",
                         html_text(letters[i]), is_letter ? "" : " " + local_html(text));
  }
  return fmt::format("<ul class=\"boxes{}\">\n{}</ul>\n", are_letters ? " letters" : "", items);
}

std::string numbered_lines(std::size_t n) {
  std::string html = "<ol class=\"lines\">\n";
  for (std::size_t i = 0; i < n; ++i) html += "<li><span class=\"line short\"></span></li>\n";
  return html + "</ol>\n";
}

}  // namespace

std::string ruled_lines(std::size_t n) {
  std::string html = "<div class=\"ruled\">\n";
  for (std::size_t i = 0; i < n; ++i) html += "<span class=\"line\"></span>\n";
  return html + "</div>\n";
}

std::string room_to_write(const Field& field, const arma::SizeMat& shape) {
  switch (field.kind) {
    case FieldKind::matrix:
    case FieldKind::mask:
      return empty_grid(field, shape);
    case FieldKind::choice:
      return boxes_to_tick(field);
    case FieldKind::list:
      return field.count > 1 ? numbered_lines(field.count) : "<span class=\"line short\"></span>\n";
    case FieldKind::number:
    case FieldKind::label:
      return "<span class=\"line short\"></span>\n";
    case FieldKind::expression:
      return "<span class=\"line\"></span>\n";
  }
  return "";
}

}  // namespace attn
