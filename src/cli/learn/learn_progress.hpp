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
  /// `name` is what the line begins with.
  LearnProgress(std::string name, const Training& training, const Layout& layout);

  void show();

  /// Erases what stands there, until it is shown again.
  void clear() { live_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;
  std::string text() const;

  std::string name_;
  const Training& training_;
  Layout layout_;
  std::uint64_t first_step_;
  Clock::time_point start_ = Clock::now(), shown_ = start_;
  LiveText live_{};
};

}  // namespace attn
