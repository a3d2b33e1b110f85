#include "network/optimizers/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attn {

double Schedule::at(std::uint64_t t) const {
  const auto now = static_cast<double>(t), settled = static_cast<double>(warm_up);
  const double rise = warm_up == 0 ? 1.0 : std::min(1.0, (now + 1.0) / settled);
  if (!is_cosine) return learning_rate * rise;
  const double rest = std::max(1.0, static_cast<double>(n_steps) - settled);
  const double progress = std::clamp((now - settled) / rest, 0.0, 1.0);
  constexpr double kLeft = 0.1;
  const double fall = kLeft + (1.0 - kLeft) * 0.5 * (1.0 + std::cos(std::numbers::pi * progress));
  return learning_rate * rise * fall;
}

}  // namespace attn
