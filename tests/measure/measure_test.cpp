#include "measure/measure.hpp"

#include <cmath>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/fake_workbench.hpp"

using namespace attn;

namespace {

const Series kFusedSingle{Workload::fused, RealType::fp32};

}  // namespace

TEST_CASE("measured: every series with every number of tokens", "[measure]") {
  const Measurement measurement = fake_measurement();
  CHECK(measurement.points.size() == 6 * 7);
  CHECK(measurement.left_out.empty());
  for (const std::uint64_t tokens : measurement.plan.tokens)
    for (const Series& series : series_of(measurement.plan))
      CHECK(measurement.find(series, tokens) != nullptr);
  CHECK(measurement.find(kFusedSingle, 100) == nullptr);
}

TEST_CASE("measured: rates and shares follow from counts and times", "[measure]") {
  const Measurement measurement = fake_measurement();
  const MeasuredPoint& point = *measurement.find(kFusedSingle, 1024);
  CHECK(point.flops == count_of(4ULL * 1024 * 1024 * 512));
  CHECK(point.flops_per_second == Approx(100e9));
  CHECK(point.share_of_ceiling == Approx(0.5));
  const MeasuredPoint& kept = *measurement.find({Workload::stages_kept, RealType::fp64}, 1024);
  CHECK(kept.share_of_ceiling == Approx(0.1));
}

TEST_CASE("measured: a ceiling for each type, from products that take long enough", "[measure]") {
  const Measurement measurement = fake_measurement();
  REQUIRE(measurement.ceilings.size() == 2);
  CHECK(measurement.ceiling_of(RealType::fp32).flops_per_second == Approx(200e9));
  CHECK(measurement.ceiling_of(RealType::fp64).flops_per_second == Approx(100e9));
  CHECK(fake_measurement({.tokens = {64}, .dtype = RealType::fp64}).ceilings.size() == 1);
}

TEST_CASE("measured: crossings lie where the rates say", "[measure]") {
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

TEST_CASE("measured: leaves out kept stages that do not fit", "[measure]") {
  // 8 heads × 3 stages × 2048² × 8 bytes are 768 MiB, those of 1024 tokens 192 MiB.
  constexpr std::uint64_t kGib = 1U << 30U;
  const Measurement measurement =
      measured({.tokens = {1024, 2048}}, fake_workbench(kGib), [](const MeasureStep&) {});
  REQUIRE(measurement.left_out.size() == 1);
  CHECK(measurement.left_out[0].tokens == 2048);
  CHECK(measurement.left_out[0].series.workload == Workload::stages_kept);
  CHECK(measurement.points.size() == 13);
}

TEST_CASE("measured: refuses what does not fit at all, before it measures", "[measure][error]") {
  bool has_begun = false;
  CHECK_THROWS_MATCHES(measured({.tokens = {64, 4096}}, fake_workbench(1U << 20U),
                                [&has_begun](const MeasureStep&) { has_begun = true; }),
                       InputError,
                       Message("a sequence of length 64 takes 1 MiB in fused, more than half of "
                               "the memory that is free. Use shorter "
                               "sequences or smaller sizes."));
  CHECK_FALSE(has_begun);
}

TEST_CASE("measured: says how far it is", "[measure]") {
  std::vector<std::size_t> done;
  measured({.tokens = {64, 128}}, fake_workbench(), [&done](const MeasureStep& step) {
    CHECK(step.n_steps == 16);
    CHECK(step.series.has_value() == (step.n_done > 0 && step.n_done < 15));
    done.push_back(step.n_done);
  });
  CHECK(done.size() == 16);
  CHECK(done.back() == 15);
}
