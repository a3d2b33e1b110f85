#include "render/curve/plot.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "render/curve/canvas.hpp"
#include "render/curve/plot_scale.hpp"
#include "render/text/display_width.hpp"
#include "render/text/lines.hpp"
#include "render/text/paint.hpp"
#include "render/text/wrap.hpp"

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
    return std::string(indent_, ' ') + paint_(Style::Kind::quiet, plot_.y_name) + "\n";
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

}  // namespace attn
