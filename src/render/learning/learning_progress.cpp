#include "render/learning/learning_progress.hpp"

#include <cmath>
#include <vector>

#include "base/count.hpp"
#include "base/message.hpp"
#include "render/text/display_width.hpp"

namespace attn {
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
