#include "cli/grade/grading_progress.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "grading/report/report.hpp"

namespace attn {
namespace {

constexpr int kLongestStudent = 24;

std::string submission_text(const Mark& mark) {
  return preview(mark.student, kLongestStudent) + ", " + mark.exercise;
}

std::string outcome_text(const Mark& mark) {
  if (mark.state != MarkState::marked) return state_text(mark.state);
  double most = 0.0;
  for (const MarkedItem& item : mark.items) most += item.most;
  return message("{0} of {1}", points_text(mark.points()), points_text(most));
}

// "12 s", "3 min", "2 h 10 min".
std::string duration_text(double seconds) {
  const auto whole = static_cast<unsigned long>(seconds + 0.5);
  constexpr unsigned long kMinute = 60, kHour = 3600, kLongSeconds = 100;
  if (whole < 1) return translated("less than a second");
  if (whole < kLongSeconds) return message("{} s", whole);
  if (whole < kHour) return message("{} min", (whole + kMinute / 2) / kMinute);
  return message("{0} h {1} min", whole / kHour, whole % kHour / kMinute);
}

}  // namespace

GradingProgress::GradingProgress(const Layout& layout) : layout_(layout) {
  if (errors_are_redrawable()) live_.emplace();
}

double GradingProgress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void GradingProgress::show(const Mark& mark, std::size_t n_done, std::size_t n_all) {
  if (!live_) {
    print_remark(message("graded {0} of {1}: {2}: {3}", n_done, n_all, submission_text(mark),
                         outcome_text(mark)));
    return;
  }
  constexpr double kPause = 0.1;
  const double now = seconds();
  if (now - last_shown_ < kPause && n_done < n_all) return;
  last_shown_ = now;
  const std::size_t n_cells = layout_.width >= 60 ? 20 : 10;
  const std::size_t n_full = n_cells * n_done / std::max<std::size_t>(n_all, 1);
  const bool is_ascii = layout_.glyphs == Glyphs::ascii;
  std::string bar;
  for (std::size_t i = 0; i < n_cells; ++i)
    bar += i < n_full ? (is_ascii ? "#" : "█") : (is_ascii ? "." : "░");
  std::string text = fmt::format("{} {}/{}", bar, n_done, n_all);
  constexpr std::size_t kEnough = 5;
  if (n_done >= kEnough && n_done < n_all)
    text +=
        "  " + message("about {} left", duration_text(now * static_cast<double>(n_all - n_done) /
                                                      static_cast<double>(n_done)));
  constexpr unsigned kWide = 80;
  if (layout_.width >= kWide) text += "  " + submission_text(mark);
  live_->show(text);
}

void GradingProgress::finish(std::size_t n_done) {
  live_.reset();
  print_remark(message("graded: {0}, in {1}.", n_done, duration_text(seconds())));
}

}  // namespace attn
