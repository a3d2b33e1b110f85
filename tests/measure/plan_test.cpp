#include "measure/plan.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const Series kKept{Workload::stages_kept, RealType::fp64};
const Series kFused{Workload::fused, RealType::fp32};
const Series kCausal{Workload::fused_causal, RealType::fp32, true};
const Series kMha{Workload::mha, RealType::fp32};
const Series kRnn{Workload::rnn, RealType::fp32};
const Series kLstm{Workload::lstm, RealType::fp32};

}  // namespace

TEST_CASE("series_of: fused in double too, as the stages are", "[measure][plan]") {
  CHECK(series_of({}) ==
        std::vector<Series>{
            kKept, {Workload::fused, RealType::fp64}, kFused, kCausal, kMha, kRnn, kLstm});
}

TEST_CASE("series_of: in double each once", "[measure][plan]") {
  const auto series = series_of({.dtype = RealType::fp64});
  CHECK(series.size() == 6);
  for (const Series& one : series) CHECK(one.dtype == RealType::fp64);
}

TEST_CASE("series_of: causal attention needs no second series for it", "[measure][plan]") {
  for (const Series& series : series_of({.causal = true})) {
    CHECK(series.workload != Workload::fused_causal);
    CHECK(series.causal == (series.workload != Workload::rnn && series.workload != Workload::lstm));
  }
}

TEST_CASE("flops_of: the counts of the chapters", "[measure][plan]") {
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

TEST_CASE("flops_of: a batch is as many sequences", "[measure][plan]") {
  const MeasurePlan one, many{.sizes = {.n_batch = 32}};
  for (const Series& series : series_of(one))
    CHECK(flops_of(series, many, 100) == 32 * flops_of(series, one, 100));
}

TEST_CASE("flops_of: refuses heads of a broken width", "[measure][plan][error]") {
  CHECK_THROWS_MATCHES(flops_of(kMha, {.sizes = {.d_model = 10, .n_heads = 4}}, 8), InputError,
                       Message("d_model 10 cannot be split into 4 heads: 10 / 4 = 2.5."));
}

TEST_CASE("bytes_of: kept stages grow with the square, fused attention does not",
          "[measure][plan]") {
  // 8 heads × 3 stages × 1024² numbers of 8 bytes, and 5 matrices of 1024 × 512.
  const MeasurePlan plan;
  CHECK(bytes_of(kKept, plan, 1024) == 8 * (8 * 3 * 1024 * 1024 + 5 * 1024 * 512));
  CHECK(bytes_of(kFused, plan, 2048) == 2 * bytes_of(kFused, plan, 1024));
  CHECK(bytes_of(kFused, plan, 1024) == 4 * 4 * 1024 * 512);
}

TEST_CASE("bytes_of: weights take memory too, however few the tokens", "[measure][plan]") {
  // A token: 4 weights of a layer, 2 of an RNN and 8 of an LSTM, each 512 × 512, beside rows of
  // 512.
  const MeasurePlan plan;
  CHECK(bytes_of(kMha, plan, 1) == 4 * (4 * 512 * 512 + 6 * 512));
  CHECK(bytes_of(kRnn, plan, 1) == 4 * (2 * 512 * 512 + 3 * 512));
  CHECK(bytes_of(kLstm, plan, 1) == 4 * (8 * 512 * 512 + 9 * 512));
}

TEST_CASE("counted_crossover: as the chapters say", "[measure][plan]") {
  // d = 512: the core against an RNN at d and an LSTM at 4 d, the layer against an LSTM at 2 d.
  const MeasurePlan plan;
  CHECK(counted_crossover({kFused, kRnn}, plan).tokens == mpq_class(512));
  CHECK(counted_crossover({kFused, kLstm}, plan).tokens == mpq_class(2048));
  CHECK(counted_crossover({kMha, kLstm}, plan).tokens == mpq_class(1024));
  CHECK_FALSE(counted_crossover({kMha, kRnn}, plan).tokens);
  CHECK(counted_crossover({kMha, kRnn}, plan).below == Cheaper::right);
  CHECK(counted_crossover({kKept, kFused}, plan).below == Cheaper::neither);
}

TEST_CASE("pairs_of: only series that are measured", "[measure][plan]") {
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
