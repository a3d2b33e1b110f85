#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/statistics.hpp"
#include "render/matrix/matrix.hpp"
#include "render/picture/picture.hpp"
#include "render/text/grid.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

constexpr unsigned kLongestBar = 50;  // longer ones are not easier to compare
constexpr unsigned kShortestBar = 6;
constexpr unsigned kLongestBarLabel = 14;
constexpr unsigned kAroundBar = 2;

std::string repeated(const std::string& mark, unsigned n) {
  std::string text;
  for (unsigned i = 0; i < n; ++i) text += mark;
  return text;
}

// A bar of so many columns, its end at the right or, for what is negative, at the left.
std::string bar_of(double columns, bool grows_left, Glyphs glyphs) {
  if (glyphs == Glyphs::ascii) return repeated("#", static_cast<unsigned>(std::lround(columns)));
  const auto halves = static_cast<unsigned>(std::lround(2.0 * columns));
  const std::string whole = repeated("⣿", halves / 2);
  if (halves % 2 == 0) return whole;
  return grows_left ? "⢸" + whole : whole + "⡇";
}

}  // namespace

void take_in(BarScale& scale, const std::vector<Bar>& bars) {
  for (const Bar& bar : bars) {
    if (std::isfinite(bar.value)) {
      scale.lowest = std::min(scale.lowest, bar.value);
      scale.highest = std::max(scale.highest, bar.value);
    }
    scale.label_width =
        std::max(scale.label_width, std::min(kLongestBarLabel, display_width(bar.label)));
    scale.written_width = std::max(scale.written_width, display_width(bar.written));
    scale.remark_width = std::max(scale.remark_width, display_width(bar.remark));
  }
}

Block draw_bars(const std::vector<Bar>& bars, const BarScale& scale, const Layout& layout,
                unsigned width) {
  const bool has_axis = scale.lowest < 0.0;
  const unsigned remark = scale.remark_width == 0 ? 0 : kAroundBar + scale.remark_width;
  const unsigned beside =
      scale.label_width + 2 * kAroundBar + scale.written_width + remark + (has_axis ? 1 : 0);
  unsigned room = std::clamp(width > beside ? width - beside : 0, kShortestBar, kLongestBar);
  const double range = scale.highest - scale.lowest;
  // Two parts that each begin a column of their own would take one more than there is.
  const double left = has_axis && range > 0.0 ? -scale.lowest / range * room : 0.0;
  if (left != std::floor(left) && beside + room + 1 > width && room > kShortestBar) --room;
  const auto columns = [&](double value) {
    return range > 0.0 ? std::abs(value) / range * room : 0.0;
  };
  // Both parts end on a whole column, and the smaller one has room for its longest bar.
  const auto n_left = static_cast<unsigned>(std::ceil(columns(scale.lowest)));
  const unsigned n_right = room - std::min(room, static_cast<unsigned>(columns(scale.lowest)));

  Block block;
  for (const Bar& bar : bars) {
    const std::string label = cut_label(bar.label, scale.label_width, cut_mark(layout.glyphs));
    const double size = std::isfinite(bar.value) ? columns(bar.value) : 0.0;
    const std::string drawn = bar_of(size, bar.value < 0.0, layout.glyphs);
    std::string line = pad_left(label, scale.label_width) + std::string(kAroundBar, ' ');
    if (has_axis) {
      line += pad_left(bar.value < 0.0 ? drawn : "", n_left) + "|";
      line += pad_right(bar.value < 0.0 ? "" : drawn, n_right);
    } else {
      line += pad_right(drawn, room);
    }
    line += std::string(kAroundBar, ' ') + pad_left(bar.written, scale.written_width);
    if (!bar.remark.empty()) line += std::string(kAroundBar, ' ') + bar.remark;
    block.width = std::max(block.width, display_width(line));
    block.lines.push_back(line);
  }
  return block;
}

namespace {

constexpr std::size_t kMostBarLines = 60;  // of all rows together
constexpr std::size_t kFewestBarRows = 2;

class BarView {
 public:
  BarView(const Stage& stage, const Layout& layout, std::optional<arma::uword> row)
      : stage_(stage),
        layout_(layout),
        row_(row),
        write_(format_of(stage, layout)),
        keys_(places(stage.value.n_cols, std::max<std::size_t>(layout.max_rows, 3))) {
    const bool is_finite = stage.value.is_finite();
    has_shares_ = !holds_shares(stage) && is_finite && stage.value.min() >= 0.0 &&
                  arma::sum(stage.value, 1).min() > 0.0 && !rows_sum_to_one(stage.value);
  }

  std::string text(unsigned indent) const {
    const std::vector<arma::uword> rows = rows_shown();
    std::vector<std::vector<Bar>> bars;
    BarScale scale;
    for (const arma::uword row : rows) take_in(scale, bars.emplace_back(bars_of(row)));
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i)
      text += (i == 0 ? "" : "\n") + title(rows[i], indent) +
              block_text(draw_bars(bars[i], scale, layout_, layout_.width - indent), indent);
    const std::string notes = left_out(rows.size()) + legend(scale);
    return text + (notes.empty() ? "" : "\n" + notes);
  }

 private:
  std::vector<arma::uword> rows_shown() const {
    if (row_) return {*row_};
    const std::size_t lines_of_row = keys_.size() + 2;
    const std::size_t n = std::min<std::size_t>(
        stage_.value.n_rows, std::max(kFewestBarRows, kMostBarLines / lines_of_row));
    std::vector<arma::uword> rows(n);
    for (std::size_t i = 0; i < n; ++i) rows[i] = i;
    return rows;
  }

  double sum_of(arma::uword row) const { return arma::accu(stage_.value.row(row)); }

  std::string title(arma::uword row, unsigned indent) const {
    const std::string name = stage_.rows.name + " " + stage_.rows.place_name(row);
    std::string line = std::string(indent, ' ') + Painter(layout_)(Style::Kind::strong, name);
    if (!has_shares_ && !holds_shares(stage_)) return line + "\n";
    const std::string sum = message("sum {}", sum_text(row));
    const bool fits = visible_width(line) + 3 + display_width(sum) <= layout_.width;
    return line + (fits ? "   " : "\n" + std::string(indent, ' ')) + sum + "\n";
  }

  std::string sum_text(arma::uword row) const {
    if (holds_shares(stage_)) return decimal_text(sum_of(row), layout_.precision);
    return NumberFormat(arma::mat{sum_of(row)}, layout_)(sum_of(row));
  }

  std::vector<Bar> bars_of(arma::uword row) const {
    const NumberFormat share({0.5}, layout_, true);
    std::vector<Bar> bars;
    for (const auto col : keys_) {
      if (!col) {
        bars.push_back({"..", arma::datum::nan, ""});
        continue;
      }
      const double value = stage_.value(row, *col);
      const bool is_dot = holds_shares(stage_) && is_blocked(stage_, row, *col) && value == 0.0;
      std::string label = stage_.cols.place_name(*col);
      if (stage_.cols.labels.empty()) label = stage_.cols.name + " " + label;
      bars.push_back({label, value, is_dot ? "." : write_(value),
                      has_shares_ ? share(value / sum_of(row)) : ""});
    }
    return bars;
  }

  std::string left_out(std::size_t n_rows) const {
    std::string text;
    if (!row_ && n_rows < stage_.value.n_rows)
      text += paragraph(message(".. rows left out: {} of {}. --row NAME shows one of them.",
                                stage_.value.n_rows - n_rows, stage_.value.n_rows),
                        layout_);
    if (const arma::uword n = n_left_out(keys_, stage_.value.n_cols); n > 0)
      text += paragraph(message(".. bars left out of each row: {} of {}", n, stage_.value.n_cols),
                        layout_);
    return text;
  }

  std::string legend(const BarScale& scale) const {
    if (layout_.explain == 0) return "";
    std::string text;
    if (scale.lowest < 0.0)
      text = message("from {} to {} on one scale for all rows; | is 0", write_(scale.lowest),
                     write_(scale.highest));
    else if (scale.highest > 0.0)
      text = message("the longest bar is {}, on one scale for all rows", write_(scale.highest));
    else
      text = translated("every value is 0");
    std::string lines = footnote(translated("bars"), text, layout_);
    if (has_shares_) lines += footnote(translated("shares"), about_shares(), layout_);
    return lines;
  }

  std::string about_shares() const {
    std::string text =
        stage_.value.n_rows == 1
            ? message("These are scores, not weights: they sum to {}.", sum_text(0))
            : std::string(translated("These are scores, not weights: the rows do not sum to 1."));
    add_sentence(text, translated("Beside each value stands its share: the value divided by the "
                                  "sum of its row."));
    return text;
  }

  const Stage& stage_;
  const Layout& layout_;
  std::optional<arma::uword> row_;
  NumberFormat write_;
  Places keys_;
  bool has_shares_ = false;
};

}  // namespace

std::string bars_text(const Stage& stage, const Layout& layout, unsigned indent,
                      std::optional<arma::uword> row) {
  return BarView(stage, layout, row).text(indent);
}

}  // namespace attn
