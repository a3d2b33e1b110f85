#pragma once

#include <cstdint>
#include <functional>

#include "measure/plan.hpp"

namespace attn {

/// Draws what a series is given, normal numbers and never zeros, and returns the run that is timed:
/// everything that it holds beyond that is its own.
///
/// Errors: those of the kernels, from the run.
std::function<void()> workload_of(const Series& series, const MeasurePlan& plan,
                                  std::uint64_t n_tokens);

}  // namespace attn
