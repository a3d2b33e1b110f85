#include "render/curve/waves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "render/curve/canvas.hpp"
#include "render/text/display_width.hpp"

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
    std::optional<std::pair<unsigned, unsigned>> before;
    for (arma::uword x = 0; x < strokes.size(); ++x) {
      const auto& stroke = strokes[x];
      if (!stroke) {
        before.reset();
        continue;
      }
      unsigned low = level(stroke->low, canvas.n_up()), high = level(stroke->high, canvas.n_up());
      const std::pair reached(low, high);
      if (before && before->second < low) low = before->second + 1;  // no gap in a steep curve
      if (before && before->first > high) high = before->first - 1;
      for (unsigned y = low; y <= high; ++y) canvas.set(static_cast<unsigned>(x), y);
      before = reached;
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

}  // namespace attn
