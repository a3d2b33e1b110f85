#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "render/layout.hpp"

namespace attn {

/// How far a run is, and how fast.
struct LearningPace {
  std::string task{};  ///< what is learned, or by what
  std::uint64_t n_done = 0, n_steps = 0;
  double loss = 0.0;
  bool drops = false;  ///< in training
  std::optional<double> held_out_loss{};
  double steps_per_second = 0.0;
};

/// The same as one line that never fills the screen's width: "copy  step 60/100  loss 0.150 with
/// dropout  held out 0.068  20,000 steps/s  0 s left".
std::string learning_progress_line(const LearningPace& pace, const Layout& layout);

}  // namespace attn
