#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "cli/terminal/live_text.hpp"
#include "grading/gradebook.hpp"
#include "render/layout.hpp"

namespace attn {

/// How far the grading of a class is, on standard error: a bar with an estimate where a line can be
/// drawn anew, else a line for each submission.
class GradingProgress {
 public:
  explicit GradingProgress(const Layout& layout);

  void show(const Mark& mark, std::size_t n_done, std::size_t n_all);
  /// Takes the bar away, and says how long it took.
  void finish(std::size_t n_done);

 private:
  double seconds() const;

  const Layout& layout_;
  std::optional<LiveText> live_{};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double last_shown_ = -1.0;
};

}  // namespace attn
