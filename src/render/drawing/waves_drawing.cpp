#include "render/drawing/waves_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "render/drawing/axis_labels.hpp"
#include "render/drawing/cell_areas.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/drawing/text_width.hpp"
#include "render/layout.hpp"
#include "render/matrix/matrix_view.hpp"
#include "render/text/cut_label.hpp"

namespace attn {
namespace {

constexpr double kBand = 10.0, kBandGap = 2.0, kAfterName = 2.0, kTick = 0.9;
constexpr double kHighestCarpet = 60.0, kLeastCarpetRow = 0.5, kMostCarpetRow = 3.4;
constexpr double kWaveWidth = 0.4, kRuleWidth = 0.12, kMostForWaveNames = 0.28;
constexpr double kMostForPlaceNames = 0.3, kLeastForCurves = 0.25;  // of the width
constexpr std::size_t kMostWaveTicks = 10;

// Names of places, short enough for one to stand on either side of the curves.
std::vector<std::string> short_places(const std::vector<std::string>& places, double width) {
  const double columns = kMostForPlaceNames * width / text_width("0", kNoteSize);
  return cut_labels(places, std::max(3U, static_cast<unsigned>(columns)),
                    cut_mark(Glyphs::unicode));
}

// The number of the first place where all of them count on from it: 3 of 3, 4, 5, …
std::optional<std::size_t> first_number(const std::vector<std::string>& places) {
  if (places.empty() || places.front().size() > 9 || !are_ascii_digits(places.front())) return {};
  const std::size_t first = std::stoul(places.front());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] != std::to_string(first + i)) return {};
  return first;
}

class WavesDrawing {
 public:
  WavesDrawing(const Curves& curves, double width)
      : curves_(curves), places_(short_places(curves.places, width)) {
    for (const auto* texts : {&curves.names, &curves.remarks})
      for (const std::string& text : *texts)
        names_ = std::max(names_, text_width(text, kLabelSize));
    names_ = std::max(names_, text_width(curves.axis, kNoteSize));
    names_ = std::min(names_, kMostForWaveNames * width);
    name_size_ = common_size(curves.names, kLabelSize);
    remark_size_ = common_size(curves.remarks, kNoteSize);
    // The first and the last label are centred below their places.
    const std::string first = places_.empty() ? "" : places_.front(),
                      last = places_.empty() ? "" : places_.back();
    left_ = names_ + kAfterName + text_width(first, kNoteSize) / 2;
    const auto n_places = static_cast<double>(std::max<arma::uword>(curves.values.n_rows, 2));
    const double half_a_label = text_width(last, kNoteSize) / 2;
    length_ = std::max(width - left_ - half_a_label, kLeastForCurves * width);
    // So is the last cell of a carpet.
    length_ = std::min(length_, (width - left_) / (1.0 + 0.5 / (n_places - 1)));
    const auto n = static_cast<double>(curves.values.n_cols);
    bottom_ = n * kBand + (n - 1) * kBandGap;
    drawing_ = {.width = width, .height = bottom_ + kTick + 1.4 * kNoteSize};
  }

  // Each cell stands below the point of the curves that it belongs to.
  void unroll(const Stage& stage) {
    const Stage rows = transposed(stage);
    const auto n = static_cast<double>(rows.value.n_rows);
    CellGrid cells{.n_rows = rows.value.n_rows, .n_cols = rows.value.n_cols};
    cells.width = length_ / static_cast<double>(std::max<arma::uword>(cells.n_cols - 1, 1));
    cells.height = std::clamp(kHighestCarpet / n, kLeastCarpetRow, kMostCarpetRow);
    cells.corner = {left_ - cells.width / 2, drawing_.height + kBandGap};
    put_row_labels(drawing_, cells, row_labels(rows.rows, cells.height));
    put_heat(drawing_, cells, rows);
    drawing_.height = cells.box().bottom();
    drawing_.width = std::max(drawing_.width, cells.box().right());
  }

  Drawing drawn() {
    for (arma::uword i = 0; i < curves_.values.n_cols; ++i) {
      name(i);
      curve(i);
    }
    axis();
    return std::move(drawing_);
  }

 private:
  double x_of(arma::uword place) const {
    const arma::uword n = curves_.values.n_rows;
    return left_ +
           (n < 2 ? 0.5 : static_cast<double>(place) / static_cast<double>(n - 1)) * length_;
  }

  double top_of(arma::uword band) const { return static_cast<double>(band) * (kBand + kBandGap); }

  double y_of(arma::uword band, double value) const {
    const double range = curves_.highest - curves_.lowest;
    const double share = range > 0 ? (value - curves_.lowest) / range : 0.5;
    return top_of(band) + (1.0 - share) * kBand;
  }

  void put_text(Point where, const std::string& text, double size, Color color,
                Text::Anchor anchor = Text::Anchor::start) {
    drawing_.items.push_back(
        Text{.at = where, .text = text, .size = size, .color = color, .anchor = anchor});
  }

  // Small enough for all of them, as far as it can still be read.
  double common_size(const std::vector<std::string>& texts, double size) const {
    for (const std::string& text : texts)
      size = std::min(size, fitted_text(text, names_, size, kLeastTextSize).size);
    return size;
  }

  void name(arma::uword band) {
    const double middle = top_of(band) + kBand / 2;
    const bool has_remark = band < curves_.remarks.size();
    const FittedText first = fitted_text(curves_.names[band], names_, name_size_, kLeastTextSize);
    put_text({0, base_line(middle - (has_remark ? 1.6 : 0.0), first.size)}, first.text, first.size,
             {});
    if (!has_remark) return;
    const FittedText second =
        fitted_text(curves_.remarks[band], names_, remark_size_, kLeastTextSize);
    put_text({0, base_line(middle + 1.8, second.size)}, second.text, second.size,
             {Color::Kind::quiet});
  }

  void curve(arma::uword band) {
    const double zero =
        curves_.lowest < 0 && curves_.highest > 0 ? y_of(band, 0.0) : y_of(band, curves_.lowest);
    drawing_.items.push_back(
        line_from({left_, zero}, {left_ + length_, zero}, kRuleWidth, {Color::Kind::rule}));
    Shape line{.stroke_width = kWaveWidth, .stroke = {Color::Kind::curve, 0}};
    bool goes_on = false;
    for (arma::uword i = 0; i < curves_.values.n_rows; ++i) {
      const double value = curves_.values(i, band);
      const bool is_there = std::isfinite(value);
      if (is_there)
        line.path.push_back(
            {goes_on ? Step::Kind::line : Step::Kind::move, {x_of(i), y_of(band, value)}});
      goes_on = is_there;
    }
    drawing_.items.push_back(std::move(line));
  }

  void axis() {
    const Color quiet{Color::Kind::quiet};
    const double y = bottom_ + kTick / 2;
    drawing_.items.push_back(line_from({left_, y}, {left_ + length_, y}, kRuleWidth, quiet));
    const double line = y + kTick + kNoteSize;
    put_text({0, line}, fitted_text(curves_.axis, names_, kNoteSize, kLeastTextSize).text,
             kNoteSize, quiet);
    const std::size_t stride = stride_of_ticks();
    for (arma::uword place = first_tick(stride); place < places_.size(); place += stride) {
      const double x = x_of(place);
      drawing_.items.push_back(line_from({x, y}, {x, y + kTick}, kRuleWidth, quiet));
      put_text({x, line}, places_[place], kNoteSize, quiet, Text::Anchor::middle);
    }
  }

  std::size_t stride_of_ticks() const {
    const double widest = widest_text(places_, kNoteSize);
    const std::size_t n = places_.size();
    const double place = length_ / static_cast<double>(std::max<std::size_t>(n - 1, 1));
    const double most = static_cast<double>(n) / static_cast<double>(kMostWaveTicks);
    return round_stride(std::max(widest + kNoteSize / 2, most * place), place);
  }

  // Where the places are numbers, the first that is a multiple of the stride: 10 of 3, 4, 5, …
  arma::uword first_tick(std::size_t stride) const {
    const std::optional<std::size_t> number = first_number(places_);
    const std::size_t first = number ? (stride - *number % stride) % stride : 0;
    return first < places_.size() ? first : 0;
  }

  const Curves& curves_;
  std::vector<std::string> places_;
  double name_size_ = 0.0, remark_size_ = 0.0;
  double names_ = 0.0, left_ = 0.0, length_ = 0.0, bottom_ = 0.0;
  Drawing drawing_{};
};

}  // namespace

Drawing waves_drawing(const Curves& curves, double width, const Stage* carpet) {
  WavesDrawing drawing(curves, width);
  if (carpet) drawing.unroll(*carpet);
  return drawing.drawn();
}

}  // namespace attn
