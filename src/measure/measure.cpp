#include "measure/measure.hpp"

#include <chrono>
#include <stdexcept>
#include <thread>

#include "base/count.hpp"
#include "base/message.hpp"
#include "measure/memory.hpp"
#include "measure/workload.hpp"

namespace attn {
namespace {

// Larger products until one takes long enough to be a ceiling; the best of all.
Ceiling ceiling_at(RealType dtype, unsigned n_threads, const Workbench& workbench) {
  constexpr std::uint64_t kFirst = 1024, kEnough = 2048, kLast = 16384;
  constexpr double kLongEnough = 0.02;
  Ceiling ceiling{.dtype = dtype};
  for (std::uint64_t n = kFirst; n <= kLast; n *= 2) {
    const double seconds = workbench.product_seconds(dtype, n, n_threads);
    const double side = static_cast<double>(n), rate = 2 * side * side * side / seconds;
    if (rate > ceiling.flops_per_second) ceiling = {dtype, n, rate};
    if (n >= kEnough && seconds >= kLongEnough) break;
  }
  return ceiling;
}

// Half of what is free: the system and others need some, too.
bool fits(const Count& bytes, const Workbench& workbench) {
  const std::optional<std::uint64_t> available = workbench.available_bytes();
  return !available || bytes <= count_of(*available / 2);
}

void require_fitting(const Series& series, std::uint64_t tokens, const Count& bytes,
                     const Workbench& workbench) {
  if (fits(bytes, workbench)) return;
  constexpr unsigned kMib = 1U << 20U;
  throw InputError(
      message("a sequence of length {} takes {} MiB in {}, more than half of the memory that is "
              "free. Use shorter sequences or smaller sizes.",
              count_text(tokens), count_text(Count(bytes / kMib)), id_of(series.workload)));
}

// In the order in which they are measured; what does not fit is refused before anything is.
std::vector<MeasureStep> steps_of(const MeasurePlan& plan, const Workbench& workbench,
                                  std::vector<LeftOut>& left_out) {
  std::vector<MeasureStep> steps(1);
  for (const std::uint64_t tokens : plan.tokens)
    for (const Series& series : series_of(plan)) {
      const Count bytes = bytes_of(series, plan, tokens);
      if (series.workload != Workload::stages_kept)
        require_fitting(series, tokens, bytes, workbench);
      else if (!fits(bytes, workbench)) {
        left_out.push_back({series, tokens, bytes});
        continue;
      }
      steps.push_back({.series = series, .tokens = tokens});
    }
  steps.emplace_back();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i].n_done = i;
    steps[i].n_steps = steps.size();
  }
  return steps;
}

MeasuredPoint point_of(const MeasureStep& step, const MeasurePlan& plan,
                       const Workbench& workbench) {
  const Series& series = *step.series;
  MeasuredPoint point{
      .series = series, .tokens = step.tokens, .flops = flops_of(series, plan, step.tokens)};
  const std::function<void()> run = workbench.workload(series, plan, step.tokens);
  run();  // what is only done once is no cost of this one: pages of code, buffers of the BLAS
  point.extra_bytes = workbench.extra_bytes(run);
  point.timing = workbench.timed(run);
  point.flops_per_second = point.flops.get_d() / point.timing.median;
  return point;
}

// Measured at the beginning and again at the end: if something else was running the first time, it
// may have left by then.
void raise_ceilings(Measurement& measurement, const Workbench& workbench) {
  const MeasurePlan& plan = measurement.plan;
  const auto raise = [&](RealType dtype) {
    const Ceiling ceiling = ceiling_at(dtype, plan.n_threads, workbench);
    for (Ceiling& before : measurement.ceilings) {
      if (before.dtype != dtype) continue;
      if (ceiling.flops_per_second > before.flops_per_second) before = ceiling;
      return;
    }
    measurement.ceilings.push_back(ceiling);
  };
  if (plan.dtype != RealType::fp64) raise(plan.dtype);
  raise(RealType::fp64);
}

std::vector<TimedAt> times_of(const Series& series, const Measurement& measurement) {
  std::vector<TimedAt> times;
  for (const MeasuredPoint& point : measurement.points)
    if (point.series == series) times.push_back({point.tokens, point.timing.median});
  return times;
}

void add_crossovers(Measurement& measurement) {
  for (const SeriesPair& pair : pairs_of(measurement.plan)) {
    const std::optional<TimeCrossing> crossing =
        time_crossing(times_of(pair.left, measurement), times_of(pair.right, measurement));
    if (crossing)
      measurement.crossovers.push_back(
          {pair, *crossing, counted_crossover(pair, measurement.plan)});
  }
}

// OpenBLAS's threads go on spinning for some 20 ms after a product and take time from what follows.
Timing timed_after_a_pause(const std::function<void()>& run) {
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  return timed(run, {.n_warm_ups = 1, .min_seconds = 0.1, .enough_seconds = 0.5});
}

}  // namespace

const MeasuredPoint* Measurement::find(const Series& series, std::uint64_t tokens) const {
  for (const MeasuredPoint& point : points)
    if (point.series == series && point.tokens == tokens) return &point;
  return nullptr;
}

const Ceiling& Measurement::ceiling_of(RealType dtype) const {
  for (const Ceiling& ceiling : ceilings)
    if (ceiling.dtype == dtype) return ceiling;
  throw std::out_of_range("no ceiling was measured in this dtype");
}

Workbench this_machine() {
  return {.facts = kernel_facts,
          .product_seconds =
              [](RealType dtype, std::uint64_t n, unsigned n_threads) {
                return dtype == RealType::fp32 ? product_seconds<float>(n, n_threads)
                                               : product_seconds<double>(n, n_threads);
              },
          .workload = workload_of,
          .timed = timed_after_a_pause,
          .extra_bytes = peak_extra_bytes,
          .available_bytes = available_bytes};
}

Measurement measured(const MeasurePlan& plan, const Workbench& workbench,
                     const std::function<void(const MeasureStep& step)>& before) {
  Measurement measurement{.plan = plan, .machine = workbench.facts()};
  for (const MeasureStep& step : steps_of(plan, workbench, measurement.left_out)) {
    before(step);
    if (step.series)
      measurement.points.push_back(point_of(step, plan, workbench));
    else
      raise_ceilings(measurement, workbench);
  }
  for (MeasuredPoint& point : measurement.points)
    point.share_of_ceiling =
        point.flops_per_second / measurement.ceiling_of(point.series.dtype).flops_per_second;
  add_crossovers(measurement);
  return measurement;
}

}  // namespace attn
