#include "support/fake_workbench.hpp"

#include <memory>

namespace attn {
namespace {

double ceiling_in(RealType dtype) { return dtype == RealType::fp32 ? 200e9 : 100e9; }

double rate_of(const Series& series) {
  switch (series.workload) {
    case Workload::stages_kept:
      return 0.1 * ceiling_in(series.dtype);
    case Workload::rnn:
    case Workload::lstm:
      return 50e9;
    default:
      return 0.5 * ceiling_in(series.dtype);
  }
}

}  // namespace

Workbench fake_workbench(std::uint64_t available_bytes) {
  // What a run "takes" is known from the workload that was asked for last.
  struct Last {
    double seconds = 0;
    std::uint64_t bytes = 0;
  };
  const auto last = std::make_shared<Last>();
  return {.facts =
              [] {
                return KernelFacts{
                    .blas = "OpenBLAS 0.3.21", .runs_on = "core Zen", .vectors = "AVX2"};
              },
          .product_seconds =
              [](RealType dtype, std::uint64_t n, unsigned) {
                const double side = static_cast<double>(n);
                return 2 * side * side * side / ceiling_in(dtype);
              },
          .workload =
              [last](const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
                last->seconds = flops_of(series, plan, n_tokens).get_d() / rate_of(series);
                last->bytes = bytes_of(series, plan, n_tokens).get_ui();
                return [] {};
              },
          .timed =
              [last](const std::function<void()>&) {
                return Timing{.median = last->seconds, .least = 0.75 * last->seconds, .n_runs = 5};
              },
          .extra_bytes = [last](const std::function<void()>&) { return last->bytes; },
          .available_bytes = [available_bytes] { return available_bytes; }};
}

Measurement fake_measurement(const MeasurePlan& plan) {
  return measured(plan, fake_workbench(), [](const MeasureStep&) {});
}

}  // namespace attn
