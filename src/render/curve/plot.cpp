#include <algorithm>
#include <array>
#include <cmath>

#include "base/message.hpp"
#include "render/curve/curve.hpp"
#include "render/text/grid.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

constexpr unsigned kLines = 12, kLinesIfNarrow = 9, kNarrow = 60;
constexpr unsigned kFewestPlotColumns = 12;
constexpr unsigned kLinesPerTick = 2;
constexpr unsigned kLogarithmicFrom = 10;  // times the least place
constexpr unsigned kBesideAxis = 1;

PlotScale::Kind kind_of(const Plot& plot) {
  const bool is_wide = plot.places.back() >= kLogarithmicFrom * plot.places.front();
  return is_wide ? PlotScale::Kind::logarithmic : PlotScale::Kind::linear;
}

PlotScale::Kind y_kind_of(const Plot& plot) { return plot.y_kind.value_or(kind_of(plot)); }

// Text written over a line of spaces at a column, centred there as far as the line allows.
struct Lettering {
  std::string line;

  bool place(const std::string& text, unsigned column, unsigned width) {
    const unsigned size = display_width(text), used = display_width(line);
    unsigned start = column - std::min(column, size / 2);
    start = std::min(start, width - std::min(width, size));
    if (used > 0 && start < used + kBesideAxis) return false;
    line = pad_right(line, start) + text;
    return true;
  }
};

class PlotDrawing {
 public:
  PlotDrawing(const Plot& plot, const Layout& layout, unsigned indent)
      : plot_(plot),
        layout_(layout),
        paint_(layout),
        indent_(indent),
        n_lines_(layout.width < kNarrow ? kLinesIfNarrow : kLines),
        x_(x_scale_of(plot)),
        y_(y_scale_of(plot)),
        ticks_(y_.ticks(n_lines_ / kLinesPerTick)),
        canvas_(n_columns(), n_lines_, layout.glyphs),
        axis_(1, n_lines_, layout.glyphs) {}

  std::string text() {
    for (const Count& mark : plot_.marks) canvas_.rule(dot_of(mark));
    for (std::size_t i = 0; i < plot_.curves.size(); ++i) draw(i);
    draw_axis();
    return header() + picture() + base() + place_labels() + mark_labels();
  }

 private:
  std::string y_text(const Count& tick) const { return tick_text(tick, plot_.value_decimals); }
  std::vector<std::string> x_texts() const {
    return place_texts(plot_.places, plot_.place_decimals);
  }
  std::string glyphs(const std::string& text) const { return in_glyphs(text, layout_); }

  unsigned n_columns() {
    for (const Count& tick : ticks_) margin_ = std::max(margin_, display_width(y_text(tick)));
    unsigned names = 0;
    for (const Plot::Curve& curve : plot_.curves)
      names = std::max(names, display_width(glyphs(curve.name)));
    const unsigned used = indent_ + margin_ + kBesideAxis + 1 + kBesideAxis + names;
    return std::max(layout_.width, used + kFewestPlotColumns) - used;
  }

  unsigned dot_of(const Count& place) const {
    return Canvas::nearest(x_.share_of(place), canvas_.n_across());
  }
  unsigned column_of(const Count& place) const {
    return dot_of(place) / Canvas::dots_per_column(layout_.glyphs);
  }
  unsigned level_of(const Count& value) const {
    return Canvas::nearest(y_.share_of(value), n_up());
  }
  unsigned n_up() const { return canvas_.n_up(); }
  unsigned line_of(unsigned level) const { return n_lines_ - 1 - level * n_lines_ / n_up(); }

  // The first curve is a line, the second dashes, the third dots.
  bool is_inked(std::size_t curve, unsigned x) const {
    const bool ascii = layout_.glyphs == Glyphs::ascii;
    if (curve == 0) return true;
    if (curve == 1) return ascii ? x % 3 != 2 : x % 6 < 4;
    return ascii ? x % 2 == 0 : x % 4 == 0;
  }

  void draw(std::size_t index) {
    const std::vector<Count>& values = plot_.curves[index].values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!y_.holds(values[i])) continue;
      const bool goes_on = i + 1 < values.size() && y_.holds(values[i + 1]);
      join(index, i, goes_on ? i + 1 : i);
    }
  }

  // A straight line from one place to the next, without gaps where it is steep.
  void join(std::size_t index, std::size_t from, std::size_t to) {
    const Plot::Curve& curve = plot_.curves[index];
    const unsigned start = dot_of(plot_.places[from]), end = dot_of(plot_.places[to]);
    const double low = y_.share_of(curve.values[from]), high = y_.share_of(curve.values[to]);
    unsigned before = level_of(curve.values[from]);
    for (unsigned x = start; x <= end; ++x) {
      const double share = start == end ? 1.0 : static_cast<double>(x - start) / (end - start);
      const unsigned level = Canvas::nearest(low + share * (high - low), n_up());
      const unsigned least = level > before ? before + 1 : level;
      const unsigned most = level < before ? before - 1 : level;
      for (unsigned y = least; y <= most && is_inked(index, x); ++y) canvas_.set(x, y);
      before = level;
    }
  }

  void draw_axis() {
    if (layout_.glyphs == Glyphs::ascii) return;
    for (unsigned y = 0; y < n_up(); ++y) axis_.set(1, y);
    for (const Count& tick : ticks_) axis_.set(0, level_of(tick));
  }

  // The labels of the lines that have one, from above.
  std::vector<std::string> tick_labels() const {
    std::vector<std::string> labels(n_lines_);
    for (const Count& tick : ticks_) labels[line_of(level_of(tick))] = y_text(tick);
    return labels;
  }

  // Each name on the line where its curve ends; the higher curve keeps its line.
  std::vector<std::string> end_labels() const {
    std::vector<std::pair<Count, std::string>> ends;
    for (const Plot::Curve& curve : plot_.curves)
      if (y_.holds(curve.values.back())) ends.emplace_back(curve.values.back(), curve.name);
    std::stable_sort(ends.begin(), ends.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> labels(n_lines_);
    unsigned least = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const unsigned most = n_lines_ - static_cast<unsigned>(ends.size() - i);
      const unsigned line = std::min(std::max(line_of(level_of(ends[i].first)), least), most);
      labels[line] = glyphs(ends[i].second);
      least = line + 1;
    }
    return labels;
  }

  std::string header() const {
    return std::string(indent_, ' ') + paint_(Style::Kind::quiet, glyphs(plot_.y_name)) + "\n";
  }

  std::string picture() const {
    const bool ascii = layout_.glyphs == Glyphs::ascii;
    const std::vector<std::string> ticks = tick_labels(), ends = end_labels();
    const std::vector<std::string> axis = axis_.lines(), lines = canvas_.lines();
    std::string text;
    for (unsigned i = 0; i < n_lines_; ++i) {
      const std::string rail = !ascii ? axis[i] : ticks[i].empty() ? "|" : "+";
      std::string line = lines[i];
      if (ends[i].empty()) line.erase(line.find_last_not_of(' ') + 1);
      text += std::string(indent_, ' ') +
              paint_(Style::Kind::quiet, pad_left(ticks[i], margin_) + " " + rail) + line +
              (ends[i].empty() ? "" : " " + paint_(Style::Kind::strong, ends[i])) + "\n";
    }
    return text;
  }

  // Which places get a label: the first, the last, and between them every one, every second one …
  std::vector<std::size_t> labelled_places(const std::vector<std::string>& texts) const {
    for (std::size_t step = 1;; ++step) {
      std::vector<std::size_t> chosen;
      for (std::size_t i = 0; i < texts.size(); i += step) chosen.push_back(i);
      chosen.back() = texts.size() - 1;
      if (chosen.front() != 0) return chosen;
      Lettering lettering;
      const bool fits = std::all_of(chosen.begin(), chosen.end(), [&](std::size_t i) {
        return lettering.place(texts[i], before_axis() + column_of(plot_.places[i]), layout_.width);
      });
      if (fits) return chosen;
    }
  }

  unsigned before_axis() const { return indent_ + margin_ + kBesideAxis + 1; }

  // The line below the picture, with a stroke at each place that has a label.
  std::string base() const {
    const bool ascii = layout_.glyphs == Glyphs::ascii;
    Canvas line(canvas_.n_across() / Canvas::dots_per_column(layout_.glyphs), 1, layout_.glyphs);
    const unsigned top = line.n_up() - 1;
    for (unsigned x = 0; x < line.n_across(); ++x) line.set(x, top);
    for (const std::size_t i : labelled_places(x_texts()))
      for (unsigned y = top - 1; y <= top; ++y) line.set(dot_of(plot_.places[i]), y);
    const std::string corner = ascii ? "'" : "⠈";
    return std::string(before_axis() - 1, ' ') +
           paint_(Style::Kind::quiet, corner + line.lines().front()) + "\n";
  }

  std::string place_labels() const {
    const std::vector<std::string> texts = x_texts();
    Lettering lettering;
    for (const std::size_t i : labelled_places(texts))
      lettering.place(texts[i], before_axis() + column_of(plot_.places[i]), layout_.width);
    return paint_(Style::Kind::quiet, lettering.line) + "\n";
  }

  // "^ 50,408" under its dotted line, or "50,408 ^" where the right edge is near.
  std::string mark_labels() const {
    std::string text;
    for (const Count& mark : plot_.marks) {
      const unsigned column = before_axis() + column_of(mark);
      const std::string number = plot_.x_name + " " + count_text(mark);
      const unsigned size = display_width(number);
      const bool fits = column + 2 + size <= layout_.width;
      text += fits ? std::string(column, ' ') + "^ " + number : pad_left(number, column - 1) + " ^";
      text += "\n";
    }
    return text;
  }

  const Plot& plot_;
  const Layout& layout_;
  Painter paint_;
  unsigned indent_, n_lines_, margin_ = 0;
  PlotScale x_, y_;
  std::vector<Count> ticks_;
  Canvas canvas_, axis_;
};

}  // namespace

PlotScale x_scale_of(const Plot& plot) {
  return {kind_of(plot), plot.places.front(), plot.places.back()};
}

PlotScale y_scale_of(const Plot& plot) {
  const PlotScale::Kind kind = y_kind_of(plot);
  Count least = kind == PlotScale::Kind::linear ? 0 : -1, greatest = 1;
  for (const Plot::Curve& curve : plot.curves)
    for (const Count& value : curve.values) {
      greatest = std::max(greatest, value);
      if (kind == PlotScale::Kind::logarithmic && value > 0 && (least < 0 || value < least))
        least = value;
    }
  return {kind, least < 0 ? Count(1) : least, greatest};
}

std::string plot_text(const Plot& plot, const Layout& layout, unsigned indent) {
  return PlotDrawing(plot, layout, indent).text();
}

std::string plot_legend(const Plot& plot, const Layout& layout) {
  std::string text;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const std::string name = unbroken(in_glyphs(plot.curves[i].name, layout));
    text += i == 0   ? message("{}: line; ", name)
            : i == 1 ? message("{}: dashes; ", name)
                     : message("{}: dots; ", name);
  }
  const bool is_log = kind_of(plot) == PlotScale::Kind::logarithmic;
  if (kind_of(plot) == y_kind_of(plot))
    text += is_log ? message("both axes logarithmic") : message("both axes linear");
  else
    text += is_log ? message("{} on a logarithmic axis", plot.x_name)
                   : message("the values on a logarithmic axis");
  const std::vector<std::string> labels = place_texts(plot.places, plot.place_decimals);
  const bool uses_kibi = std::any_of(labels.begin(), labels.end(), [](const std::string& label) {
    return label.ends_with('K') || label.ends_with('M');
  });
  return text + (uses_kibi ? "; " + unbroken("1K = 1,024") : "");
}

namespace {

constexpr unsigned kBrailleLines = 4, kAsciiLines = 3;

// The bit of each Braille dot, [from above][from the left].
// Source: Unicode, block Braille Patterns, U+2800 plus the bits.
constexpr std::array<std::array<unsigned, 2>, kBrailleLines> kBit{
    {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};

std::string braille(unsigned bits) {
  const unsigned code = 0x2800 + bits;  // three bytes of UTF-8
  return {static_cast<char>(0xE0 | (code >> 12)), static_cast<char>(0x80 | ((code >> 6) & 0x3F)),
          static_cast<char>(0x80 | (code & 0x3F))};
}

}  // namespace

Canvas::Canvas(unsigned n_columns, unsigned n_lines, Glyphs glyphs)
    : n_columns_(n_columns),
      n_lines_(n_lines),
      ascii_(glyphs == Glyphs::ascii),
      per_column_(dots_per_column(glyphs)),
      per_line_(ascii_ ? kAsciiLines : kBrailleLines),
      dots_(std::size_t{n_across()} * n_up(), false),
      rules_(n_across(), false) {}

unsigned Canvas::nearest(double share, unsigned n_dots) {
  constexpr double kAboveHalf = 0.5 + 1e-9;
  return static_cast<unsigned>(std::floor(share * (n_dots - 1) + kAboveHalf));
}

void Canvas::set(unsigned x, unsigned y) { dots_.at(y * n_across() + x) = true; }

void Canvas::rule(unsigned x) { rules_.at(x) = true; }

std::string Canvas::character(unsigned column, unsigned line) const {
  const unsigned bottom = (n_lines_ - 1 - line) * per_line_;
  if (ascii_) {
    const bool low = is_set(column, bottom), middle = is_set(column, bottom + 1),
               high = is_set(column, bottom + 2);
    if (low + middle + high > 1) return "|";
    return low ? "." : middle ? "-" : high ? "'" : rules_[column] ? ":" : " ";
  }
  unsigned bits = 0;
  for (unsigned across = 0; across < per_column_; ++across) {
    const unsigned x = column * per_column_ + across;
    for (unsigned down = 0; down < per_line_; ++down) {
      const bool is_ruled = rules_[x] && down % 2 == 0;
      if (is_ruled || is_set(x, bottom + per_line_ - 1 - down)) bits |= kBit[down][across];
    }
  }
  return bits == 0 ? " " : braille(bits);
}

std::vector<std::string> Canvas::lines() const {
  std::vector<std::string> lines(n_lines_);
  for (unsigned line = 0; line < n_lines_; ++line)
    for (unsigned column = 0; column < n_columns_; ++column) lines[line] += character(column, line);
  return lines;
}

namespace {

const std::vector<unsigned> kRound{1, 2, 5};
constexpr std::size_t kMostDigitsOfPrefixes = 33;  // the last prefix is Q, 10^30
constexpr unsigned kFewestTicks = 3;

// The common logarithm; a double holds it however long the count is.
double log10_of(const Count& count) {
  signed long exponent = 0;
  const double mantissa = mpz_get_d_2exp(&exponent, count.get_mpz_t());
  return std::log10(mantissa) + static_cast<double>(exponent) * std::log10(2.0);
}

std::size_t digits_of(const Count& count) { return count.get_str().size(); }

// "0.25" for 250 thousandths: without zeros at the end.
std::string decimal_fraction_text(const Count& count, unsigned decimals) {
  std::string digits = count.get_str();
  if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
  digits.insert(digits.size() - decimals, ".");
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits;
}

}  // namespace

PlotScale::PlotScale(Kind kind, const Count& least, const Count& greatest)
    : kind_(kind), least_(least), greatest_(greatest) {}

double PlotScale::share_of(const Count& count) const {
  if (least_ == greatest_) return 0.5;
  if (kind_ == Kind::linear) return mpq_class(count - least_, greatest_ - least_).get_d();
  const double from = log10_of(least_);
  return (log10_of(count) - from) / (log10_of(greatest_) - from);
}

std::vector<Count> PlotScale::ticks(unsigned most) const {
  return kind_ == Kind::linear ? even_steps(most) : decades(most);
}

// Powers of ten, every second one or fewer where there are many; where there are hardly any, 1, 2
// and 5 or 1 and 3 times each; and on a short axis even steps.
std::vector<Count> PlotScale::decades(unsigned most) const {
  const std::vector<Count> powers = multiples_of_powers({1});
  if (powers.size() < kFewestTicks) {
    for (const std::vector<Count>& finer :
         {multiples_of_powers(kRound), multiples_of_powers({1, 3})})
      if (finer.size() >= kFewestTicks && finer.size() <= most) return finer;
    return even_steps(most);
  }
  std::size_t step = 1;
  while ((powers.size() + step - 1) / step > most) ++step;
  std::vector<Count> kept;
  for (std::size_t i = (powers.size() - 1) % step; i < powers.size(); i += step)
    kept.push_back(powers[i]);
  return kept;
}

std::vector<Count> PlotScale::multiples_of_powers(const std::vector<unsigned>& factors) const {
  std::vector<Count> found;
  for (std::size_t exponent = digits_of(least_) - 1; exponent < digits_of(greatest_); ++exponent)
    for (const unsigned factor : factors) {
      const Count tick = factor * power_of(10, exponent);
      if (tick >= least_ && tick <= greatest_) found.push_back(tick);
    }
  return found;
}

std::vector<Count> PlotScale::even_steps(unsigned most) const {
  for (std::size_t exponent = 0; exponent <= digits_of(greatest_); ++exponent)
    for (const unsigned factor : kRound) {
      const Count step = factor * power_of(10, exponent);
      Count first;
      mpz_cdiv_q(first.get_mpz_t(), least_.get_mpz_t(), step.get_mpz_t());
      first *= step;
      if (greatest_ < first) return {};
      if ((greatest_ - first) / step + 1 > most) continue;
      std::vector<Count> ticks;
      for (Count tick = first; tick <= greatest_; tick += step) ticks.push_back(tick);
      return ticks;
    }
  return {};
}

std::string tick_text(const Count& count, unsigned decimals) {
  const Count one = power_of(10, decimals);
  if (decimals > 0 && count % one == 0) return tick_text(count / one);
  if (decimals > 0) return decimal_fraction_text(count, decimals);
  if (digits_of(count) > kMostDigitsOfPrefixes) {
    const std::string digits = count.get_str();
    const std::string power = "10^" + std::to_string(digits.size() - 1);
    return digits[0] == '1' ? power : digits.substr(0, 1) + " " + power;
  }
  const Unit unit = decimal_unit_for(count, "");
  const std::string rough = in_unit(count, unit, 0), fine = in_unit(count, unit, 1);
  return (fine == rough + ".0" ? rough : fine) + (unit.name.empty() ? "" : " " + unit.name);
}

std::vector<std::string> place_texts(const std::vector<Count>& places, unsigned decimals) {
  if (decimals > 0) {
    std::vector<std::string> texts;
    for (const Count& place : places) texts.push_back(tick_text(place, decimals));
    return texts;
  }
  const Count kibi = 1024, mebi = kibi * kibi;
  const bool is_binary = std::all_of(places.begin(), places.end(), [&kibi](const Count& place) {
    return place < kibi || place % kibi == 0;
  });
  std::vector<std::string> texts;
  for (const Count& place : places) {
    if (!is_binary || place < kibi)
      texts.push_back(count_text(place));
    else if (place % mebi == 0)
      texts.push_back(count_text(place / mebi) + "M");
    else
      texts.push_back(count_text(place / kibi) + "K");
  }
  return texts;
}

namespace {

constexpr arma::uword kMostPlotCurves = 3;  // a line, one of dashes, one of dots
constexpr std::size_t kFewestPoints = 3;
constexpr unsigned kPlotDecimals = 6;
constexpr double kFarApart = 100.0;

Count in_parts(double value) {
  return Count(std::round(value * std::pow(10.0, static_cast<double>(kPlotDecimals))));
}

bool are_whole(const std::vector<double>& points) {
  for (const double point : points)
    if (point != std::floor(point)) return false;
  return true;
}

PlotScale::Kind kind_of_values(const arma::mat& values) {
  const double least = values.min(), greatest = values.max();
  const bool is_wide = least > 0.0 && greatest > 1.0 && greatest >= kFarApart * least;
  return is_wide ? PlotScale::Kind::logarithmic : PlotScale::Kind::linear;
}

}  // namespace

bool draws_plot(const Stage& stage) {
  return stage.rows.points.size() >= kFewestPoints && stage.value.n_cols <= kMostPlotCurves &&
         stage.value.is_finite() && stage.value.min() >= 0.0;
}

Plot plot_of_stage(const Stage& stage) {
  const bool whole = are_whole(stage.rows.points);
  Plot plot{.x_name = stage.rows.name,
            .y_name = stage.cols.name,
            .places = {},
            .curves = {},
            .place_decimals = whole ? 0 : kPlotDecimals,
            .value_decimals = kPlotDecimals,
            .y_kind = kind_of_values(stage.value)};
  for (const double point : stage.rows.points)
    plot.places.push_back(whole ? Count(point) : in_parts(point));
  for (arma::uword col = 0; col < stage.value.n_cols; ++col) {
    Plot::Curve curve{stage.cols.place_name(col), {}};
    for (const double value : stage.value.col(col)) curve.values.push_back(in_parts(value));
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

std::string stage_plot_text(const Stage& stage, const Layout& layout, unsigned indent) {
  const Plot plot = plot_of_stage(stage);
  std::string text = plot_text(plot, layout, indent);
  if (layout.explain > 0)
    text += footnote(translated("picture"), plot_legend(plot, layout), layout);
  return text;
}

}  // namespace attn
