// fused_attention where not everybody may attend to everything, and where numbers are not finite.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "support/attention_heads.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

constexpr HeadsCase kSizes{.n_q = 150, .n_k = 150, .heads = {2, 1}, .d_k = 8, .d_v = 8};

HeadsCase sized(arma::uword n_q, arma::uword n_k) {
  HeadsCase sizes = kSizes;
  sizes.n_q = n_q;
  sizes.n_k = n_k;
  return sizes;
}

Mask random_mask(arma::uword n_q, arma::uword n_k) {
  std::mt19937 draw(5);
  Mask mask(n_q, n_k);
  mask.imbue([&] { return static_cast<unsigned char>(draw() % 3 != 0); });
  return mask;
}

}  // namespace

TEMPLATE_TEST_CASE("fused_attention: causal, window and padding agree with the reference",
                   "[kernels][fused][visible]", double, float) {
  for (const auto& [n_q, n_k] :
       {std::pair<arma::uword, arma::uword>{150, 150}, {50, 170}, {170, 50}, {1, 140}, {140, 1}})
    for (const bool causal : {false, true})
      for (const arma::uword window : {0, 1, 9, 60, 1000})
        for (const arma::uword n_padded : {arma::uword{0}, std::min<arma::uword>(n_k, 20)}) {
          VisibleKeys visible{.causal = causal, .window = {}, .n_padded = n_padded};
          if (window > 0) visible.window = window;
          FusedOptions options = usual_options(sized(n_q, n_k), visible);
          CAPTURE(n_q, n_k, causal, window, n_padded);
          CHECK(fused_error<TestType>(sized(n_q, n_k), options) < kFusedTolerance<TestType>);
          options.tiles = {50, 24};
          CHECK(fused_error<TestType>(sized(n_q, n_k), options) < kFusedTolerance<TestType>);
        }
}

TEMPLATE_TEST_CASE(
    "fused_attention: a given mask, alone and with others, agrees with the reference",
    "[kernels][fused][visible]", double, float) {
  for (const auto& [n_q, n_k] : {std::pair<arma::uword, arma::uword>{150, 150}, {33, 129}}) {
    const Mask mask = random_mask(n_q, n_k);
    for (const bool causal : {false, true}) {
      const VisibleKeys visible{.causal = causal, .window = {}, .n_padded = 3, .mask = &mask};
      CAPTURE(n_q, n_k, causal);
      CHECK(fused_error<TestType>(sized(n_q, n_k), usual_options(sized(n_q, n_k), visible)) <
            kFusedTolerance<TestType>);
    }
  }
}

TEMPLATE_TEST_CASE("fused_attention: a query that may attend to nothing gets 0",
                   "[kernels][fused][visible]", double, float) {
  Mask mask(kSizes.n_q, kSizes.n_k, arma::fill::ones);
  for (const arma::uword row : {0, 17, 149}) mask.row(row).zeros();
  const FusedOptions options = usual_options(kSizes, {.mask = &mask});
  const HeadsInput<TestType> input(kSizes);
  arma::Mat<TestType> sums;
  const auto O = fused_attention(input.Q, input.K, input.V, options, &sums);
  for (const arma::uword row : {0, 17, 149}) {
    CHECK(arma::all(O.row(row) == 0));
    CHECK(arma::all(sums.row(row) == -std::numeric_limits<TestType>::infinity()));
  }
  CHECK(fused_error<TestType>(kSizes, options) < kFusedTolerance<TestType>);
  const FusedOptions all_padding = usual_options(kSizes, {.n_padded = kSizes.n_k});
  CHECK(arma::all(arma::vectorise(fused_attention(input.Q, input.K, input.V, all_padding) == 0)));
}

TEMPLATE_TEST_CASE("fused_attention: keys that open late in a row start its sum anew",
                   "[kernels][fused][visible]", double, float) {
  // The first tiles hold nothing for these queries: their maximum stays −∞ for a while.
  Mask mask(kSizes.n_q, kSizes.n_k, arma::fill::ones);
  mask.submat(0, 0, 60, 139).zeros();
  FusedOptions options = usual_options(kSizes, {.mask = &mask});
  options.tiles = {48, 16};
  CHECK(fused_error<TestType>(kSizes, options) < kFusedTolerance<TestType>);
}

TEMPLATE_TEST_CASE("fused_attention: NaN in the input shows in the output",
                   "[kernels][fused][visible]", double, float) {
  const TestType nan = std::numeric_limits<TestType>::quiet_NaN();
  const FusedOptions options = usual_options(kSizes, {.causal = true});
  const auto rows_with_nan = [&](auto change) {
    HeadsInput<TestType> input(kSizes);
    change(input);
    const auto O = fused_attention(input.Q, input.K, input.V, options);
    arma::uvec found(kSizes.n_q, arma::fill::zeros);
    for (arma::uword i = 0; i < kSizes.n_q; ++i) found(i) = O.row(i).has_nan();
    return found;
  };
  const arma::uvec of_query = rows_with_nan([&](auto& input) { input.Q(70, 3) = nan; });
  CHECK(of_query(70) == 1);
  CHECK(arma::accu(of_query) == 1);
  for (const arma::uword key : {0, 70, 149}) {
    const arma::uvec of_key = rows_with_nan([&](auto& input) { input.K(key, 3) = nan; });
    const arma::uvec of_value = rows_with_nan([&](auto& input) { input.V(key, 3) = nan; });
    CHECK(arma::all(of_key.tail(kSizes.n_q - key) == 1));
    CHECK(arma::all(of_value.tail(kSizes.n_q - key) == 1));
  }
}

TEMPLATE_TEST_CASE("fused_attention: a NaN with any payload shows", "[kernels][fused][visible]",
                   double, float) {
  HeadsInput<TestType> input(kSizes);
  if constexpr (sizeof(TestType) == sizeof(double))
    input.K(5, 0) = std::bit_cast<double>(std::uint64_t{0x7ff80000000fffff});
  else
    input.K(5, 0) = std::bit_cast<float>(std::uint32_t{0x7fc001ff});
  const auto O = fused_attention(input.Q, input.K, input.V, usual_options(kSizes));
  CHECK(O.col(0).has_nan());
  for (arma::uword i = 0; i < kSizes.n_q; ++i) CHECK(std::isnan(O(i, 0)));
}
