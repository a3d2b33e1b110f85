#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/statistics.hpp"
#include "render/matrix/matrix.hpp"
#include "render/text/grid.hpp"

namespace attn {

namespace {

const char* const kOpen = "#";

bool is_open(const Stage& stage, arma::uword row, arma::uword col) {
  return stage.value(row, col) != 0.0;
}

std::string mark(const Stage& stage, arma::uword row, arma::uword col) {
  return is_open(stage, row, col) ? kOpen
                                  : std::string(1, static_cast<char>(stage.blocked(row, col)));
}

SideColumn allowed_column(const Stage& stage) {
  SideColumn allowed{translated("allowed"), {}};
  const arma::vec counts = arma::sum(stage.value, 1);
  for (const double count : counts) allowed.cells.push_back(fmt::format("{}", count));
  return allowed;
}

// Letters of one column each, as near to each other as they can be; labels above would not fit.
Grid touching(Grid grid) {
  grid.col_labels.clear();
  grid.cells_touch = true;
  grid.centered = false;
  return grid;
}

}  // namespace

Grid permission_grid(const Stage& stage, const Layout& layout, unsigned width) {
  Grid grid = frame_of(stage, layout);
  grid.side_columns = {allowed_column(stage)};
  grid.brackets = false;
  grid.centered = true;
  grid.text = [&stage](arma::uword row, arma::uword col, int) { return mark(stage, row, col); };
  grid.style = [&stage](arma::uword row, arma::uword col) {
    return is_open(stage, row, col) ? Style{Style::Kind::share, 1.0} : Style{Style::Kind::quiet};
  };
  const bool touches =
      layout.view == View::heat || !fit_grid(grid, width, layout.max_rows).shows_all_cols();
  return touches ? touching(std::move(grid)) : grid;
}

std::vector<PermissionMark> permission_marks(const Stage& stage) {
  const arma::uword n_open = arma::accu(stage.value != 0.0);
  std::vector<PermissionMark> marks{
      {kOpen, true, message("may attend: {} of {}", n_open, stage.value.n_elem)}};
  if (stage.blocked.is_empty()) return marks;
  for (const auto& [reason, meaning] : std::get<Permission>(stage.rule).reasons) {
    const auto letter = static_cast<unsigned char>(reason);
    if (const arma::uword n = arma::accu(stage.blocked == letter); n > 0)
      marks.push_back(
          {std::string(1, static_cast<char>(letter)), false, message("{}: {}", meaning, n)});
  }
  return marks;
}

std::string permission_legend(const Stage& stage, const Layout& layout) {
  const bool as_numbers = layout.view == View::numbers;
  std::string text;
  for (const auto& [mark, is_open, meaning] : permission_marks(stage))
    text += footnote(!as_numbers ? mark : is_open ? "1" : "0", meaning, layout);
  return text;
}

std::string permission_sentence(const Stage& stage, Cell cell) {
  const std::string& query = stage.rows.labels[cell.row];
  const std::string& key = stage.cols.labels[cell.col];
  if (is_open(stage, cell.row, cell.col))
    return message("\"{}\" may attend to \"{}\".", query, key);
  const auto& reasons = std::get<Permission>(stage.rule).reasons;
  const auto why = std::find_if(reasons.begin(), reasons.end(), [&](const auto& reason) {
    return static_cast<unsigned char>(reason.first) == stage.blocked(cell.row, cell.col);
  });
  return message("\"{}\" may not attend to \"{}\": {}.", query, key, why->second);
}

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
