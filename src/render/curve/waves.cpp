#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/message.hpp"
#include "base/text.hpp"
#include "render/curve/curve.hpp"
#include "render/text/grid.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

constexpr unsigned kBeforeCurve = 2;
constexpr unsigned kFewestWaveColumns = 8;
constexpr arma::uword kTicks = 4;  // parts of the axis that a label begins

unsigned lines_per_curve(const Layout& layout) { return layout.glyphs == Glyphs::ascii ? 3 : 2; }

// How the places lie on the dots from left to right: spread over all of them where there are dots
// enough, and several on a dot where there are not.
struct Spread {
  arma::uword n_places = 0, n_dots = 0;

  bool has_room() const { return n_places <= n_dots; }

  arma::uword dot_of(arma::uword place) const {
    if (!has_room()) return place * n_dots / n_places;
    return n_places == 1 ? 0 : (2 * place * (n_dots - 1) + n_places - 1) / (2 * (n_places - 1));
  }
};

// The least and the greatest value at one dot.
struct Stroke {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void reach(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// One stroke for each dot; none where a value is not finite.
std::vector<std::optional<Stroke>> strokes_of(const arma::vec& values, const Spread& spread) {
  std::vector<std::optional<Stroke>> strokes(spread.n_dots);
  std::vector<bool> is_broken(spread.n_dots, false);
  const auto reach = [&](arma::uword dot, double value) {
    if (!std::isfinite(value)) is_broken[dot] = true;
    if (!strokes[dot]) strokes[dot] = Stroke{};
    strokes[dot]->reach(value);
  };
  for (arma::uword place = 0; place < values.n_elem; ++place) {
    const arma::uword dot = spread.dot_of(place);
    reach(dot, values(place));
    if (place + 1 == values.n_elem) break;
    const arma::uword next = spread.dot_of(place + 1);
    for (arma::uword between = dot + 1; between < next; ++between) {
      const double share = static_cast<double>(between - dot) / static_cast<double>(next - dot);
      reach(between, (1.0 - share) * values(place) + share * values(place + 1));
    }
  }
  for (arma::uword dot = 0; dot < spread.n_dots; ++dot)
    if (is_broken[dot]) strokes[dot].reset();
  return strokes;
}

class WaveDrawing {
 public:
  WaveDrawing(const Curves& curves, const Layout& layout, unsigned width)
      : curves_(curves), layout_(layout) {
    for (const auto* texts : {&curves.names, &curves.remarks})
      for (const std::string& text : *texts) margin_ = std::max(margin_, display_width(text));
    margin_ = std::max(margin_, display_width(curves.axis));
    const unsigned room =
        std::max(width, margin_ + kBeforeCurve + kFewestWaveColumns) - margin_ - kBeforeCurve;
    const unsigned per_column = Canvas::dots_per_column(layout.glyphs);
    n_columns_ = curves.values.n_rows == 1 ? 1 : room;
    spread_ = {curves.values.n_rows, std::size_t{n_columns_} * per_column};
  }

  const Spread& spread() const { return spread_; }

  Block draw() const {
    Block block{.lines = {}, .width = margin_ + kBeforeCurve + std::max(n_columns_, axis_width())};
    for (arma::uword curve = 0; curve < curves_.values.n_cols; ++curve) add_curve(block, curve);
    add(block, curves_.axis, ticks());
    return block;
  }

 private:
  void add(Block& block, const std::string& label, const std::string& picture) const {
    const std::string line = pad_right(label, margin_) + std::string(kBeforeCurve, ' ') + picture;
    block.lines.push_back(pad_right(line, block.width));
  }

  unsigned level(double value, unsigned n_levels) const {
    const double range = curves_.highest - curves_.lowest;
    if (!(range > 0.0)) return n_levels / 2;
    const double share = std::clamp((value - curves_.lowest) / range, 0.0, 1.0);
    return Canvas::nearest(share, n_levels);
  }

  void add_curve(Block& block, arma::uword curve) const {
    Canvas canvas(n_columns_, lines_per_curve(layout_), layout_.glyphs);
    const auto strokes = strokes_of(curves_.values.col(curve), spread_);
    for (arma::uword x = 0; x < strokes.size(); ++x) {
      if (!strokes[x]) continue;
      unsigned low = level(strokes[x]->low, canvas.n_up()),
               high = level(strokes[x]->high, canvas.n_up());
      if (x > 0 && strokes[x - 1]) {  // no gap in a steep curve
        const unsigned low_before = level(strokes[x - 1]->low, canvas.n_up()),
                       high_before = level(strokes[x - 1]->high, canvas.n_up());
        if (high_before < low) low = high_before + 1;
        if (low_before > high) high = low_before - 1;
      }
      for (unsigned y = low; y <= high; ++y) canvas.set(static_cast<unsigned>(x), y);
    }
    const std::vector<std::string> lines = canvas.lines();
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string remark = curves_.remarks.empty() || i != 1 ? "" : curves_.remarks[curve];
      add(block, i == 0 ? curves_.names[curve] : remark, lines[i]);
    }
  }

  unsigned axis_width() const { return display_width(ticks()); }

  unsigned column_of(arma::uword place) const {
    return static_cast<unsigned>(spread_.dot_of(place) / Canvas::dots_per_column(layout_.glyphs));
  }

  // Labels where each quarter begins, as far as they keep apart, and one that ends with the axis.
  std::string ticks() const {
    const arma::uword n = curves_.values.n_rows;
    const std::string& last = curves_.places.back();
    const unsigned end = column_of(n - 1) + 1;
    const unsigned last_start = end - std::min(end, display_width(last));
    std::string line;
    for (arma::uword part = 0; part < kTicks; ++part) {
      const std::string& label = curves_.places[part * n / kTicks];
      const unsigned column = column_of(part * n / kTicks);
      const bool keeps_apart = part == 0 || column > display_width(line);
      if (keeps_apart && column + display_width(label) < last_start)
        line = pad_right(line, column) + label;
    }
    return pad_right(line, last_start) + last;
  }

  const Curves& curves_;
  const Layout& layout_;
  unsigned margin_ = 0, n_columns_ = 0;
  Spread spread_;
};

}  // namespace

Block draw_waves(const Curves& curves, const Layout& layout, unsigned width) {
  return WaveDrawing(curves, layout, width).draw();
}

double places_per_dot(const Curves& curves, const Layout& layout, unsigned width) {
  const Spread spread = WaveDrawing(curves, layout, width).spread();
  return spread.has_room()
             ? 1.0
             : static_cast<double>(spread.n_places) / static_cast<double>(spread.n_dots);
}

namespace {

constexpr arma::uword kFewestPlaces = 16;  // fewer make no curve
constexpr arma::uword kMostRowsAsCurves = 4;
constexpr arma::uword kMostCurves = 4, kMostCurvesAlone = 8;  // under numbers, or by themselves
constexpr unsigned kLongestName = 24;                         // columns, in a sentence
constexpr arma::uword kFewestWaves = 3;  // even if the slower ones look flat, to show just that
constexpr double kWorthSaying = 1.05;    // places on a dot; less rounds to 1
constexpr double kMostLengths = 4.0;     // a wave longer than this many screens looks flat

bool runs_across(const Stage& stage) {
  return stage.cols.is_scale && !stage.rows.is_scale && stage.value.n_rows <= kMostRowsAsCurves;
}

// `n` numbers from 0 to last, as evenly as they can be.
std::vector<arma::uword> evenly(arma::uword n, arma::uword last) {
  std::vector<arma::uword> numbers;
  for (arma::uword i = 0; i < n; ++i)
    numbers.push_back(n == 1 ? 0 : (i * last + (n - 1) / 2) / (n - 1));
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

// The first waves of a few pairs, from the fastest to the slowest that still bends.
std::vector<arma::uword> telling_waves(const Waves& rule, arma::uword n_rows,
                                       arma::uword n_curves) {
  const arma::vec wavelengths = pair_wavelengths(rule.d_model, rule.base);
  const double longest = kMostLengths * static_cast<double>(n_rows);
  const arma::uword n_bent = std::max<arma::uword>(arma::accu(wavelengths <= longest),
                                                   std::min(kFewestWaves, wavelengths.n_elem));
  std::vector<arma::uword> columns = evenly(std::min(n_curves, n_bent), n_bent - 1);
  for (arma::uword& column : columns) column *= 2;
  return columns;
}

std::vector<arma::uword> columns_to_draw(const Stage& stage, arma::uword n_curves) {
  const arma::uword n_cols = stage.value.n_cols;
  const auto* waves = std::get_if<Waves>(&stage.rule);
  const bool is_whole = waves && waves->d_model == n_cols;
  if (is_whole && n_cols > 1) return telling_waves(*waves, stage.value.n_rows, n_curves);
  return evenly(std::min(n_curves, n_cols), n_cols - 1);
}

std::vector<std::string> labels_of(const Axis& axis, arma::uword n) {
  if (!axis.labels.empty()) return axis.labels;
  std::vector<std::string> numbers;
  for (arma::uword i = 0; i < n; ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

std::string wavelength_text(const Waves& rule, arma::uword column) {
  const double wavelength = pair_wavelengths(rule.d_model, rule.base)(rule.dims(column) / 2);
  return message("every {}", wavelength < 1e4 ? fmt::format("{:.2f}", wavelength)
                                              : fmt::format("{:.0f}", wavelength));
}

// Where there is room for few rows, few curves fit too: each takes as much as two rows.
arma::uword n_curves_in(const Layout& layout) {
  const arma::uword most = layout.view == View::waves ? kMostCurvesAlone : kMostCurves;
  return std::clamp<arma::uword>(layout.max_rows / 2, 1, most);
}

Curves curves_down(const Stage& stage, const std::vector<arma::uword>& columns) {
  const std::vector<std::string> names = labels_of(stage.cols, stage.value.n_cols);
  Curves curves{.values = stage.value.cols(arma::uvec(columns)),
                .names = {},
                .axis = stage.rows.name,
                .places = labels_of(stage.rows, stage.value.n_rows)};
  for (const arma::uword column : columns) {
    curves.names.push_back(stage.cols.name + " " + names[column]);
    if (const auto* waves = std::get_if<Waves>(&stage.rule))
      curves.remarks.push_back(wavelength_text(*waves, column));
  }
  return curves;
}

Curves curves_across(const Stage& stage, const Layout& layout) {
  const bool is_one = stage.value.n_rows == 1;
  return {.values = stage.value.t(),
          .names = is_one ? std::vector{in_glyphs(stage.symbol, layout)}
                          : labels_of(stage.rows, stage.value.n_rows),
          .axis = stage.cols.name,
          .places = labels_of(stage.cols, stage.value.n_cols)};
}

// What the bottom and the top of curves are, and how many of all are drawn.
std::string row_curves_range(const Stage& stage, const Curves& curves, const Layout& layout) {
  const NumberFormat write({curves.lowest, curves.highest}, layout, holds_shares(stage));
  std::string text = message("each from {} to {}", write(curves.lowest), write(curves.highest));
  const arma::uword n = curves.values.n_cols;
  if (n < stage.value.n_rows) text += message("; rows drawn: {} of {}", n, stage.value.n_rows);
  return text;
}

std::string wave_curves_range(const Stage& stage, const Curves& curves, const Layout& layout) {
  const NumberFormat write({curves.lowest, curves.highest}, layout);
  std::string text = message("each from {} to {}", write(curves.lowest), write(curves.highest));
  if (curves.values.n_cols < stage.value.n_cols && !runs_across(stage))
    text += message("; columns drawn: {} of {}", curves.values.n_cols, stage.value.n_cols);
  return text;
}

}  // namespace

bool draws_waves(const Stage& stage) {
  if (stage.rows.is_scale) return stage.value.n_rows >= kFewestPlaces;
  return runs_across(stage) && stage.value.n_cols >= kFewestPlaces;
}

Curves row_curves(const Stage& stage, std::optional<arma::uword> row) {
  const arma::uword first = row.value_or(0);
  const arma::uword n = row ? 1 : std::min<arma::uword>(stage.value.n_rows, kMostCurves);
  const std::vector<std::string> names = labels_of(stage.rows, stage.value.n_rows);
  Curves curves{.values = stage.value.rows(first, first + n - 1).t(),
                .names = {names.begin() + static_cast<long>(first),
                          names.begin() + static_cast<long>(first + n)},
                .axis = stage.cols.name,
                .places = labels_of(stage.cols, stage.value.n_cols)};
  const Statistics statistics = statistics_of(curves.values);
  curves.lowest = holds_shares(stage) ? 0.0 : statistics.min;
  curves.highest = statistics.max;
  return curves;
}

std::string row_curves_text(const Stage& stage, const Layout& layout, unsigned indent,
                            std::optional<arma::uword> row) {
  const Curves curves = row_curves(stage, row);
  const unsigned width = layout.width - indent;
  std::string legend = row_curves_range(stage, curves, layout);
  if (const double m = places_per_dot(curves, layout, width); m >= kWorthSaying)
    legend += message("; one dot is {:.1f} places", m);
  return block_text(draw_waves(curves, layout, width), indent) +
         (layout.explain > 0 ? footnote(translated("curves"), legend, layout) : "");
}

Curves wave_curves(const Stage& stage, const Layout& layout, std::optional<Cell> selected) {
  std::vector<arma::uword> columns = columns_to_draw(stage, n_curves_in(layout));
  if (selected && std::find(columns.begin(), columns.end(), selected->col) == columns.end())
    columns.back() = selected->col;
  std::sort(columns.begin(), columns.end());
  Curves curves = runs_across(stage) ? curves_across(stage, layout) : curves_down(stage, columns);
  const Statistics statistics = statistics_of(curves.values);
  // All waves share one scale, even where a slow one has not reached its end.
  const bool is_wave = std::holds_alternative<Waves>(stage.rule);
  curves.lowest = is_wave ? -1.0 : statistics.min;
  curves.highest = is_wave ? 1.0 : statistics.max;
  return curves;
}

std::string curves_sentence(const Stage& stage, const Curves& curves, const Layout& layout,
                            bool has_all_in_colors) {
  const bool are_rows = curves.axis == stage.cols.name;
  const NumberFormat write({curves.lowest, curves.highest}, layout,
                           are_rows && holds_shares(stage));
  const std::string lowest = write(curves.lowest), highest = write(curves.highest);
  const arma::uword n = curves.values.n_cols,
                    n_all = are_rows ? stage.value.n_rows : stage.value.n_cols;
  if (n >= n_all) return message("each from {} to {}", lowest, highest);
  std::vector<std::string> pieces;
  for (const std::string& name : cut_labels(curves.names, kLongestName, cut_mark(layout.glyphs)))
    pieces.push_back(unbroken(name));
  const std::string names = joined(pieces, ", ");
  std::string text = are_rows ? message("Curves of {} of the {} rows: {}; each from {} to {}.", n,
                                        n_all, names, lowest, highest)
                              : message("Curves of {} of the {} columns: {}; each from {} to {}.",
                                        n, n_all, names, lowest, highest);
  if (has_all_in_colors) add_sentence(text, message("The colours show all {}.", n_all));
  return text;
}

std::string waves_text(const Stage& stage, const Layout& layout, unsigned indent,
                       std::optional<Cell> selected) {
  const Curves curves = wave_curves(stage, layout, selected);
  const unsigned width = layout.width - indent;
  std::string legend = wave_curves_range(stage, curves, layout);
  if (const double n = places_per_dot(curves, layout, width); n >= kWorthSaying)
    legend += message("; one dot is {:.1f} places", n);
  return block_text(draw_waves(curves, layout, width), indent) +
         (layout.explain > 0 ? footnote(translated("curves"), legend, layout) : "");
}

}  // namespace attn
