#include "benchmark/vectors.hpp"

#include <fmt/format.h>
#include <hwy/targets.h>

#include <cstdint>
#include <stdexcept>

namespace attn {

void hold_vectors_to(const std::string& target) {
  // One bit for each target, the newest in the lowest.
  const std::int64_t all = hwy::SupportedTargets() & HWY_TARGETS;
  std::string names;
  for (std::int64_t left = all; left != 0; left &= left - 1) {
    const std::int64_t newest = left & -left;
    if (target == hwy::TargetName(newest)) return hwy::DisableTargets(newest - 1);
    names += fmt::format(" {}", hwy::TargetName(newest));
  }
  throw std::invalid_argument(
      fmt::format("there is no vector target {}; this processor has{}", target, names));
}

}  // namespace attn
