#include "pretrained/study/head_facts.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace attn;

namespace {

// Two words twice, and a causal head by hand.
const std::vector<std::uint32_t> kTwice{7, 8, 7, 8};
const std::vector<double> kWeights{1, 0, 0, 0, .4, .6, 0, 0, .1, .7, .2, 0, .1, .2, .6, .1};

Rows<const double> weights_by_hand() { return {kWeights.data(), 4, 4}; }

double entropy_by_hand(const std::vector<double>& row) {
  double sum = 0.0;
  for (const double w : row) sum -= w * std::log(w);
  return sum / std::log(static_cast<double>(row.size()));
}

}  // namespace

TEST_CASE("TokenRules: the measures of a causal head by hand") {
  const TokenRules rules(kTwice, {.is_causal = true}, {false, false, false, false});
  const HeadMeans means = rules.means_of(weights_by_hand());
  const auto mean = [&](HeadMeasureKind kind) { return mean_of(means, kind).mean(); };
  CHECK(mean(HeadMeasureKind::previous) == Approx((.4 + .7 + .6) / 3));
  CHECK(mean(HeadMeasureKind::first) == Approx((.4 + .1 + .1) / 3));
  CHECK(mean(HeadMeasureKind::self) == Approx((.6 + .2 + .1) / 3));
  CHECK(mean(HeadMeasureKind::same) == Approx((.1 + .2) / 2));
  CHECK(mean(HeadMeasureKind::induction) == Approx((.7 + .6) / 2));
  CHECK(mean(HeadMeasureKind::entropy) ==
        Approx((entropy_by_hand({.4, .6}) + entropy_by_hand({.1, .7, .2}) +
                entropy_by_hand({.1, .2, .6, .1})) /
               3));
  CHECK(mean_of(means, HeadMeasureKind::next).n_rows == 0);
  CHECK(mean_of(means, HeadMeasureKind::separator).n_rows == 0);
}

TEST_CASE("TokenRules: float gives the same but for rounding") {
  const std::vector<float> weights(kWeights.begin(), kWeights.end());
  const TokenRules rules(kTwice, {.is_causal = true}, {});
  const HeadMeans exact = rules.means_of(weights_by_hand());
  const HeadMeans rounded = rules.means_of(Rows<const float>(weights.data(), 4, 4));
  for (std::size_t k = 0; k < kHeadMeasures; ++k)
    CHECK(rounded[k].mean() == Approx(exact[k].mean()).margin(1e-6));
}

TEST_CASE("TokenRules: even attention by hand, causal and not") {
  const HeadMeans causal = TokenRules(kTwice, {.is_causal = true}, {}).even_means();
  CHECK(mean_of(causal, HeadMeasureKind::previous).mean() ==
        Approx((1 / 2. + 1 / 3. + 1 / 4.) / 3));
  CHECK(mean_of(causal, HeadMeasureKind::entropy).mean() == Approx(1.0));
  const HeadMeans all = TokenRules(kTwice, {}, {false, false, false, true}).even_means();
  CHECK(mean_of(all, HeadMeasureKind::next).mean() == Approx(1 / 4.));
  CHECK(mean_of(all, HeadMeasureKind::next).n_rows == 3);
  CHECK(mean_of(all, HeadMeasureKind::separator).mean() == Approx(1 / 4.));
}

TEST_CASE("TokenRules: a window and padding close keys, and padding asks nothing") {
  // A window of 2: each query sees itself and the one before.
  const TokenRules windowed(kTwice, {.is_causal = true, .window = 2}, {});
  const HeadMeans even = windowed.even_means();
  CHECK(mean_of(even, HeadMeasureKind::first).n_rows == 1);
  CHECK(mean_of(even, HeadMeasureKind::previous).mean() == Approx(1 / 2.));
  CHECK(mean_of(even, HeadMeasureKind::same).n_rows == 0);
  const TokenRules padded(kTwice, {.is_padding = {false, false, false, true}}, {});
  CHECK(mean_of(padded.even_means(), HeadMeasureKind::self).n_rows == 2);
  CHECK(mean_of(padded.even_means(), HeadMeasureKind::self).mean() == Approx(1 / 3.));
}

TEST_CASE("TokenRules: behind padding the first token is that of the text") {
  const TokenRules rules({0, 7, 8}, {.is_causal = true, .is_padding = {true, false, false}}, {});
  const HeadMeans even = rules.even_means();
  CHECK(mean_of(even, HeadMeasureKind::first).n_rows == 1);
  CHECK(mean_of(even, HeadMeasureKind::first).mean() == Approx(1 / 2.));
  CHECK(mean_of(even, HeadMeasureKind::previous).n_rows == 1);
}

TEST_CASE("TokenRules: what a text has no query for is not measured") {
  const auto measured = measured_in(TokenRules({1, 2, 3}, {.is_causal = true}, {}).even_means());
  CHECK(measured == std::vector<HeadMeasureKind>{HeadMeasureKind::previous, HeadMeasureKind::first,
                                                 HeadMeasureKind::self, HeadMeasureKind::entropy});
  CHECK(measured_in(TokenRules({1}, {.is_causal = true}, {}).even_means()).empty());
}

TEST_CASE("sketch_of: a dot for the largest weight of each query, and for those of .2 and more") {
  const HeadSketch sketch = sketch_of(weights_by_hand(), 8);
  REQUIRE(sketch.n_rows == 4);
  const std::vector<bool> expected{true,  false, false, false,  // 1
                                   true,  true,  false, false,  // .4 .6
                                   false, true,  true,  false,  // .7 .2
                                   false, true,  true,  false};
  CHECK(sketch.dots == expected);
}

TEST_CASE("sketch_of: a long text is drawn in blocks") {
  constexpr std::size_t kLong = 100;
  std::vector<double> diagonal(kLong * kLong);
  for (std::size_t i = 0; i < kLong; ++i) diagonal[i * kLong + i] = 1.0;
  const HeadSketch sketch = sketch_of(Rows<const double>(diagonal.data(), kLong, kLong), 8);
  REQUIRE(sketch.dots.size() == 64);
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < 8; ++j) CHECK(sketch.dots[i * 8 + j] == (i == j));
}
