#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "cli/terminal/live_text.hpp"
#include "learning/training/training.hpp"
#include "render/layout.hpp"

namespace attn {

/// How far a run is, on standard error: a line, and where the terminal is high enough the curve so
/// far above it. Drawn anew a few times a second, and erased at the end.
class LearnProgress {
 public:
  /// `name` is what the line begins with. It is as wide as the layout where somebody gave that
  /// width and the terminal has room; else as wide as the terminal is at the time.
  LearnProgress(std::string name, const Training& training, const Layout& layout,
                bool width_is_given);

  void show();

  /// Erases what stands there, until it is shown again.
  void clear() { live_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;
  std::string text() const;

  std::string name_;
  const Training& training_;
  Layout layout_;
  unsigned widest_;
  std::uint64_t first_step_;
  Clock::time_point start_ = Clock::now(), shown_ = start_;
  LiveText live_{};
};

}  // namespace attn
