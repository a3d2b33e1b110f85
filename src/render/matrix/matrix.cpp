#include "render/matrix/matrix.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/statistics.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

constexpr unsigned kOperandGap = 1;
// Of an equation from which something is left out.
constexpr int kFewestPartDecimals = 2;
constexpr std::size_t kFewestPartPlaces = 3, kMostPartPlaces = 24;
constexpr unsigned kLongestPartLabel = 8;
constexpr unsigned kLongestMost = 12, kMostOfLongWord = 8;
constexpr unsigned kWidestScreen = 250;  // that people have
constexpr int kDecimalsOfShortFacts = 2;

// The names of keys as "most" shows them.
std::vector<std::string> short_labels(const std::vector<std::string>& labels,
                                      const Layout& layout) {
  std::vector<std::string> names = cut_labels(labels, kMostOfLongWord, cut_mark(layout.glyphs));
  for (std::size_t i = 0; i < names.size(); ++i)
    if (display_width(labels[i]) <= kLongestMost) names[i] = labels[i];
  return names;
}

// Two names that are too long together are counted instead.
std::string most_text(const WeightRow& row, const std::vector<std::string>& names) {
  const std::string text = strongest_names(row, names);
  const bool is_short = row.equally_strong.n_elem != 2 || display_width(text) <= kLongestMost;
  return is_short ? text : message("{} equal", row.equally_strong.n_elem);
}

std::vector<SideColumn> weight_facts_of(const Stage& stage, const Layout& layout) {
  const Facts facts = facts_of(stage);
  const std::vector<std::string> names = short_labels(stage.cols.labels, layout);
  SideColumn sum{.header = translated("sum"), .cells = {}};
  SideColumn most{.header = translated("most"), .cells = {}};
  SideColumn entropy{
      .header = translated("entropy/ln n"), .cells = {}, .short_header = translated("entropy")};
  for (const WeightRow& row : facts.weight_rows) {
    const auto add = [&](int precision, std::vector<std::string>& sums,
                         std::vector<std::string>& entropies) {
      sums.push_back(decimal_text(row.sum, precision));
      entropies.push_back(decimal_text(row.entropy, precision) + "/" +
                          decimal_text(row.max_entropy, precision));
    };
    add(layout.precision, sum.cells, entropy.cells);
    const int fewer = std::min(layout.precision, kDecimalsOfShortFacts);
    add(layout.precision_is_given ? layout.precision : fewer, sum.short_cells, entropy.short_cells);
    most.cells.push_back(most_text(row, names));
  }
  return {sum, most, entropy};
}

// Back through softmax what one key gains the others lose.
std::vector<SideColumn> balance_of(const Stage& stage, const Layout& layout) {
  SideColumn sum{.header = translated("sum"), .cells = {}};
  arma::vec sums(stage.value.n_rows);
  for (arma::uword i = 0; i < sums.n_elem; ++i) sums(i) = sum_but_for_rounding(stage.value.row(i));
  const NumberFormat write(sums, layout);
  for (const double each : sums) sum.cells.push_back(write(each));
  return {sum};
}

std::vector<SideColumn> side_columns_of(const Stage& stage, const Layout& layout) {
  // Beside columns that do not all fit there is no room, and the facts of a large matrix take long.
  if (stage.value.n_cols > layout.width) return {};
  if (std::holds_alternative<SoftmaxGradient>(stage.rule)) return balance_of(stage, layout);
  if (!holds_shares(stage)) return {};
  return holds_whole_rows(stage) ? weight_facts_of(stage, layout) : balance_of(stage, layout);
}

// The facts of rows as a table of their own; where it is too wide, without the first: that the
// sum is 1 has been said.
Block facts_below(Grid facts, const Layout& layout, unsigned width) {
  Fit fit = fit_grid(facts, width, layout.max_rows);
  while (fit.n_side_columns == 0 && facts.side_columns.size() > 1) {
    facts.side_columns.erase(facts.side_columns.begin());
    fit = fit_grid(facts, width, layout.max_rows);
  }
  return draw_grid(facts, fit, layout);
}

MatrixView drawn(const Grid& grid, const Layout& layout, unsigned width, bool swatches) {
  const Fit fit = fit_grid(grid, width, layout.max_rows);
  Block side_block;
  if (fit.n_side_columns < grid.side_columns.size()) {
    side_block = facts_below(side_grid(grid, fit), layout, width);
  }
  return {.block = draw_grid(grid, fit, layout),
          .side_block = std::move(side_block),
          .shows_operands = false,
          .shows_swatches = swatches,
          .n_rows_left_out = n_left_out(fit.rows, grid.n_rows),
          .n_cols_left_out = n_left_out(fit.cols, grid.n_cols)};
}

void select(Grid& grid, std::optional<arma::uword> row, std::optional<arma::uword> col) {
  grid.style = [row, col, before = grid.style](arma::uword i, arma::uword j) {
    const Style style = before ? before(i, j) : Style{};
    if ((row && *row != i) || (col && *col != j)) return style;
    return Style{Style::Kind::selected, style.is_heat() ? 1.0 : 0.0};
  };
}

// One matrix of an equation: numbers in brackets under its symbol. `row` and `col` mark what the
// selected cell was computed from; where there is no selection, neither is given.
Grid part_grid(const Stage& stage, const Layout& layout, std::optional<arma::uword> row,
               std::optional<arma::uword> col) {
  Grid grid = numbers_grid(stage, layout);
  grid.title = layout.glyphs == Glyphs::ascii ? in_ascii(stage.symbol) : stage.symbol;
  grid.brackets = true;
  if (row || col) select(grid, row, col);
  return grid;
}

// left right = result, or left right + bias = result, side by side. It stands on the screen where
// all of it fits: whole matrices with every decimal. Whether it does can be asked without drawing.
class Equation {
 public:
  Equation(const Trace& trace, const Stage& stage, const Layout& layout, unsigned width,
           std::optional<Cell> selected = {})
      : layout_(layout), width_(width) {
    const auto* product = std::get_if<Product>(&stage.rule);
    const bool is_allowed = layout.operands && (!layout.view || layout.view == View::numbers);
    if (!product || !is_allowed) return;
    const Stage& left = trace.source_of(stage, product->left);
    const arma::uword n_inner = product->left_transposed ? left.value.n_rows : left.value.n_cols;
    const bool is_wide = n_inner > width || stage.value.n_cols > width;
    if (is_wide && !selected) return;
    add_parts(trace, stage, *product, selected);
    fits_ = fit() || (selected && fit_around(*selected));
  }
  Equation(const Equation&) = delete;  // the grids refer to what was turned
  Equation& operator=(const Equation&) = delete;

  bool fits() const { return fits_; }

  MatrixView view() const {
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      blocks.push_back(draw_grid(parts_[i], part_fits_[i], layout_));
    return {.block = beside(blocks, kOperandGap),
            .shows_operands = true,
            .n_rows_left_out = n_left_out(part_fits_.back().rows, parts_.back().n_rows),
            .n_cols_left_out = n_left_out(part_fits_.back().cols, parts_.back().n_cols)};
  }

 private:
  void add_parts(const Trace& trace, const Stage& stage, const Product& product,
                 std::optional<Cell> selected) {
    const Stage &left_source = trace.source_of(stage, product.left),
                &right_source = trace.source_of(stage, product.right);
    if (product.left_transposed) turned_left_ = transposed(left_source);
    if (product.right_transposed) turned_right_ = transposed(right_source);
    const Stage& left = turned_left_ ? *turned_left_ : left_source;
    const Stage& right = turned_right_ ? *turned_right_ : right_source;

    std::optional<arma::uword> row, col;
    if (selected) {
      row = selected->row;
      col = selected->col;
    }
    parts_ = {part_grid(left, layout_, row, {}), part_grid(right, layout_, {}, col)};
    if (!product.bias.empty()) {
      parts_.push_back(part_grid(trace.source_of(stage, product.bias), layout_, {}, col));
      parts_.back().title = "+ " + parts_.back().title;
      parts_.back().row_labels.clear();  // its title says what it is
    }
    parts_.push_back(part_grid(stage, layout_, row, col));
    parts_.back().row_labels.clear();  // the left matrix has them already
    // A header line above one matrix needs an empty one above the others.
    if (!right.cols.labels.empty() || !left.cols.labels.empty())
      for (Grid& part : parts_)
        if (part.col_labels.empty()) part.col_labels.assign(part.n_cols, "");
  }

  bool fit() {
    for (const Grid& part : parts_) {
      const Fit& fit = part_fits_.emplace_back(fit_grid(part, width_, layout_.max_rows));
      const bool is_whole = fit.shows_all_cols() && fit.shows_all_rows();
      if (!is_whole || fit.precision != layout_.precision) return false;
    }
    return used_width() <= width_;
  }

  unsigned used_width() const {
    unsigned used = 0;
    for (const Fit& fit : part_fits_) used += (used == 0 ? 0 : kOperandGap) + fit.width;
    return used;
  }

  // With a cell selected, what it comes from is worth more than what is left out for it: the rows'
  // names of the right matrix, decimals, columns of the result, and at last some of the products.
  bool fit_around(Cell selected) {
    parts_[1].row_labels.clear();
    const int fewer = std::min(layout_.precision, kFewestPartDecimals);
    const std::size_t n_inner{parts_[0].n_cols}, n_cols{parts_.back().n_cols};
    for (const int precision : {layout_.precision, fewer})
      if (fits_with(selected, n_inner, n_cols, precision)) return true;
    const std::size_t most = std::min<std::size_t>(n_inner, layout_.max_rows);
    for (std::size_t inner = most; inner >= std::min<std::size_t>(n_inner, kFewestPartPlaces);
         --inner)
      for (const int precision : {layout_.precision, fewer})
        for (std::size_t cols = std::min<std::size_t>(n_cols, kMostPartPlaces);
             cols >= kFewestPartPlaces; --cols)
          if (fits_with(selected, inner, cols, precision)) return true;
    return false;
  }

  // With room for so many places along the sum, and so many columns of the result.
  bool fits_with(Cell selected, std::size_t inner, std::size_t n_cols, int precision) {
    if (inner > layout_.max_rows) return false;
    const Places rows = places(parts_.back().n_rows, layout_.max_rows, selected.row),
                 along = places(parts_[0].n_cols, inner),
                 cols = places(parts_.back().n_cols, n_cols, selected.col);
    part_fits_.clear();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const bool is_bias = i > 1 && i + 1 < parts_.size();
      part_fits_.push_back(fit_of_places(parts_[i],
                                         i == 1    ? along
                                         : is_bias ? Places{0}
                                                   : rows,
                                         i == 0 ? along : cols, precision, kLongestPartLabel));
      if (used_width() > width_) return false;
    }
    return true;
  }

  const Layout& layout_;
  unsigned width_;
  std::optional<Stage> turned_left_{}, turned_right_{};
  std::vector<Grid> parts_{};
  std::vector<Fit> part_fits_{};
  bool fits_ = false;
};

// Weights where no view was asked for: numbers and heat where every column fits so, else numbers.
Grid weights_grid(const Stage& stage, const Layout& layout, unsigned width) {
  const bool heat_is_readable = layout.paints_heat() || layout.glyphs == Glyphs::unicode;
  if (!heat_is_readable) return numbers_grid(stage, layout);
  Grid grid = numbers_and_heat_grid(stage, layout);
  const Fit fit = fit_grid(grid, width, layout.max_rows);
  const bool fits = fit.shows_all_cols() && fit.precision == layout.precision;
  return layout.paints_heat() || fits ? grid : numbers_grid(stage, layout);
}

// Whether shades of weights show every column, and numbers leave out more than a third of them,
// among which the very one may be that a query looks at.
bool has_room_for_shades_alone(const Stage& stage, const Layout& layout, unsigned width) {
  if (layout.view || !holds_shares(stage) || stage.value.n_cols > width) return false;
  const Fit numbers = fit_grid(weights_grid(stage, layout, width), width, layout.max_rows);
  const Fit shades = fit_grid(heat_grid_for(stage, layout, width), width, layout.max_rows);
  return 3 * n_left_out(numbers.cols, stage.value.n_cols) > stage.value.n_cols &&
         shades.shows_all_cols();
}

// The grid of a stage by itself.
Grid grid_of(const Stage& stage, const Layout& layout, unsigned width) {
  if (std::holds_alternative<Permission>(stage.rule) && layout.view != View::numbers)
    return permission_grid(stage, layout, width);
  if (layout.view == View::heat) return heat_grid_for(stage, layout, width);
  if (layout.view == View::both) return numbers_and_heat_grid(stage, layout);
  if (layout.view == View::boxes) {
    Grid grid = numbers_grid(stage, layout);
    box_maxima(grid, stage);
    return grid;
  }
  return layout.view || !holds_shares(stage) ? numbers_grid(stage, layout)
                                             : weights_grid(stage, layout, width);
}

// Whether colours stand for values, unless numbers were asked for.
bool shows_heat(const Stage& stage, const Layout& layout) {
  if (layout.view) return layout.view == View::heat || layout.view == View::both;
  return holds_shares(stage);
}

// The screen that shows all columns of a grid.
Remedy screen_for(const Grid& grid, const Layout& layout, unsigned indent) {
  // A row of thousands is wider than any screen, and takes long to be measured.
  if (grid.n_cols > kWidestScreen) return {Remedy::Kind::json};
  const unsigned enough = width_of_all_columns(grid, layout.max_rows) + indent;
  if (enough > kWidestScreen) return {Remedy::Kind::json};
  return {Remedy::Kind::width, enough};
}

Remedy remedy_of(const Stage& stage, const Grid& grid, const Layout& layout, unsigned indent) {
  const unsigned width = layout.width - indent;
  if (layout.view == View::heat)
    return screen_for(heat_grid(stage, layout, HeatCell::one_column), layout, indent);
  if (fit_grid(heat_grid_for(stage, layout, width), width, layout.max_rows).shows_all_cols())
    return {Remedy::Kind::heat};
  return screen_for(grid, layout, indent);
}

}  // namespace

Stage transposed(const Stage& stage) {
  Stage turned = stage;
  turned.symbol += "ᵀ";
  turned.value = stage.value.t();
  turned.blocked = stage.blocked.t();
  std::swap(turned.rows, turned.cols);
  return turned;
}

bool stands_as_equation(const Trace& trace, const Stage& stage, const Layout& layout,
                        unsigned indent) {
  return Equation(trace, stage, layout, layout.width - indent).fits();
}

MatrixView matrix_view(const Trace& trace, const Stage& stage, const Layout& layout,
                       unsigned indent, std::optional<Cell> selected) {
  const unsigned width = layout.width - indent;
  const Equation equation(trace, stage, layout, width, selected);
  if (equation.fits()) return equation.view();
  if (!selected && has_room_for_shades_alone(stage, layout, width)) {
    Layout shades = layout;
    shades.view = View::heat;
    MatrixView view = matrix_view(trace, stage, shades, indent);
    view.numbers = screen_for(numbers_grid(stage, layout), layout, indent);
    return view;
  }
  Grid grid = grid_of(stage, layout, width);
  if (grid.side_columns.empty()) grid.side_columns = side_columns_of(stage, layout);
  const bool swatches = !layout.paints_heat() && (grid.has_swatches || grid.has_tones);
  if (selected) {
    select(grid, selected->row, selected->col);
    grid.focus_row = selected->row;
    grid.focus_col = selected->col;
  }
  MatrixView view = drawn(grid, layout, width, swatches);
  view.shows_tones = grid.has_tones;
  view.shows_colors = layout.paints_heat() && grid.style &&
                      !std::holds_alternative<Permission>(stage.rule) && shows_heat(stage, layout);
  if (view.n_cols_left_out > 0) view.remedy = remedy_of(stage, grid, layout, indent);
  return view;
}

MatrixView small_heat_map(const Stage& stage, const Layout& layout, unsigned width) {
  Grid grid = heat_grid(stage, layout, HeatCell::two_columns);
  grid.row_labels.clear();
  grid.col_labels.clear();
  grid.has_swatches = false;  // the shades touch, as small as they can be
  return drawn(grid, layout, width, false);
}

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

int Heat::level() const { return kind == Kind::share ? share_level(value) : signed_level(value); }

StageHeat::StageHeat(const Stage& stage, double largest_share)
    : stage_(stage),
      has_shares_(holds_shares(stage)),
      largest_(has_shares_ ? largest_share : largest_size(statistics_of(stage.value))) {}

Heat StageHeat::operator()(arma::uword row, arma::uword col) const {
  const double value = stage_.value(row, col);
  if (is_blocked(stage_, row, col) || !std::isfinite(value)) return {};
  if (has_shares_) return {Heat::Kind::share, std::min(value / largest_, 1.0)};
  return {Heat::Kind::signed_value, largest_ > 0 ? value / largest_ : 0.0};
}

}  // namespace attn
