#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/fused_attention.hpp"
#include "kernels/machine.hpp"
#include "measure/plan.hpp"
#include "measure/time_crossing.hpp"

namespace attn {

/// The most that this machine does: what a product of two large matrices reaches.
struct Ceiling {
  RealType dtype = RealType::fp64;
  std::uint64_t n = 0;  ///< the matrices are n × n
  double flops_per_second = 0;
};

/// What was measured of one series with one number of tokens.
struct MeasuredPoint {
  Series series;
  std::uint64_t tokens = 0;
  Count flops;
  Timing timing;
  std::optional<std::uint64_t> extra_bytes;  ///< at its peak; absent where the system is silent
  double flops_per_second = 0;               ///< by the median
  double share_of_ceiling = 0;               ///< for numbers of its type
};

/// What was left out because it would not fit into memory.
struct LeftOut {
  Series series;
  std::uint64_t tokens = 0;
  Count bytes;
};

struct MeasuredCrossover {
  SeriesPair pair;
  TimeCrossing measured;
  Crossover counted;
};

/// Costs measured on one machine, and what the formulas say of the same.
struct Measurement {
  MeasurePlan plan;
  KernelFacts machine;
  std::vector<Ceiling> ceilings;
  std::vector<MeasuredPoint> points;  ///< by tokens, then in the order of series_of
  std::vector<LeftOut> left_out;
  std::vector<MeasuredCrossover> crossovers;

  /// The point of a series with that many tokens, or nullptr.
  const MeasuredPoint* find(const Series& series, std::uint64_t tokens) const;

  const Ceiling& ceiling_of(RealType dtype) const;
};

/// What a measurement asks the machine. A test gives its own.
struct Workbench {
  std::function<KernelFacts()> facts;
  std::function<double(RealType dtype, std::uint64_t n, unsigned n_threads)> product_seconds;
  std::function<std::function<void()>(const Series& series, const MeasurePlan& plan,
                                      std::uint64_t n_tokens)>
      workload;
  std::function<Timing(const std::function<void()>& run)> timed;
  std::function<std::optional<std::uint64_t>(const std::function<void()>& run)> extra_bytes;
  std::function<std::optional<std::uint64_t>()> available_bytes;
};

/// The kernels, the clock and the memory of this machine.
Workbench this_machine();

/// What is about to be measured: the ceilings, or a series with that many tokens.
struct MeasureStep {
  std::size_t n_done = 0, n_steps = 0;
  std::optional<Series> series;
  std::uint64_t tokens = 0;
};

/// Measures everything, one thing after another, and calls `before` each of them.
///
/// Stages kept are left out where they would take more than half of what memory is free.
///
/// Errors: InputError if d_model cannot be split into the heads, or anything else would take more
///         than half of the memory; those of the kernels.
Measurement measured(const MeasurePlan& plan, const Workbench& workbench,
                     const std::function<void(const MeasureStep& step)>& before);

}  // namespace attn
