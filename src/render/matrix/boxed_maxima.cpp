#include "render/matrix/boxed_maxima.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/statistics.hpp"
#include "render/text/lines.hpp"

namespace attn {
namespace {

constexpr std::size_t kMostTiedNames = 8;

}  // namespace

std::vector<arma::uword> largest_of_row(const Stage& stage, arma::uword row) {
  double largest = -arma::datum::inf;
  for (arma::uword j = 0; j < stage.value.n_cols; ++j)
    if (has_open_cell(stage, row, j)) largest = std::max(largest, stage.value(row, j));
  std::vector<arma::uword> columns;
  for (arma::uword j = 0; j < stage.value.n_cols; ++j)
    if (has_open_cell(stage, row, j) && are_equal_but_for_rounding(stage.value(row, j), largest))
      columns.push_back(j);
  return columns;
}

void box_maxima(Grid& grid, const Stage& stage) {
  arma::umat is_largest(stage.value.n_rows, stage.value.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < stage.value.n_rows; ++i)
    for (const arma::uword j : largest_of_row(stage, i)) is_largest(i, j) = 1;
  grid.text = [plain = grid.text, is_largest](arma::uword row, arma::uword col, int precision) {
    const std::string text = plain(row, col, precision);
    return is_largest(row, col) != 0 ? "[" + text + "]" : text + " ";
  };
  grid.style = [before = grid.style, is_largest](arma::uword row, arma::uword col) {
    if (is_largest(row, col) != 0) return Style{Style::Kind::strong};
    return before ? before(row, col) : Style{};
  };
}

std::string boxes_legend(const Stage& stage, const Layout& layout) {
  std::vector<std::string> tied;
  for (arma::uword i = 0; i < stage.value.n_rows; ++i)
    if (largest_of_row(stage, i).size() > 1) tied.push_back(stage.rows.place_name(i));
  std::string text = translated("the largest cell of its row");
  if (!tied.empty()) {
    text += message("; several are equal in {} of {} rows, and all are marked: {}", tied.size(),
                    stage.value.n_rows, listed_first(tied, kMostTiedNames));
  }
  return footnote("[ ]", text, layout);
}

}  // namespace attn
