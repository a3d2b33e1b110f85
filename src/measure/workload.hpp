#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "measure/measure.hpp"

namespace attn {

/// Draws what a series is given, normal numbers and never zeros, and returns the run that is timed:
/// everything that it holds beyond that is its own.
///
/// Errors: those of the kernels, from the run.
std::function<void()> workload_of(const Series& series, const MeasurePlan& plan,
                                  std::uint64_t n_tokens);

/// How much more memory this process holds at the most while something runs than before, its
/// result included. What earlier runs left behind goes back to the system first, so that it is not
/// used again unnoticed. On a device only what lies on this side is seen.
///
///     VmHWM − VmRSS before
///
/// Units:   bytes, in whole pages and some dozen of them uncertain; absent where the system does
///          not tell
/// Source:  proc(5): clear_refs, status
std::optional<std::uint64_t> peak_extra_bytes(const std::function<void()>& run);

/// How much memory can be had without taking any from others; absent where the system does not
/// tell.
///
/// Units:   bytes
std::optional<std::uint64_t> available_bytes();

}  // namespace attn
