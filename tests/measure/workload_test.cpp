#include "measure/workload.hpp"

#include <armadillo>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("workload_of: every series runs, with groups of heads and a batch", "[measure]") {
  const LayerSizes sizes{.d_model = 12, .n_heads = 4, .n_kv_heads = 2, .d_hidden = 5, .n_batch = 3};
  for (const bool causal : {false, true})
    for (const RealType dtype : {RealType::fp32, RealType::fp64}) {
      const MeasurePlan plan{.sizes = sizes, .dtype = dtype, .causal = causal, .n_threads = 2};
      for (const Series& series : series_of(plan)) {
        CAPTURE(id_of(series.workload), causal);
        const auto run = workload_of(series, plan, 7);
        CHECK_NOTHROW(run());
        CHECK_NOTHROW(run());
      }
    }
}

TEST_CASE("workload_of: kept stages take the memory that is counted for them", "[measure]") {
  // 4 heads × 3 stages × 512² × 8 bytes are 24 MiB; fused attention needs no such thing.
  const MeasurePlan plan{.sizes = {.d_model = 16, .n_heads = 4}};
  const auto peak = [&plan](const Series& series) {
    const auto run = workload_of(series, plan, 512);
    run();
    return peak_extra_bytes(run);
  };
  const auto kept = peak({Workload::stages_kept, RealType::fp64});
  if (!kept) return;  // a system that does not tell
  constexpr std::uint64_t kMib = 1U << 20U;
  CHECK(*kept >= 23 * kMib);
  CHECK(*peak({Workload::fused, RealType::fp64}) < *kept / 2);
}

TEST_CASE("peak_extra_bytes: sees what is held at once, each time anew", "[measure][memory]") {
  constexpr std::uint64_t kMib = 1U << 20U;
  const auto peak = [](arma::uword n_mib) {
    return peak_extra_bytes([n_mib] { arma::vec(n_mib * kMib / sizeof(double)).fill(1.0); });
  };
  bool has_run = false;
  if (!peak_extra_bytes([&has_run] { has_run = true; })) return;  // a system that does not tell
  CHECK(has_run);
  for (int i = 0; i < 2; ++i) {
    CHECK(*peak(64) >= 60 * kMib);
    CHECK(*peak(64) <= 120 * kMib);  // a sanitizer keeps books of its own
    CHECK(*peak(16) < 48 * kMib);
  }
}
