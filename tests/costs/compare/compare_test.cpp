#include "costs/compare/compare.hpp"

#include "support/catch.hpp"

namespace {

// The layers of llama-2-7b, without vocabulary and norms.
Model seven_billion() {
  return {.d_model = 4096,
          .n_heads = 32,
          .n_kv_heads = 32,
          .d_head = 128,
          .d_ff = 11008,
          .stacks = {Stack{.n_layers = 32, .causal = true}},
          .gated = true};
}

TEST_CASE("compare_variants: the cache and W_K, W_V shrink, the pairs do not") {
  const auto compared = compare_variants(seven_billion(), {.n_tokens = 4096, .n_keys = 4096},
                                         {{"mha", 32}, {"gqa:8", 8}, {"mqa", 1}});
  REQUIRE(compared.size() == 3);
  const auto per_token = [&](std::size_t i) {
    return bytes_in(compared[i].costs, "kv_cache_bytes_per_token");
  };
  CHECK(per_token(0) == 512 * 1024);
  CHECK(per_token(1) == 128 * 1024);
  CHECK(per_token(2) == 16 * 1024);
  CHECK(attention_parameters(compared[0].costs) == Count("2147483648"));
  CHECK(attention_parameters(compared[1].costs) == Count("1342177280"));
  CHECK(attention_parameters(compared[2].costs) == Count("1107296256"));
  for (const VariantCosts& one : compared) {
    CHECK(pair_macs(one.costs) == pair_macs(compared[0].costs));
    CHECK(one.costs.model.n_kv_heads == one.variant.n_kv_heads);
    // A key-value head has 2 d d_h weights in each of 32 layers.
    CHECK(total_of(compared[0].costs.parameters) - total_of(one.costs.parameters) ==
          count_of(32 - one.variant.n_kv_heads) * 2 * 4096 * 128 * 32);
  }
}

TEST_CASE("compare_variants: heads that cannot be shared are refused") {
  CHECK_THROWS_AS(compare_variants(seven_billion(), {}, {{"gqa:5", 5}}), InputError);
}

Model decoder_beside_encoder() {
  Stack encoder{.role = Stack::Role::encoder, .keeps_cache = false};
  Stack decoder{.role = Stack::Role::decoder, .causal = true, .cross_attention = true};
  return {.d_model = 6,
          .n_heads = 3,
          .n_kv_heads = 1,
          .d_head = 2,
          .d_ff = 5,
          .stacks = {encoder, decoder},
          .query_bias = true};
}

TEST_CASE("cost series: every attention of every stack counts") {
  const Costs costs =
      costs_of(decoder_beside_encoder(), {.n_tokens = 4, .n_keys = 4, .n_source = 7});
  // h d_h = 6; pairs: encoder 7 7, decoder 4 5 / 2, across 4 7; each twice (Q Kᵀ and A V).
  CHECK(pair_macs(costs) == 2 * 6 * (49 + 10 + 28));
  // Queries 6 6, keys 6 2, values 6 2, output 6 6 = 96 for each of 7 and 4 tokens; across, queries
  // and output for 4, keys and values for 7.
  CHECK(projection_macs(costs) == 96 * (7 + 4) + 72 * 4 + 24 * 7);
  CHECK(total_macs(costs) == pair_macs(costs) + projection_macs(costs) + 2 * 6 * 5 * (7 + 4));
  // Three attentions with a bias of 6 on queries.
  CHECK(attention_parameters(costs) == 3 * (96 + 6));
}

TEST_CASE("bytes_in: a row, or nothing where the pass has none") {
  const Costs costs =
      costs_of(decoder_beside_encoder(), {.n_tokens = 4, .n_keys = 4, .n_source = 7});
  CHECK(bytes_in(costs, "weights_bytes") == 2 * total_of(costs.parameters));
  CHECK(bytes_in(costs, "training_bytes_16") == 0);
}

TEST_CASE("cost_series: operations of pairs and of all else add up") {
  const Costs costs =
      costs_of(decoder_beside_encoder(), {.n_tokens = 4, .n_keys = 4, .n_source = 7});
  std::map<std::string, Count> values;
  for (const CostSeries& series : cost_series()) values[series.id] = series.of(costs);
  CHECK(values.size() == 7);
  CHECK(values["flops"] == 2 * total_macs(costs));
  CHECK(values["pair_flops"] == 2 * pair_macs(costs));
  CHECK(values["projection_flops"] == 2 * projection_macs(costs));
  CHECK(values["pair_flops"] + values["other_flops"] == values["flops"]);
  CHECK(values["weights_bytes"] == bytes_in(costs, "weights_bytes"));
  CHECK(values["kv_cache_bytes"] == bytes_in(costs, "kv_cache_bytes"));
  CHECK(values["scores_bytes"] == bytes_in(costs, "scores_bytes"));
  for (const auto& [id, value] : values)
    CHECK(name_in(kSeriesUnits, series_named(id).unit) ==
          std::string(id.ends_with("bytes") ? "byte" : "FLOP"));
  for (const auto& [left, right] : telling_pairs()) {
    CHECK(values.count(left.id) == 1);
    CHECK(values.count(right.id) == 1);
  }
}

TEST_CASE("series_named: an unknown name is our own mistake") {
  CHECK(series_named("pair_flops").id == "pair_flops");
  CHECK_THROWS_AS(series_named("pairs"), std::out_of_range);
}

CostOfTokens quadratic(long a, long b, long c) {
  return [=](std::uint64_t n_tokens) {
    const Count T = count_of(n_tokens);
    return Count(a * T * T + b * T + c);
  };
}

TEST_CASE("crossovers_of: whole numbers and fractions are exact") {
  // Attention without W_O, 3 n d² + 2 n² d, and an LSTM, 8 n d²: n = 2.5 d.
  const auto even = crossovers_of(quadratic(2 * 4, 3 * 16, 0), quadratic(0, 8 * 16, 0));
  REQUIRE(even.size() == 1);
  CHECK(even[0].tokens == mpq_class(10));
  CHECK(even[0].last_below == Count(9));
  CHECK(even[0].below == Cheaper::left);

  const auto odd = crossovers_of(quadratic(0, 8 * 25, 0), quadratic(2 * 5, 3 * 25, 0));
  CHECK(odd[0].tokens == mpq_class(25, 2));
  CHECK(odd[0].last_below == Count(12));
  CHECK(odd[0].below == Cheaper::right);

  const auto line = crossovers_of(quadratic(0, 3, 0), quadratic(0, 1, 5));
  CHECK(line[0].tokens == mpq_class(5, 2));
  CHECK(line[0].below == Cheaper::left);
}

TEST_CASE("crossovers_of: never, with what is always cheaper") {
  const auto never = crossovers_of(quadratic(2, 4, 0), quadratic(0, 2, 0));
  REQUIRE(never.size() == 1);
  CHECK_FALSE(never[0].tokens);
  CHECK_FALSE(never[0].last_below);
  CHECK(never[0].below == Cheaper::right);
  CHECK(crossovers_of(quadratic(0, 1, 0), quadratic(0, 2, 0))[0].below == Cheaper::left);
  CHECK(crossovers_of(quadratic(3, 2, 1), quadratic(3, 2, 1))[0].below == Cheaper::neither);
  CHECK(crossovers_of(quadratic(0, 0, 2), quadratic(0, 0, 1))[0].below == Cheaper::right);
  // They touch at T = 4, and meet below a single token.
  CHECK_FALSE(crossovers_of(quadratic(1, 0, 16), quadratic(0, 8, 0))[0].last_below);
  CHECK_FALSE(crossovers_of(quadratic(4, 0, 0), quadratic(0, 0, 1))[0].last_below);
}

TEST_CASE("crossovers_of: two crossings, and one at no fraction") {
  const auto twice = crossovers_of(quadratic(1, 0, 6), quadratic(0, 5, 0));  // at 2 and 3
  REQUIRE(twice.size() == 2);
  CHECK(twice[0].tokens == mpq_class(2));
  CHECK(twice[0].below == Cheaper::right);
  CHECK(twice[1].tokens == mpq_class(3));
  CHECK(twice[1].below == Cheaper::left);

  const auto irrational = crossovers_of(quadratic(1, 0, 0), quadratic(0, 0, 10));  // √10
  REQUIRE(irrational.size() == 1);
  CHECK_FALSE(irrational[0].tokens);
  CHECK(irrational[0].last_below == Count(3));
  CHECK(irrational[0].below == Cheaper::left);
}

TEST_CASE("crossovers_of: the cheaper one is the cheaper one on either side") {
  std::mt19937 draws(72);
  const auto draw = [&draws] { return static_cast<long>(draws() % 41); };
  for (int i = 0; i < 300; ++i) {
    const CostOfTokens left = quadratic(draw() % 4, draw(), draw());
    const CostOfTokens right = quadratic(draw() % 4, draw(), draw());
    std::vector<Crossover> crossovers = crossovers_of(left, right);
    // Walk along T; the current stretch ends with last_below, and the sign turns round after it.
    std::size_t stretch = 0;
    for (std::uint64_t T = 1; T <= 60; ++T) {
      while (stretch < crossovers.size() && crossovers[stretch].last_below &&
             count_of(T) > *crossovers[stretch].last_below)
        ++stretch;
      const Count difference = left(T) - right(T);
      const Crossover& last = crossovers[std::min(stretch, crossovers.size() - 1)];
      const bool is_behind = stretch == crossovers.size();
      const int below = last.below == Cheaper::left ? -1 : last.below == Cheaper::right ? 1 : 0;
      CAPTURE(i, T);
      CHECK(sgn(difference) * (is_behind ? -below : below) >= 0);
      const bool is_at_one = stretch > 0 && crossovers[stretch - 1].tokens == count_of(T);
      if (is_at_one) CHECK(difference == 0);
    }
  }
}

TEST_CASE("fraction_text: a decimal that ends, or a fraction") {
  CHECK(fraction_text(768) == "768");
  CHECK(fraction_text(mpq_class(3, 2)) == "1.5");
  CHECK(fraction_text(mpq_class(1, 8)) == "0.125");
  CHECK(fraction_text(mpq_class(7, 3)) == "7/3");
  CHECK(fraction_text(mpq_class(-5, 4)) == "-1.25");
  CHECK(fraction_text(0) == "0");
}

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
  return attn::refusal([&] { values_of(range); });
}

TEST_CASE("values_of: doubles from the first to the last, or goes in steps") {
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

TEST_CASE("values_of: refuses what is no range") {
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

TEST_CASE("sweep_of: the costs at each value") {
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

TEST_CASE("sweep_of: pairs cost as much as four projections at 2 d tokens") {
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

TEST_CASE("sweep_of: the crossing is the one that fractions give") {
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

TEST_CASE("sweep_of: a window never lets pairs cost more, and the search says how far it went") {
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

TEST_CASE("sweep_of: larger everywhere, down to one token") {
  const SweepCrossing crossing =
      crossing_of({"tokens", 8, 64, {}}, kRest, kProjections, at_tokens(small_model()));
  CHECK(crossing.left == "other_flops");
  CHECK(crossing.right == "projection_flops");
  CHECK(crossing.is_larger_after);
  CHECK_FALSE(crossing.first_after);
  CHECK(crossing.looked_from == 1);
  CHECK(crossing.looked_to == 64);
}

TEST_CASE("sweep_of: series of nothing are left out") {
  const CostsAt costs_at = at_tokens(small_model());
  const auto crossings =
      sweep_of({"tokens", 2, 4, {}}, costs_at, {{kPairs, kNothing}, {kNothing, kPairs}}).crossings;
  CHECK(crossings.empty());
}

TEST_CASE("sweep_of: another setting, whose values between may be impossible") {
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

}  // namespace
