#include "render/matrix/permission.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "render/text/lines.hpp"

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

}  // namespace attn
