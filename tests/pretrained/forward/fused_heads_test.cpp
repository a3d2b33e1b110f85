#include "pretrained/forward/fused_heads.hpp"

#include "pretrained/forward/sample_heads.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("attend_heads: long texts, in several tasks of the fused kernel") {
  constexpr std::size_t kLong = 1100;
  const SampleHeads heads(kLong, 2, 1, 8);
  for (const Sights& sights :
       {Sights{}, Sights{.is_causal = true}, Sights{.is_causal = true, .window = 700},
        Sights{.is_causal = true, .is_padding = padding(kLong, kLong - 600, 600)},
        Sights{.is_causal = true, .window = 40, .is_padding = padding(kLong, 900, 200)},
        Sights{.is_padding = padding(kLong, kLong - 5, 5)}}) {
    CAPTURE(sights.is_causal, sights.window.value_or(0), sights.is_padding.empty());
    const arma::mat expected = heads.output_by_core(sights);
    CHECK(difference(heads.output<double>(sights, 2), expected, 1e-12) == "");
    CHECK(difference(heads.output<float>(sights, 1), expected, 1e-5) == "");
  }
}

TEST_CASE("can_be_fused: many tokens, and padding behind them") {
  const auto can = [](std::size_t n, const Sights& sights) {
    const RowMatrix<float> X(n, 4);
    return can_be_fused<float>({.Q = X, .K = X, .V = X, .n_heads = 2}, sights);
  };
  CHECK(can(128, {}));
  CHECK_FALSE(can(127, {}));
  CHECK(can(200, {.is_padding = padding(200, 150, 50)}));
  CHECK_FALSE(can(200, {.is_padding = padding(200, 0, 5)}));
  CHECK_FALSE(can(200, {.is_padding = padding(200, 7, 5)}));
}
