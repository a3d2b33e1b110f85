#include "measure/measure.hpp"

#include <armadillo>

#include "measure/workload.hpp"
#include "support/catch.hpp"
#include "support/fake_workbench.hpp"

namespace {

const Series kFusedSingle{Workload::fused, RealType::fp32};

TEST_CASE("measured: every series with every number of tokens") {
  const Measurement measurement = fake_measurement();
  CHECK(measurement.points.size() == 6 * 7);
  CHECK(measurement.left_out.empty());
  for (const std::uint64_t tokens : measurement.plan.tokens)
    for (const Series& series : series_of(measurement.plan))
      CHECK(measurement.find(series, tokens) != nullptr);
  CHECK(measurement.find(kFusedSingle, 100) == nullptr);
}

TEST_CASE("measured: rates and shares follow from counts and times") {
  const Measurement measurement = fake_measurement();
  const MeasuredPoint& point = *measurement.find(kFusedSingle, 1024);
  CHECK(point.flops == count_of(4ULL * 1024 * 1024 * 512));
  CHECK(point.flops_per_second == Approx(100e9));
  CHECK(point.share_of_ceiling == Approx(0.5));
  const MeasuredPoint& kept = *measurement.find({Workload::stages_kept, RealType::fp64}, 1024);
  CHECK(kept.share_of_ceiling == Approx(0.1));
}

TEST_CASE("measured: a ceiling for each type, from products that take long enough") {
  const Measurement measurement = fake_measurement();
  REQUIRE(measurement.ceilings.size() == 2);
  CHECK(measurement.ceiling_of(RealType::fp32).flops_per_second == Approx(200e9));
  CHECK(measurement.ceiling_of(RealType::fp64).flops_per_second == Approx(100e9));
  CHECK(fake_measurement({.tokens = {64}, .dtype = RealType::fp64}).ceilings.size() == 1);
}

TEST_CASE("measured: crossings lie where the rates say") {
  // 4 n² d / 100 GFLOP/s = 4 n d² / 50 GFLOP/s at n = 2 d = 1024; the counts say d.
  const Measurement measurement = fake_measurement();
  REQUIRE(measurement.crossovers.size() == 5);
  const MeasuredCrossover& against_rnn = measurement.crossovers[1];
  CHECK(against_rnn.pair.right.workload == Workload::rnn);
  CHECK(*against_rnn.measured.tokens == Approx(1024));
  CHECK(against_rnn.counted.tokens == mpq_class(512));
  CHECK(measurement.crossovers[0].measured.is_slower_after);
  CHECK_FALSE(measurement.crossovers[0].measured.tokens);
}

TEST_CASE("measured: leaves out kept stages that do not fit") {
  // 8 heads × 3 stages × 2048² × 8 bytes are 768 MiB, those of 1024 tokens 192 MiB.
  constexpr std::uint64_t kGib = 1U << 30U;
  const Measurement measurement =
      measured({.tokens = {1024, 2048}}, fake_workbench(kGib), [](const MeasureStep&) {});
  REQUIRE(measurement.left_out.size() == 1);
  CHECK(measurement.left_out[0].tokens == 2048);
  CHECK(measurement.left_out[0].series.workload == Workload::stages_kept);
  CHECK(measurement.points.size() == 13);
}

TEST_CASE("measured: refuses what does not fit at all, before it measures") {
  bool has_begun = false;
  CHECK_REFUSED(measured({.tokens = {64, 4096}}, fake_workbench(1U << 20U),
                         [&has_begun](const MeasureStep&) { has_begun = true; }),
                "a sequence of length 64 takes 1 MiB in fused, more than half of the memory that "
                "is free. Use shorter sequences or smaller sizes.");
  CHECK_FALSE(has_begun);
}

TEST_CASE("measured: says how far it is") {
  std::vector<std::size_t> done;
  measured({.tokens = {64, 128}}, fake_workbench(), [&done](const MeasureStep& step) {
    CHECK(step.n_steps == 16);
    CHECK(step.series.has_value() == (step.n_done > 0 && step.n_done < 15));
    done.push_back(step.n_done);
  });
  CHECK(done.size() == 16);
  CHECK(done.back() == 15);
}

const Series kKept{Workload::stages_kept, RealType::fp64};
const Series kFused{Workload::fused, RealType::fp32};
const Series kCausal{Workload::fused_causal, RealType::fp32, true};
const Series kMha{Workload::mha, RealType::fp32};
const Series kRnn{Workload::rnn, RealType::fp32};
const Series kLstm{Workload::lstm, RealType::fp32};

TEST_CASE("series_of: fused in double too, as the stages are") {
  CHECK(series_of({}) ==
        std::vector<Series>{
            kKept, {Workload::fused, RealType::fp64}, kFused, kCausal, kMha, kRnn, kLstm});
}

TEST_CASE("series_of: in double each once") {
  const auto series = series_of({.dtype = RealType::fp64});
  CHECK(series.size() == 6);
  for (const Series& one : series) CHECK(one.dtype == RealType::fp64);
}

TEST_CASE("series_of: causal attention needs no second series for it") {
  for (const Series& series : series_of({.causal = true})) {
    CHECK(series.workload != Workload::fused_causal);
    CHECK(series.causal == (series.workload != Workload::rnn && series.workload != Workload::lstm));
  }
}

TEST_CASE("flops_of: the counts of the chapters") {
  // d = 512, n = 100: attention 4 n² d FLOP, its four projections 8 n d², an RNN 4 n d², an LSTM
  // 16 n d². Under a causal mask n (n + 1) / 2 pairs are left of n².
  const MeasurePlan plan;
  CHECK(flops_of(kKept, plan, 100) == 4 * 100 * 100 * 512);
  CHECK(flops_of(kFused, plan, 100) == 4 * 100 * 100 * 512);
  CHECK(flops_of(kCausal, plan, 100) == 4 * 5050 * 512);
  CHECK(flops_of(kMha, plan, 100) == 4 * 100 * 100 * 512 + 8 * 100 * 512 * 512);
  CHECK(flops_of(kRnn, plan, 100) == 4 * 100 * 512 * 512);
  CHECK(flops_of(kLstm, plan, 100) == 16 * 100 * 512 * 512);
}

TEST_CASE("flops_of: a batch is as many sequences") {
  const MeasurePlan one, many{.sizes = {.n_batch = 32}};
  for (const Series& series : series_of(one))
    CHECK(flops_of(series, many, 100) == 32 * flops_of(series, one, 100));
}

TEST_CASE("flops_of: refuses heads of a broken width") {
  CHECK_REFUSED(flops_of(kMha, {.sizes = {.d_model = 10, .n_heads = 4}}, 8),
                "d_model 10 cannot be split into 4 heads: 10 / 4 = 2.5.");
}

TEST_CASE("bytes_of: kept stages grow with the square, fused attention does not") {
  // 8 heads × 3 stages × 1024² numbers of 8 bytes, and 5 matrices of 1024 × 512.
  const MeasurePlan plan;
  CHECK(bytes_of(kKept, plan, 1024) == 8 * (8 * 3 * 1024 * 1024 + 5 * 1024 * 512));
  CHECK(bytes_of(kFused, plan, 2048) == 2 * bytes_of(kFused, plan, 1024));
  CHECK(bytes_of(kFused, plan, 1024) == 4 * 4 * 1024 * 512);
}

TEST_CASE("bytes_of: weights take memory too, however few the tokens") {
  // A token: 4 weights of a layer, 2 of an RNN and 8 of an LSTM, each 512 × 512, beside rows of
  // 512.
  const MeasurePlan plan;
  CHECK(bytes_of(kMha, plan, 1) == 4 * (4 * 512 * 512 + 6 * 512));
  CHECK(bytes_of(kRnn, plan, 1) == 4 * (2 * 512 * 512 + 3 * 512));
  CHECK(bytes_of(kLstm, plan, 1) == 4 * (8 * 512 * 512 + 9 * 512));
}

TEST_CASE("counted_crossover: as the chapters say") {
  // d = 512: the core against an RNN at d and an LSTM at 4 d, the layer against an LSTM at 2 d.
  const MeasurePlan plan;
  CHECK(counted_crossover({kFused, kRnn}, plan).tokens == mpq_class(512));
  CHECK(counted_crossover({kFused, kLstm}, plan).tokens == mpq_class(2048));
  CHECK(counted_crossover({kMha, kLstm}, plan).tokens == mpq_class(1024));
  CHECK_FALSE(counted_crossover({kMha, kRnn}, plan).tokens);
  CHECK(counted_crossover({kMha, kRnn}, plan).below == Cheaper::right);
  CHECK(counted_crossover({kKept, kFused}, plan).below == Cheaper::neither);
}

TEST_CASE("pairs_of: only series that are measured") {
  for (const bool causal : {false, true})
    for (const RealType dtype : {RealType::fp32, RealType::fp64}) {
      const MeasurePlan plan{.dtype = dtype, .causal = causal};
      const std::vector<Series> all = series_of(plan);
      const auto is_measured = [&all](const Series& series) {
        return std::find(all.begin(), all.end(), series) != all.end();
      };
      for (const SeriesPair& pair : pairs_of(plan)) {
        CHECK(is_measured(pair.left));
        CHECK(is_measured(pair.right));
      }
    }
}

// a n^power seconds for 64, 128, … 4096 tokens.
std::vector<TimedAt> power(double a, double exponent) {
  std::vector<TimedAt> times;
  for (std::uint64_t n = 64; n <= 4096; n *= 2)
    times.push_back({n, a * std::pow(static_cast<double>(n), exponent)});
  return times;
}

TEST_CASE("time_crossing: between two places, exact for powers") {
  // n² = 700 n at n = 700.
  const auto crossing = time_crossing(power(1, 2), power(700, 1));
  REQUIRE(crossing);
  CHECK(crossing->is_slower_after);
  CHECK(crossing->last_before == 512U);
  CHECK(crossing->first_after == 1024U);
  CHECK(*crossing->tokens == Approx(700));
  CHECK(crossing->looked_from == 64);
  CHECK(crossing->looked_to == 4096);
}

TEST_CASE("time_crossing: the other way round") {
  const auto crossing = time_crossing(power(700, 1), power(1, 2));
  REQUIRE(crossing);
  CHECK_FALSE(crossing->is_slower_after);
  CHECK(*crossing->tokens == Approx(700));
}

TEST_CASE("time_crossing: none where one is slower everywhere") {
  const auto slower = time_crossing(power(2, 1), power(1, 1));
  REQUIRE(slower);
  CHECK(slower->is_slower_after);
  CHECK_FALSE(slower->tokens);
  const auto faster = time_crossing(power(1, 1), power(2, 1));
  REQUIRE(faster);
  CHECK_FALSE(faster->is_slower_after);
  CHECK_FALSE(faster->first_after);
}

TEST_CASE("time_crossing: the last of several") {
  const std::vector<TimedAt> left{{1, 2}, {2, 1}, {4, 3}, {8, 3}},
      right{{1, 1}, {2, 2}, {4, 2}, {8, 2}};
  const auto crossing = time_crossing(left, right);
  REQUIRE(crossing);
  CHECK(crossing->last_before == 2U);
  CHECK(crossing->first_after == 4U);
}

TEST_CASE("time_crossing: equal at a place that was measured") {
  const auto crossing =
      time_crossing({{64, 1}, {128, 1}, {256, 1}}, {{64, 2}, {128, 1}, {256, 0.5}});
  REQUIRE(crossing);
  CHECK(*crossing->tokens == Approx(128));
}

TEST_CASE("time_crossing: only places that both have") {
  const auto crossing = time_crossing({{64, 1}, {128, 3}}, {{128, 2}, {256, 1}});
  REQUIRE(crossing);
  CHECK(crossing->looked_from == 128);
  CHECK(crossing->looked_to == 128);
  CHECK_FALSE(time_crossing({{64, 1}}, {{128, 1}}));
}

TEST_CASE("workload_of: every series runs, with groups of heads and a batch") {
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

TEST_CASE("workload_of: kept stages take the memory that is counted for them") {
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

TEST_CASE("peak_extra_bytes: sees what is held at once, each time anew") {
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

}  // namespace
