#include "render/matrix/stage_grid.hpp"

#include "core/statistics.hpp"
#include "render/matrix/stage_heat.hpp"

namespace attn {
namespace {

Style style_of(Heat heat) {
  switch (heat.kind) {
    case Heat::Kind::none:
      break;
    case Heat::Kind::share:
      return {Style::Kind::share, heat.value};
    case Heat::Kind::signed_value:
      return {Style::Kind::signed_value, heat.value};
  }
  return {Style::Kind::quiet};
}

// One column: of a stage with negative values the whole scale, else a size.
std::string tone_of(Style style, bool has_signs, Glyphs glyphs) {
  return tone(has_signs ? (style.level + 1.0) / 2.0 : style.level, glyphs);
}

std::string narrow_cell(Style style, bool has_signs, const Layout& layout) {
  if (!style.is_heat()) return ".";
  if (!layout.paints_heat()) return tone_of(style, has_signs, layout.glyphs);
  return style.level < 0 ? "-" : " ";
}

std::string wide_cell(Style style, const Layout& layout) {
  if (!style.is_heat()) return " .";
  if (!layout.paints_heat()) return swatch(style, layout.glyphs);
  return style.level < 0 ? "- " : "  ";
}

}  // namespace

bool has_signs(const Stage& stage) {
  return !holds_shares(stage) && statistics_of(stage.value).min < 0.0;
}

Grid frame_of(const Stage& stage, const Layout& layout) {
  return {.title = "",
          .n_rows = stage.value.n_rows,
          .n_cols = stage.value.n_cols,
          .row_labels = stage.rows.labels,
          .col_labels = stage.cols.labels,
          .precision = layout.precision,
          .text = {},
          .style = {},
          .side_columns = {}};
}

NumberFormat format_of(const Stage& stage, const Layout& layout) {
  return {stage.value, layout, holds_shares(stage)};
}

Grid numbers_grid(const Stage& stage, const Layout& layout) {
  const NumberFormat format = format_of(stage, layout);
  Grid grid = frame_of(stage, layout);
  grid.brackets = !holds_shares(stage);
  grid.text = [&stage, format](arma::uword row, arma::uword col, int precision) -> std::string {
    const bool shows_nothing = hides_blocked(stage) && is_blocked(stage, row, col);
    // A row that was given weights although all its keys are blocked shows them.
    if (shows_nothing && (stage.value(row, col) == 0.0 || !holds_shares(stage))) return ".";
    return format.with_precision(precision)(stage.value(row, col));
  };
  grid.style = [&stage](arma::uword row, arma::uword col) {
    return Style{is_blocked(stage, row, col) ? Style::Kind::quiet : Style::Kind::plain};
  };
  return grid;
}

Grid numbers_and_heat_grid(const Stage& stage, const Layout& layout) {
  Grid grid = numbers_grid(stage, layout);
  grid.brackets = false;
  grid.style = [heat = StageHeat(stage)](arma::uword row, arma::uword col) {
    return style_of(heat(row, col));
  };
  if (layout.paints_heat()) return grid;
  grid.has_swatches = true;
  grid.text = [plain = grid.text, heat = grid.style, glyphs = layout.glyphs](
                  arma::uword row, arma::uword col, int precision) {
    return swatch(heat(row, col), glyphs) + " " + plain(row, col, precision);
  };
  return grid;
}

Grid heat_grid(const Stage& stage, const Layout& layout, HeatCell cell) {
  Grid grid = numbers_and_heat_grid(stage, layout);
  grid.cells_touch = true;
  const bool is_narrow = cell == HeatCell::one_column;
  if (is_narrow) {
    grid.has_tones = !layout.paints_heat();
    grid.has_swatches = false;
  }
  grid.text = [heat = grid.style, layout, is_narrow, is_signed = has_signs(stage)](
                  arma::uword row, arma::uword col, int) {
    const Style style = heat(row, col);
    return is_narrow ? narrow_cell(style, is_signed, layout) : wide_cell(style, layout);
  };
  return grid;
}

Grid heat_grid_for(const Stage& stage, const Layout& layout, unsigned width) {
  Grid wide = heat_grid(stage, layout, HeatCell::two_columns);
  if (stage.value.n_cols > width || fit_grid(wide, width, layout.max_rows).shows_all_cols())
    return wide;
  Grid narrow = heat_grid(stage, layout, HeatCell::one_column);
  return fit_grid(narrow, width, layout.max_rows).shows_all_cols() ? narrow : wide;
}

}  // namespace attn
