#include "costs/compare/sweep.hpp"

#include "base/message.hpp"
#include "costs/compare/cost_series.hpp"
#include "costs/compare/crossover.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Values = std::vector<std::uint64_t>;

// One layer of attention and an MLP, whose costs are worked out by hand below.
Model small_model() {
  return {.name = "small",
          .d_model = 8,
          .n_heads = 2,
          .n_kv_heads = 2,
          .d_head = 4,
          .d_ff = 32,
          .stacks = {Stack{}}};
}

Pass pass_of(std::uint64_t n_tokens) { return {.n_tokens = n_tokens, .n_keys = n_tokens}; }

CostsAt at_tokens(const Model& model) {
  return [model](std::uint64_t n_tokens) { return costs_of(model, pass_of(n_tokens)); };
}

const CostSeries &kPairs = series_named("pair_flops"), &kRest = series_named("other_flops"),
                 &kProjections = series_named("projection_flops");
const CostSeries kNothing{"nothing", [](const Costs&) { return Count(0); }};

SweepCrossing crossing_of(const SweepRange& range, const CostSeries& left, const CostSeries& right,
                          const CostsAt& costs_at) {
  return sweep_of(range, costs_at, {{left, right}}).crossings.at(0);
}

std::string refusal(const SweepRange& range) {
  try {
    values_of(range);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("values_of: doubles from the first to the last, or goes in steps", "[costs][sweep]") {
  CHECK(values_of({"tokens", 512, 4096, {}}) == Values{512, 1024, 2048, 4096});
  CHECK(values_of({"tokens", 500, 1500, {}}) == Values{500, 1000, 1500});
  CHECK(values_of({"tokens", 1, 2, {}}) == Values{1, 2});
  CHECK(values_of({"tokens", 1024, 4096, 1024}) == Values{1024, 2048, 3072, 4096});
  CHECK(values_of({"tokens", 1, 10, 4}) == Values{1, 5, 9, 10});
  CHECK(values_of({"tokens", 1, 10, 100}) == Values{1, 10});
  CHECK(values_of({"tokens", 10, 100, {}, {10, 50, 100}}) == Values{10, 50, 100});
  CHECK(values_of({"tokens", 1, kMostSweepValues, 1}).size() == kMostSweepValues);
  const std::uint64_t largest = ~std::uint64_t{0};
  CHECK(values_of({"tokens", 1, largest, {}}).size() == 65);
  CHECK(values_of({"tokens", 1, largest, {}}).back() == largest);
}

TEST_CASE("values_of: refuses what is no range", "[costs][sweep]") {
  CHECK(refusal({"tokens", 0, 8, {}}) == "A sweep starts at 1 or more, but tokens starts at 0.");
  CHECK(refusal({"tokens", 8, 8, {}}) == "A sweep needs two ends, but tokens goes from 8 to 8.");
  CHECK(refusal({"tokens", 9, 8, {}}) == "A sweep goes up: write tokens=8:9, not tokens=9:8.");
  CHECK(refusal({"tokens", 1, 8, 0}) == "A sweep of tokens with a step of 0 never arrives.");
  CHECK(refusal({"tokens", 10, 50, {}, {10, 100, 50}}) ==
        "The values of a sweep go up, but 50 comes after 100.");
  CHECK(refusal({"tokens", 0, 50, {}, {0, 50}}) ==
        "A sweep starts at 1 or more, but tokens starts at 0.");
  CHECK(refusal({"tokens", 1, 1001, 1}) ==
        "A sweep has at most 1000 values, but tokens goes from 1 to 1001 in 1000 steps.");
}

TEST_CASE("sweep_of: the costs at each value", "[costs][sweep]") {
  const Sweep sweep = sweep_of({"tokens", 2, 8, {}}, at_tokens(small_model()), {});
  REQUIRE(sweep.points.size() == 3);
  CHECK(sweep.crossings.empty());
  // 2 T² d for pairs, 4 T d² for projections, 8 T d² for the MLP.
  for (const SweepPoint& point : sweep.points) {
    const Count T = count_of(point.value);
    CHECK(pair_macs(point.costs) == 2 * T * T * 8);
    CHECK(projection_macs(point.costs) == 4 * T * 64);
    CHECK(total_macs(point.costs) == 2 * T * T * 8 + 12 * T * 64);
  }
}

TEST_CASE("sweep_of: pairs cost as much as four projections at 2 d tokens", "[costs][sweep]") {
  const CostsAt costs_at = at_tokens(small_model());
  for (const SweepRange& range :
       {SweepRange{"tokens", 4, 64, {}}, SweepRange{"tokens", 1, 3, {}},
        SweepRange{"tokens", 16, 32, {}}, SweepRange{"tokens", 17, 1000, {}},
        SweepRange{"tokens", 500, 1000, 7}}) {
    const SweepCrossing crossing = crossing_of(range, kPairs, kProjections, costs_at);
    CHECK(crossing.last_before == 16U);
    CHECK(crossing.first_after == 17U);
    CHECK(crossing.is_exact());
    CHECK(crossing.is_equal_before);
    CHECK(crossing.is_larger_after);
  }
}

TEST_CASE("sweep_of: the crossing is the one that fractions give", "[costs][sweep][property]") {
  for (const std::uint64_t d_ff : {0, 7, 32, 129})
    for (const std::uint64_t n_kv_heads : {1, 2})
      for (const bool causal : {false, true}) {
        Model model = small_model();
        model.d_ff = d_ff;
        model.n_kv_heads = n_kv_heads;
        model.stacks[0].causal = causal;
        const CostsAt costs_at = at_tokens(model);
        const auto of = [&](const CostSeries& series) {
          return [&](std::uint64_t T) { return series.of(costs_at(T)); };
        };
        const auto roots = crossovers_of(of(kPairs), of(kRest));
        REQUIRE(roots.size() == 1);
        const SweepCrossing found = crossing_of({"tokens", 3, 50, {}}, kPairs, kRest, costs_at);
        const bool is_equal = roots[0].tokens && roots[0].tokens->get_den() == 1;
        const Count last = *roots[0].last_below + (is_equal ? 1 : 0);
        CHECK(count_of(*found.last_before) == last);
        CHECK(found.is_equal_before == is_equal);
      }
}

TEST_CASE("sweep_of: a window never lets pairs cost more, and the search says how far it went",
          "[costs][sweep]") {
  const auto windowed = [](std::uint64_t n_tokens) {
    Pass pass = pass_of(n_tokens);
    pass.window = 3;
    return costs_of(small_model(), pass);
  };
  const SweepCrossing crossing = crossing_of({"tokens", 2, 64, {}}, kPairs, kRest, windowed);
  CHECK_FALSE(crossing.first_after);
  CHECK_FALSE(crossing.is_exact());
  CHECK_FALSE(crossing.is_larger_after);
  CHECK(crossing.looked_from == 2);
  CHECK(crossing.looked_to == kMostTokensLookedAt);
}

TEST_CASE("sweep_of: larger everywhere, down to one token", "[costs][sweep]") {
  const SweepCrossing crossing =
      crossing_of({"tokens", 8, 64, {}}, kRest, kProjections, at_tokens(small_model()));
  CHECK(crossing.left == "other_flops");
  CHECK(crossing.right == "projection_flops");
  CHECK(crossing.is_larger_after);
  CHECK_FALSE(crossing.first_after);
  CHECK(crossing.looked_from == 1);
  CHECK(crossing.looked_to == 64);
}

TEST_CASE("sweep_of: series of nothing are left out", "[costs][sweep]") {
  const CostsAt costs_at = at_tokens(small_model());
  const auto crossings =
      sweep_of({"tokens", 2, 4, {}}, costs_at, {{kPairs, kNothing}, {kNothing, kPairs}}).crossings;
  CHECK(crossings.empty());
}

TEST_CASE("sweep_of: another setting, whose values between may be impossible", "[costs][sweep]") {
  // 2 T² d against 4 T d² turns round at d = T / 2; d must be even, so odd ones are refused.
  const auto at_d_model = [](std::uint64_t d_model) {
    if (d_model % 2 != 0) throw InputError("odd");
    Model model = small_model();
    model.d_model = d_model;
    model.d_head = d_model / 2;
    return costs_of(model, pass_of(64));
  };
  const SweepCrossing crossing =
      crossing_of({"d_model", 6, 96, {}}, kPairs, kProjections, at_d_model);
  CHECK_FALSE(crossing.is_larger_after);
  CHECK(*crossing.last_before < 32);
  CHECK(*crossing.first_after >= 32);
  CHECK_THROWS_AS(sweep_of({"d_model", 3, 96, {}}, at_d_model, {}), InputError);
}
