// Costs of one machine: the plan of a measurement, and what the clock said.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "costs/compare/compare.hpp"
#include "costs/layers/layers.hpp"
#include "kernels/fused_attention.hpp"
#include "kernels/machine.hpp"

namespace attn {

enum class RealType { fp32, fp64 };
inline constexpr Named<RealType> kRealTypes[] = {{RealType::fp32, "fp32"},
                                                 {RealType::fp64, "fp64"}};

/// "fp32"
const char* word_of(RealType dtype);

/// Units:   bytes of one number
std::uint64_t bytes_of(RealType dtype);

/// What is timed: attention from queries, keys and values with every stage kept as the trace keeps
/// them, or fused; fused attention between its projections; recurrent layers.
enum class Workload { stages_kept, fused, fused_causal, mha, rnn, lstm };

/// One way to compute, over all numbers of tokens.
struct Series {
  Workload workload = Workload::fused;
  RealType dtype = RealType::fp64;
  bool causal = false;

  bool operator==(const Series&) const = default;
};

/// "stages_kept": what machine output calls it.
const char* id_of(Workload workload);

/// What is measured, at which sizes.
struct MeasurePlan {
  LayerSizes sizes;                   ///< those of all layers; n_tokens is taken from `tokens`
  std::vector<std::uint64_t> tokens;  ///< rising
  RealType dtype = RealType::fp32;
  bool causal = false;     ///< all attention is causal, not only one series more
  unsigned n_threads = 1;  ///< of our own, and of the BLAS

  std::uint64_t d_head() const;
  std::uint64_t n_kv_heads() const;
  std::uint64_t d_hidden() const;
};

/// What a plan measures. Stages are kept in double, as attn shows them, and so fused attention is
/// measured in double too, and in the dtype of the plan if that is another one.
std::vector<Series> series_of(const MeasurePlan& plan);

/// The matrix products of a series for that many tokens, as costs/ counts them; pairs that a causal
/// mask leaves are counted exactly.
///
/// Units:   FLOP
/// Errors:  InputError if d_model cannot be split into the heads.
Count flops_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens);

/// The least memory it takes: what it is given, weights among it, the result, and what has to be
/// kept on the way: stages with a row for each query and a column for each key, or gates.
///
/// Units:   bytes
Count bytes_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens);

/// Two series to compare, the one first that becomes the slower one.
struct SeriesPair {
  Series left, right;

  bool operator==(const SeriesPair&) const = default;
};

/// What there is to compare: stages kept with fused, attention and a layer of it with recurrent
/// layers.
std::vector<SeriesPair> pairs_of(const MeasurePlan& plan);

/// Where the counts of two series cross, the last place if there are several.
Crossover counted_crossover(const SeriesPair& pair, const MeasurePlan& plan);

/// How long something took for a number of tokens.
struct TimedAt {
  std::uint64_t tokens = 0;
  double seconds = 0;
};

/// Where one series becomes slower than another, or stops being slower, as far as it was measured.
struct TimeCrossing {
  bool is_slower_after = false;  ///< left is slower after it; without a crossing, everywhere
  /// The two measured places that it lies between, and about where; absent without a crossing.
  std::optional<std::uint64_t> last_before{}, first_after{};
  std::optional<double> tokens{};
  std::uint64_t looked_from = 0, looked_to = 0;  ///< the places that both were measured at
};

/// The last place where one series overtakes another.
///
///     ln T = ln T_1 + (ln T_2 − ln T_1) · r_1 / (r_1 − r_2),   r = ln(left / right)
///
/// Between two places both are taken for powers of the number of tokens, which are straight lines
/// on logarithmic axes.
///
/// Units:   tokens
/// Errors:  none; absent where no place was measured in both. Times are positive.
std::optional<TimeCrossing> time_crossing(const std::vector<TimedAt>& left,
                                          const std::vector<TimedAt>& right);

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
