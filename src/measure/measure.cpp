#include "measure/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "base/count.hpp"
#include "base/message.hpp"
#include "costs/layers/layers.hpp"
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

namespace {

constexpr std::uint64_t kBitsOfByte = 8;

const char* layer_of(Workload workload) {
  switch (workload) {
    case Workload::mha:
    case Workload::rnn:
    case Workload::lstm:
      return id_of(workload);
    default:
      return "sdpa";
  }
}

LayerCosts costs_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  const std::string name = layer_of(series.workload);
  LayerSizes sizes = plan.sizes;
  sizes.n_tokens = n_tokens;
  sizes.causal = series.causal;
  sizes.dtype = {word_of(series.dtype), kBitsOfByte * bytes_of(series.dtype)};
  for (const Layer& layer : all_layers())
    if (layer.name == name) return costs_of_layer(layer, sizes);
  throw std::out_of_range("no such layer: " + name);
}

}  // namespace

const char* word_of(RealType dtype) { return name_in(kRealTypes, dtype); }

std::uint64_t bytes_of(RealType dtype) {
  return dtype == RealType::fp32 ? sizeof(float) : sizeof(double);
}

const char* id_of(Workload workload) {
  switch (workload) {
    case Workload::stages_kept:
      return "stages_kept";
    case Workload::fused:
      return "fused";
    case Workload::fused_causal:
      return "fused_causal";
    case Workload::mha:
      return "mha";
    case Workload::rnn:
      return "rnn";
    case Workload::lstm:
      return "lstm";
  }
  return "";
}

std::uint64_t MeasurePlan::d_head() const {
  return sizes.d_head.value_or(sizes.d_model / sizes.n_heads);
}

std::uint64_t MeasurePlan::n_kv_heads() const { return sizes.n_kv_heads.value_or(sizes.n_heads); }

std::uint64_t MeasurePlan::d_hidden() const { return sizes.d_hidden.value_or(sizes.d_model); }

std::vector<Series> series_of(const MeasurePlan& plan) {
  const bool causal = plan.causal;
  std::vector<Series> series{{Workload::stages_kept, RealType::fp64, causal},
                             {Workload::fused, RealType::fp64, causal}};
  if (plan.dtype != RealType::fp64) series.push_back({Workload::fused, plan.dtype, causal});
  if (!causal) series.push_back({Workload::fused_causal, plan.dtype, true});
  series.push_back({Workload::mha, plan.dtype, causal});
  series.push_back({Workload::rnn, plan.dtype});
  series.push_back({Workload::lstm, plan.dtype});
  return series;
}

Count flops_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  return total_of(flops_of(costs_of(series, plan, n_tokens)));
}

Count bytes_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  const LayerSizes& sizes = plan.sizes;
  const Count rows = count_of(n_tokens) * count_of(sizes.n_batch);
  const Count d_queries = count_of(sizes.n_heads) * count_of(plan.d_head());
  const Count d_keys = count_of(plan.n_kv_heads()) * count_of(plan.d_head());
  const Count d_model = count_of(sizes.d_model), d_hidden = count_of(plan.d_hidden());
  const Count queries = rows * d_queries, keys_values = 2 * rows * d_keys;
  const Count tokens = rows * d_model, states = rows * d_hidden;
  const Count recurrent_weights = (d_model + d_hidden) * d_hidden;  // of one gate
  constexpr unsigned kGates = 4, kStates = 2, kTransposed = 2;
  // Scores, scaled, weights; and masked where there is a mask, itself a byte a cell.
  const unsigned n_stages = series.causal ? 4 : 3;
  const Count cells = rows * count_of(n_tokens);
  Count numbers = 0, bytes = 0;
  switch (series.workload) {
    case Workload::stages_kept:
      numbers = 3 * queries + keys_values + n_stages * cells * count_of(sizes.n_heads);
      if (series.causal) bytes = count_of(n_tokens) * count_of(n_tokens);
      break;
    case Workload::fused:
    case Workload::fused_causal:
      numbers = 2 * queries + keys_values;
      break;
    case Workload::mha:
      numbers = 2 * queries + keys_values + 2 * tokens + 2 * d_model * (d_queries + d_keys);
      break;
    case Workload::rnn:
      numbers = tokens + kTransposed * states + recurrent_weights;
      break;
    case Workload::lstm:
      numbers = tokens + (kGates + kTransposed * kStates) * states + kGates * recurrent_weights;
      break;
  }
  return bytes + numbers * count_of(bytes_of(series.dtype));
}

std::vector<SeriesPair> pairs_of(const MeasurePlan& plan) {
  const bool causal = plan.causal;
  const Series fused{Workload::fused, plan.dtype, causal};
  const Series mha{Workload::mha, plan.dtype, causal};
  const Series rnn{Workload::rnn, plan.dtype}, lstm{Workload::lstm, plan.dtype};
  return {
      {{Workload::stages_kept, RealType::fp64, causal}, {Workload::fused, RealType::fp64, causal}},
      {fused, rnn},
      {fused, lstm},
      {mha, rnn},
      {mha, lstm}};
}

Crossover counted_crossover(const SeriesPair& pair, const MeasurePlan& plan) {
  const auto counted = [&plan](const Series& series) {
    return [&plan, &series](std::uint64_t n_tokens) { return flops_of(series, plan, n_tokens); };
  };
  return crossovers_of(counted(pair.left), counted(pair.right)).back();
}

namespace {

// The logarithm of how many times slower left is.
struct Ratio {
  std::uint64_t tokens = 0;
  double log_ratio = 0;

  bool is_slower() const { return log_ratio > 0; }
};

std::vector<Ratio> ratios_of(const std::vector<TimedAt>& left, const std::vector<TimedAt>& right) {
  std::vector<Ratio> ratios;
  for (const TimedAt& one : left)
    for (const TimedAt& other : right)
      if (one.tokens == other.tokens)
        ratios.push_back({one.tokens, std::log(one.seconds / other.seconds)});
  std::sort(ratios.begin(), ratios.end(),
            [](const Ratio& a, const Ratio& b) { return a.tokens < b.tokens; });
  return ratios;
}

double place_between(const Ratio& before, const Ratio& after) {
  const double share = before.log_ratio / (before.log_ratio - after.log_ratio);
  const double from = std::log(static_cast<double>(before.tokens));
  const double to = std::log(static_cast<double>(after.tokens));
  return std::exp(from + (to - from) * share);
}

}  // namespace

std::optional<TimeCrossing> time_crossing(const std::vector<TimedAt>& left,
                                          const std::vector<TimedAt>& right) {
  const std::vector<Ratio> ratios = ratios_of(left, right);
  if (ratios.empty()) return std::nullopt;
  TimeCrossing crossing{.is_slower_after = ratios.back().is_slower(),
                        .looked_from = ratios.front().tokens,
                        .looked_to = ratios.back().tokens};
  for (std::size_t i = ratios.size() - 1; i > 0; --i) {
    if (ratios[i - 1].is_slower() == ratios[i].is_slower()) continue;
    crossing.last_before = ratios[i - 1].tokens;
    crossing.first_after = ratios[i].tokens;
    crossing.tokens = place_between(ratios[i - 1], ratios[i]);
    break;
  }
  return crossing;
}

}  // namespace attn
