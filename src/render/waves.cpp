#include "render/waves.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "render/canvas.hpp"
#include "render/display_width.hpp"

namespace attn {
namespace {

constexpr unsigned kGap = 2;
constexpr unsigned kFewestColumns = 8;
constexpr arma::uword kTicks = 4;  // parts of the axis that a label begins

unsigned lines_per_curve(const Layout& layout) { return layout.glyphs == Glyphs::ascii ? 3 : 2; }

// How the places lie on the dots from left to right.
struct Spread {
  arma::uword n_places = 0;
  arma::uword dots_per_place = 1, places_per_dot = 1;  // one of them is 1

  arma::uword dot_of(arma::uword place) const { return place * dots_per_place / places_per_dot; }
  arma::uword n_dots() const { return n_places == 0 ? 0 : dot_of(n_places - 1) + 1; }
};

Spread spread_over(arma::uword n_places, arma::uword n_dots) {
  Spread spread{.n_places = n_places};
  if (n_places <= n_dots)
    spread.dots_per_place = n_places > 1 ? (n_dots - 1) / (n_places - 1) : 1;
  else
    spread.places_per_dot = (n_places + n_dots - 1) / n_dots;
  return spread;
}

// The least and the greatest value at one dot.
struct Stroke {
  double low = 0.0, high = 0.0;
};

std::optional<Stroke> stroke_at(const arma::vec& values, const Spread& spread, arma::uword dot) {
  const arma::uword place = dot * spread.places_per_dot / spread.dots_per_place;
  if (spread.places_per_dot > 1) {
    const arma::uword last = std::min(place + spread.places_per_dot, values.n_elem) - 1;
    const arma::vec here = values.subvec(place, last);
    if (!here.is_finite()) return {};
    return Stroke{here.min(), here.max()};
  }
  const arma::uword next = std::min(place + 1, values.n_elem - 1);
  const double share =
      static_cast<double>(dot % spread.dots_per_place) / static_cast<double>(spread.dots_per_place);
  const double value =
      share == 0.0 ? values(place) : (1.0 - share) * values(place) + share * values(next);
  if (!std::isfinite(value)) return {};
  return Stroke{value, value};
}

class WaveDrawing {
 public:
  WaveDrawing(const Curves& curves, const Layout& layout, unsigned width)
      : curves_(curves), layout_(layout) {
    for (const auto* texts : {&curves.names, &curves.remarks})
      for (const std::string& text : *texts) margin_ = std::max(margin_, display_width(text));
    margin_ = std::max(margin_, display_width(curves.axis));
    const unsigned room = std::max(width, margin_ + kGap + kFewestColumns) - margin_ - kGap;
    const unsigned per_column = Canvas::dots_per_column(layout.glyphs);
    spread_ = spread_over(curves.values.n_rows, std::size_t{room} * per_column);
    n_columns_ = static_cast<unsigned>((spread_.n_dots() + per_column - 1) / per_column);
  }

  const Spread& spread() const { return spread_; }

  Block draw() const {
    Block block{.lines = {}, .width = margin_ + kGap + std::max(n_columns_, axis_width())};
    for (arma::uword curve = 0; curve < curves_.values.n_cols; ++curve) add_curve(block, curve);
    add(block, curves_.axis, ticks());
    return block;
  }

 private:
  void add(Block& block, const std::string& label, const std::string& picture) const {
    const std::string line = pad_right(label, margin_) + std::string(kGap, ' ') + picture;
    block.lines.push_back(pad_right(line, block.width));
  }

  // A hair above the half, so that a value on the border falls the same way on every processor.
  unsigned level(double value, unsigned n_levels) const {
    const double range = curves_.highest - curves_.lowest;
    if (!(range > 0.0)) return n_levels / 2;
    const double share = std::clamp((value - curves_.lowest) / range, 0.0, 1.0);
    return static_cast<unsigned>(std::floor(share * (n_levels - 1) + 0.5 + 1e-9));
  }

  void add_curve(Block& block, arma::uword curve) const {
    Canvas canvas(n_columns_, lines_per_curve(layout_), layout_.glyphs);
    const arma::vec values = curves_.values.col(curve);
    std::optional<std::pair<unsigned, unsigned>> before;
    for (arma::uword x = 0; x < spread_.n_dots(); ++x) {
      const auto stroke = stroke_at(values, spread_, x);
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

arma::uword places_per_dot(const Curves& curves, const Layout& layout, unsigned width) {
  return WaveDrawing(curves, layout, width).spread().places_per_dot;
}

}  // namespace attn
