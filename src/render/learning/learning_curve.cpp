#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "learning/tasks/tasks.hpp"
#include "render/learning/learning.hpp"
#include "render/text/grid.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

constexpr unsigned kCurveLines = 11, kCurveLinesIfNarrow = 8, kNarrowCurve = 60;
constexpr unsigned kWidestCurve = 61, kFewestCurveColumns = 12;
constexpr char kInTraining = '*', kHeldOutMark = '.', kBothMarks = '#', kLevelMark = '-';

std::string loss_text(double loss) {
  constexpr double kManyDigits = 1000.0;
  return loss < kManyDigits ? decimal_text(loss, 2) : significant_text(loss, 3);
}

class LossCurveDrawing {
 public:
  LossCurveDrawing(const std::vector<CurvePoint>& points, const std::vector<Level>& levels,
                   std::uint64_t n_steps, const Layout& layout)
      : points_(points),
        levels_(levels),
        n_steps_(std::max<std::uint64_t>(1, n_steps)),
        layout_(layout),
        paint_(layout),
        is_narrow_(!curve_names_levels(layout)),
        n_lines_(is_narrow_ ? kCurveLinesIfNarrow : kCurveLines),
        greatest_(greatest_loss(points, levels)) {
    set_labels();
    n_columns_ = columns_left();
    lines_.assign(n_lines_, std::string(n_columns_, ' '));
  }

  std::string text() {
    for (const Level& level : levels_) draw_level(level);
    for (const CurvePoint& point : points_) {
      put(point, point.held_out_loss, kHeldOutMark);
      put(point, point.training_loss, kInTraining);
    }
    return picture() + base() + step_labels();
  }

 private:
  // The line of a loss, from the top.
  std::optional<unsigned> line_of(double loss) const {
    if (!std::isfinite(loss)) return std::nullopt;
    const double share = std::clamp(loss / greatest_, 0.0, 1.0);
    return n_lines_ - 1 - static_cast<unsigned>(std::lround(share * (n_lines_ - 1)));
  }

  unsigned column_of(std::uint64_t step) const {
    const double share = static_cast<double>(step) / static_cast<double>(n_steps_);
    return static_cast<unsigned>(std::lround(std::min(share, 1.0) * (n_columns_ - 1)));
  }

  void set_labels() {
    labels_.assign(n_lines_, "");
    names_.assign(n_lines_, "");
    labels_.front() = loss_text(greatest_);
    labels_.back() = "0";
    for (const Level& level : levels_) {
      unsigned line = *line_of(level.loss);
      labels_[line] = loss_text(level.loss);
      while (line + 1 < n_lines_ && !names_[line].empty()) ++line;
      names_[line] = in_glyphs(level.name, layout_);
    }
    for (const std::string& label : labels_) margin_ = std::max(margin_, display_width(label));
  }

  unsigned columns_left() const {
    unsigned used = kNoteIndent + margin_ + 3;  // a space, the axis, the last column
    if (!is_narrow_) {
      unsigned widest = 0;
      for (const std::string& name : names_) widest = std::max(widest, display_width(name));
      used += widest + 2;
    }
    const unsigned left = std::max(layout_.width, used + kFewestCurveColumns) - used;
    return std::min(left, kWidestCurve);
  }

  void draw_level(const Level& level) {
    std::string& line = lines_[*line_of(level.loss)];
    for (unsigned x = 0; x < n_columns_; x += 2) line[x] = kLevelMark;
  }

  void put(const CurvePoint& point, double loss, char mark) {
    const std::optional<unsigned> line = line_of(loss);
    if (!line) return;
    char& place = lines_[*line][column_of(point.step)];
    const bool is_taken = place == kInTraining || place == kHeldOutMark || place == kBothMarks;
    place = is_taken && place != mark ? kBothMarks : mark;
  }

  static Style::Kind kind_of(char mark) {
    if (mark == kInTraining || mark == kBothMarks) return Style::Kind::strong;
    return mark == kHeldOutMark ? Style::Kind::good : Style::Kind::quiet;
  }

  // Marks of one kind that stand together are painted together.
  std::string painted(const std::string& line) const {
    std::string text;
    for (std::size_t first = 0, last = 0; first < line.size(); first = last) {
      const auto is_other = [&](char mark) {
        return mark != ' ' && kind_of(mark) != kind_of(line[first]);
      };
      while (last < line.size() && (last == first || !is_other(line[last]))) ++last;
      text += paint_(kind_of(line[first]), line.substr(first, last - first));
    }
    return text;
  }

  std::string picture() const {
    std::string text;
    for (unsigned i = 0; i < n_lines_; ++i) {
      std::string line = lines_[i];
      const std::string& name = is_narrow_ ? kNoName : names_[i];
      if (name.empty()) line.erase(line.find_last_not_of(' ') + 1);
      text += std::string(kNoteIndent, ' ') +
              paint_(Style::Kind::quiet, pad_left(labels_[i], margin_) + " |") + painted(line) +
              (name.empty() ? "" : "  " + paint_(Style::Kind::quiet, name)) + "\n";
    }
    return text;
  }

  std::string base() const {
    std::string line(n_columns_, '-');
    for (const std::uint64_t step : labelled_steps()) line[column_of(step)] = '+';
    return std::string(kNoteIndent + margin_ + 1, ' ') + paint_(Style::Kind::quiet, "+" + line) +
           "\n";
  }

  std::vector<std::uint64_t> labelled_steps() const {
    if (n_steps_ < 2) return {0, n_steps_};
    return {0, n_steps_ / 2, n_steps_};
  }

  // Each number under its stroke, the last one ending there.
  std::string step_labels() const {
    const unsigned before = kNoteIndent + margin_ + 2;
    std::string line;
    for (const std::uint64_t step : labelled_steps()) {
      const std::string number =
          step == n_steps_ ? message("step {}", count_text(step)) : count_text(step);
      const unsigned size = display_width(number), column = before + column_of(step);
      const unsigned start = step == 0          ? column
                             : step == n_steps_ ? column + 1 - std::min(column + 1, size)
                                                : column - std::min(column, size / 2);
      if (!line.empty() && start <= display_width(line)) continue;
      line = pad_right(line, start) + number;
    }
    return paint_(Style::Kind::quiet, line) + "\n";
  }

  inline static const std::string kNoName{};

  const std::vector<CurvePoint>& points_;
  const std::vector<Level>& levels_;
  std::uint64_t n_steps_;
  const Layout& layout_;
  Painter paint_;
  bool is_narrow_;
  unsigned n_lines_, margin_ = 0, n_columns_ = 0;
  double greatest_;
  std::vector<std::string> labels_{}, names_{}, lines_{};
};

}  // namespace

double greatest_loss(const std::vector<CurvePoint>& points, const std::vector<Level>& levels) {
  double greatest = 0.0;
  for (const CurvePoint& point : points)
    for (const double loss : {point.training_loss, point.held_out_loss})
      if (std::isfinite(loss)) greatest = std::max(greatest, loss);
  for (const Level& level : levels) greatest = std::max(greatest, level.loss);
  return greatest > 0.0 ? greatest : 1.0;
}

bool curve_names_levels(const Layout& layout) { return layout.width >= kNarrowCurve; }

std::string loss_curve_text(const std::vector<CurvePoint>& points, const std::vector<Level>& levels,
                            std::uint64_t n_steps, const Layout& layout) {
  if (points.empty()) return "";
  return LossCurveDrawing(points, levels, n_steps, layout).text();
}

namespace {

// The gap between two columns and the least width of one, "1,000,000" with room to spare; in a
// narrow layout as much as four columns leave of 40.
struct CurveColumns {
  unsigned gap = 2, steps = 9, others = 9;
};

CurveColumns curve_columns(const Layout& layout) {
  constexpr unsigned kNarrow = 46;  // fewer than the four columns take
  return layout.width < kNarrow ? CurveColumns{.gap = 1, .others = 8} : CurveColumns{};
}

std::vector<std::string> curve_headings() {
  return {translated("steps"), translated("training"), translated("held out"), translated("right")};
}

std::string curve_cells_row(const std::vector<std::string>& cells, const Layout& layout) {
  const std::vector<std::string> names = curve_headings();
  const CurveColumns columns = curve_columns(layout);
  std::string row(kNoteIndent, ' ');
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const unsigned least = i == 0 ? columns.steps : columns.others;
    const unsigned width = std::max(least, display_width(names[i]));
    row += (i == 0 ? "" : std::string(columns.gap, ' ')) + pad_left(cells[i], width);
  }
  return row;
}

std::string curve_number(double value, const Layout& layout) {
  constexpr double kWide = 1e5;
  const bool is_wide = value >= kWide;
  return cell_text(
      cell::Real{.value = value,
                 .places = 3,
                 .form = is_wide ? cell::Real::Form::digits : cell::Real::Form::decimals},
      layout);
}

}  // namespace

std::string curve_header(bool has_accuracy, const Layout& layout) {
  std::vector<std::string> names = curve_headings();
  if (!has_accuracy) names.pop_back();
  return Painter(layout)(Style::Kind::quiet, curve_cells_row(names, layout)) + "\n";
}

std::string curve_row(const CurvePoint& point, const Layout& layout) {
  std::vector<std::string> cells{cell_text(cell::Whole{count_of(point.step)}, layout),
                                 curve_number(point.training_loss, layout),
                                 curve_number(point.held_out_loss, layout)};
  if (point.held_out_accuracy)
    cells.push_back(cell_text(accuracy_cell(*point.held_out_accuracy), layout));
  return curve_cells_row(cells, layout) + "\n";
}

std::string curve_record_header() {
  return "step\ttraining_loss\theld_out_loss\theld_out_accuracy\n";
}

std::string curve_record(const CurvePoint& point) {
  const std::string accuracy = point.held_out_accuracy ? exact(*point.held_out_accuracy) : "";
  return std::to_string(point.step) + "\t" + exact(point.training_loss) + "\t" +
         exact(point.held_out_loss) + "\t" + accuracy + "\n";
}

namespace {

std::string rate_of_steps(double per_second) {
  constexpr double kMany = 10.0;
  return per_second >= kMany ? count_text(static_cast<std::uint64_t>(std::lround(per_second)))
                             : fmt::format("{:.1f}", per_second);
}

std::string time_left(double seconds) {
  constexpr double kMinute = 60.0, kTwoMinutes = 120.0, kTwoHours = 7200.0, kHour = 3600.0;
  if (seconds < kTwoMinutes) return message("{} s left", std::ceil(seconds));
  if (seconds < kTwoHours) return message("{} min left", std::ceil(seconds / kMinute));
  return message("{} h left", std::ceil(seconds / kHour));
}

}  // namespace

std::string learning_progress_line(const LearningPace& pace, const Layout& layout) {
  std::vector<std::string> parts{
      pace.task, message("step {}/{}", count_text(pace.n_done), count_text(pace.n_steps)),
      pace.drops ? message("loss {:.3f} with dropout", pace.loss)
                 : message("loss {:.3f}", pace.loss)};
  if (pace.held_out_loss) parts.push_back(message("held out {:.3f}", *pace.held_out_loss));
  if (pace.steps_per_second > 0.0) {
    parts.push_back(message("{} steps/s", rate_of_steps(pace.steps_per_second)));
    parts.push_back(
        time_left(static_cast<double>(pace.n_steps - pace.n_done) / pace.steps_per_second));
  }
  std::string line;
  for (const std::string& part : parts) {
    // The last column stays free: a terminal may wrap the line there. So do two before it, for the
    // ^C that a terminal shows: wrapped, it would leave a line behind when this one is erased.
    constexpr unsigned kFree = 3;
    if (display_width(line) + 2 + display_width(part) + kFree > layout.width) break;
    line += (line.empty() ? " " : "  ") + part;
  }
  return line;
}

}  // namespace attn
