#include "kernels/fused_attention.hpp"

#include <cblas.h>

#include <bit>

#include "kernels/openblas/query_tile.hpp"
#include "support/attention_heads.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

// The number types of the kernel, each to its own tolerance.
#define FOR_FLOAT_AND_DOUBLE(name, tags) TEMPLATE_TEST_CASE(name, tags, double, float)

FOR_FLOAT_AND_DOUBLE("fused_attention: any number of queries and keys agrees with the reference",
                     "[kernels][fused]") {
  for (const arma::uword n_q : {1, 2, 15, 16, 17, 47, 48, 49, 100, 385})
    for (const arma::uword n_k : {1, 3, 8, 127, 128, 129, 300}) {
      const HeadsCase sizes{.n_q = n_q, .n_k = n_k, .heads = {2, 2}, .d_k = 8, .d_v = 8};
      CAPTURE(n_q, n_k);
      CHECK(fused_error<TestType>(sizes, usual_options(sizes)) < kFusedTolerance<TestType>);
    }
}

FOR_FLOAT_AND_DOUBLE("fused_attention: any width of queries and values agrees with the reference",
                     "[kernels][fused]") {
  for (const arma::uword d_k : {1, 3, 8, 64, 80})
    for (const arma::uword d_v : {1, 3, 4, 9, 64, 80}) {
      const HeadsCase sizes{.n_q = 50, .n_k = 70, .heads = {1, 1}, .d_k = d_k, .d_v = d_v};
      CAPTURE(d_k, d_v);
      CHECK(fused_error<TestType>(sizes, usual_options(sizes)) < kFusedTolerance<TestType>);
    }
}

FOR_FLOAT_AND_DOUBLE("fused_attention: every tile size gives the same answer", "[kernels][fused]") {
  const HeadsCase sizes{.n_q = 131, .n_k = 203, .heads = {2, 1}, .d_k = 16, .d_v = 24};
  for (const arma::uword n_queries : {1, 32, 48, 64, 128, 256})
    for (const arma::uword n_keys : {1, 8, 30, 64, 128, 256, 1024}) {
      FusedOptions options = usual_options(sizes, {.causal = true});
      options.tiles = {n_queries, n_keys};
      CAPTURE(n_queries, n_keys);
      CHECK(fused_error<TestType>(sizes, options) < kFusedTolerance<TestType>);
    }
}

FOR_FLOAT_AND_DOUBLE("fused_attention: every number of threads gives the same bits",
                     "[kernels][fused][threads]") {
  // Large enough that more than one thread is worth starting.
  const HeadsCase sizes{.n_q = 300, .n_k = 300, .heads = {4, 4}, .d_k = 32, .d_v = 32};
  const HeadsInput<TestType> input(sizes);
  VisibleKeys window{.causal = true};
  window.window = 70;
  for (const VisibleKeys& visible : {VisibleKeys{}, VisibleKeys{.causal = true}, window}) {
    FusedOptions options = usual_options(sizes, visible);
    options.n_threads = 1;
    const auto alone = fused_attention(input.Q, input.K, input.V, options);
    for (const unsigned n_threads : {2U, 3U, 8U}) {
      options.n_threads = n_threads;
      const auto shared = fused_attention(input.Q, input.K, input.V, options);
      CHECK(arma::all(arma::vectorise(shared == alone)));
    }
  }
}

FOR_FLOAT_AND_DOUBLE("fused_attention: query heads share key-value heads", "[kernels][fused]") {
  for (const HeadCounts heads : {HeadCounts{1, 1}, {6, 6}, {6, 3}, {6, 2}, {6, 1}}) {
    const HeadsCase sizes{.n_q = 20, .n_k = 33, .heads = heads, .d_k = 5, .d_v = 7};
    CAPTURE(heads.n_kv_heads);
    CHECK(fused_error<TestType>(sizes, usual_options(sizes)) < kFusedTolerance<TestType>);
  }
}

FOR_FLOAT_AND_DOUBLE("fused_attention: keys and values may be shuffled together",
                     "[kernels][fused][property]") {
  const HeadsCase sizes{.n_q = 40, .n_k = 90, .heads = {2, 2}, .d_k = 16, .d_v = 16};
  const HeadsInput<TestType> input(sizes);
  const FusedOptions options = usual_options(sizes);
  const arma::uvec reversed = arma::regspace<arma::uvec>(sizes.n_k - 1, -1, 0);
  const auto there = fused_attention(input.Q, input.K, input.V, options);
  const arma::Mat<TestType> K = input.K.rows(reversed), V = input.V.rows(reversed);
  CHECK(relative_error(fused_attention(input.Q, K, V, options), there) < kFusedTolerance<TestType>);
}

FOR_FLOAT_AND_DOUBLE("fused_attention: the same amount on all of a query's scores changes nothing",
                     "[kernels][fused][property]") {
  HeadsCase sizes{.n_q = 40, .n_k = 90, .heads = {1, 1}, .d_k = 3, .d_v = 4};
  HeadsInput<TestType> input(sizes);
  input.K.col(2).ones();  // so the third column of Q is added to every score of its row
  const FusedOptions options = usual_options(sizes);
  input.Q.col(2).zeros();
  const auto plain = fused_attention(input.Q, input.K, input.V, options);
  input.Q.col(2).fill(8);
  CHECK(relative_error(fused_attention(input.Q, input.K, input.V, options), plain) <
        kFusedTolerance<TestType>);
}

FOR_FLOAT_AND_DOUBLE("fused_attention: scores of ±10,000 stay finite", "[kernels][fused]") {
  // Whole numbers, so that the scores are exact in float too.
  const arma::Mat<TestType> Q{{100, 0}, {-100, 0}}, K{{100, 1}, {-100, 1}, {0, 1}},
      V{{1, 2}, {3, 4}, {5, 6}};
  FusedOptions options;
  arma::Mat<TestType> sums;
  const auto O = fused_attention(Q, K, V, options, &sums);
  CHECK(relative_error(O, arma::Mat<TestType>{{1, 2}, {3, 4}}) < kFusedTolerance<TestType>);
  CHECK(relative_error(sums, arma::Col<TestType>{10000, 10000}) < 1e-6);
}

FOR_FLOAT_AND_DOUBLE("fused_attention: inputs are left as they are, results overwritten whole",
                     "[kernels][fused]") {
  const HeadsCase sizes{.n_q = 50, .n_k = 50, .heads = {2, 2}, .d_k = 4, .d_v = 4};
  const HeadsInput<TestType> before(sizes), input(sizes);
  arma::Mat<TestType> sums(7, 7);
  sums.fill(std::numeric_limits<TestType>::quiet_NaN());
  arma::Mat<TestType> result = input.Q;  // given away and overwritten by the assignment
  result = fused_attention(input.Q, input.K, input.V, usual_options(sizes), &sums);
  CHECK(result.is_finite());
  CHECK(sums.is_finite());
  CHECK(arma::size(sums) == arma::SizeMat(50, 2));
  CHECK(arma::all(arma::vectorise(input.Q == before.Q)));
  CHECK(arma::all(arma::vectorise(input.K == before.K)));
  CHECK(arma::all(arma::vectorise(input.V == before.V)));
}

TEST_CASE("fused_attention: refuses what does not fit") {
  const arma::mat Q(3, 4), K(5, 4), V(5, 4);
  FusedOptions options;
  options.heads = {3, 3};
  CHECK_THROWS_AS(fused_attention(Q, K, V, options), InputError);
  options.heads = {2, 2};
  CHECK_THROWS_AS(fused_attention(Q, K, arma::mat(4, 4), options), InputError);
  options.visible.n_padded = 6;
  CHECK_THROWS_AS(fused_attention(Q, K, V, options), InputError);
  CHECK_REFUSED(
      fused_attention(Q, Q, Q, {.tf32 = true}),
      "TF32 products need a CUDA device, and this attn works on the processor. Use float32.");
}

// fused_attention where not everybody may attend to everything, and where numbers are not finite.

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

// Everything that was compiled and this processor can run, one after the other; afterwards the best
// one again.
template <class Check>
void for_each_target(const Check& check) {
  const std::vector<std::string> targets = vector_targets();
  for (const std::string& target : targets) {
    hold_vectors_to(target);
    CAPTURE(target);
    REQUIRE(vector_target() == target);
    check();
  }
  hold_vectors_to(targets.front());
}

// How many units in the last place of y lie between it and the truth.
template <class Real>
double units_apart(Real y, long double truth) {
  const Real unit = std::nextafter(y, std::numeric_limits<Real>::infinity()) - y;
  return static_cast<double>(std::abs((static_cast<long double>(y) - truth) / unit));
}

TEMPLATE_TEST_CASE("powers_of_two: within 2 units in the last place, whatever the processor",
                   "[kernels][exp2]", double, float) {
  const TestType lowest = sizeof(TestType) == sizeof(double) ? -1022 : -126;
  std::vector<TestType> x;
  for (int i = 0; i <= 20000; ++i) x.push_back(lowest * static_cast<TestType>(i) / 20000);
  for (int i = 0; i <= 2000; ++i) x.push_back(-static_cast<TestType>(i) / 1000);
  for_each_target([&] {
    std::vector<TestType> y(x.size());
    powers_of_two(x.data(), y.data(), x.size());
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      worst = std::max(worst, units_apart(y[i], std::exp2(static_cast<long double>(x[i]))));
    CHECK(worst <= 2);
    CHECK(y[0] == 1);
  });
}

TEMPLATE_TEST_CASE("powers_of_two: what vanishes is 0, NaN stays", "[kernels][exp2]", double,
                   float) {
  const TestType infinity = std::numeric_limits<TestType>::infinity();
  const std::vector<TestType> x{
      -infinity,
      std::numeric_limits<TestType>::lowest(),
      -1e6F,
      sizeof(TestType) == sizeof(double) ? TestType(-1023) : TestType(-127),
      std::numeric_limits<TestType>::quiet_NaN(),
      static_cast<TestType>(-std::nan("0x12345")),
      0};
  for_each_target([&] {
    std::vector<TestType> y(x.size(), 5);
    powers_of_two(x.data(), y.data(), x.size());
    for (std::size_t i = 0; i < 4; ++i) CHECK(y[i] == 0);
    CHECK(std::isnan(y[4]));
    CHECK(std::isnan(y[5]));
    CHECK(y[6] == 1);
  });
}

TEMPLATE_TEST_CASE("fused_attention: agrees with the reference, whatever the processor",
                   "[kernels][fused][targets]", double, float) {
  for_each_target([&] {
    for (const arma::uword n : {1, 5, 60, 130}) {
      const HeadsCase sizes{.n_q = n, .n_k = n + 3, .heads = {2, 1}, .d_k = 12, .d_v = 9};
      CAPTURE(n);
      CHECK(fused_error<TestType>(sizes, usual_options(sizes)) < kFusedTolerance<TestType>);
      CHECK(fused_error<TestType>(sizes, usual_options(sizes, {.causal = true, .window = 20})) <
            kFusedTolerance<TestType>);
    }
    HeadsInput<TestType> input({.n_q = 9, .n_k = 9});
    input.K(4, 0) = std::numeric_limits<TestType>::quiet_NaN();
    const auto O = fused_attention(input.Q, input.K, input.V, FusedOptions{});
    CHECK(arma::find_nan(O).eval().n_elem == 9);
  });
}

TEST_CASE("vector_target: names the instructions in use") {
  CHECK_FALSE(vector_target().empty());
  CHECK(queries_in_block<float>() >= queries_in_block<double>());
}

TEST_CASE("vector_target: the best that the processor has, unless it is held to another") {
  const std::vector<std::string> targets = vector_targets();
  CHECK(vector_target() == targets.front());
  hold_vectors_to(targets.back());
  CHECK(vector_target() == targets.back());
  hold_vectors_to(targets.front());
  CHECK(vector_target() == targets.front());
}

TEST_CASE("hold_vectors_to: refuses instructions that there are none of, and names what there is") {
  try {
    hold_vectors_to("MMX");
    FAIL("it was accepted");
  } catch (const std::invalid_argument& refusal) {
    const std::string text = refusal.what();
    CHECK(text.starts_with("there is no vector target MMX; this processor has "));
    for (const std::string& target : vector_targets()) CHECK(contains(text, target));
  }
}

TEST_CASE("kernel_facts: names the BLAS, its core and the vector instructions") {
  const KernelFacts facts = kernel_facts();
  CHECK(facts.blas.starts_with("OpenBLAS "));
  CHECK(facts.runs_on.starts_with("core "));
  CHECK_FALSE(facts.vectors.empty());
  CHECK(facts.is_ready);
}

TEST_CASE("matrix_product: as Armadillo's, for every number of threads") {
  std::mt19937 draws(3);
  for (const auto& [m, k, n] : {std::array<arma::uword, 3>{1, 1, 1}, {3, 5, 2}, {257, 130, 300}}) {
    const arma::mat A = random_matrix(draws, m, k), B = random_matrix(draws, k, n);
    for (const unsigned n_threads : {0U, 1U, 2U, 5U})
      CHECK(difference(matrix_product(A, B, n_threads), A * B) == "");
    const arma::fmat a = arma::conv_to<arma::fmat>::from(A), b = arma::conv_to<arma::fmat>::from(B);
    CHECK(relative_error(matrix_product(a, b), arma::fmat(a * b)) < 1e-6);
  }
}

TEST_CASE("matrix_product: empty sums are 0, and shapes must fit") {
  CHECK(difference(matrix_product(arma::mat(2, 0), arma::mat(0, 3)), arma::mat(2, 3)) == "");
  CHECK_THROWS_AS(matrix_product(arma::mat(2, 3), arma::mat(2, 3)), std::invalid_argument);
  constexpr arma::uword kTooLong = std::numeric_limits<blasint>::max() + arma::uword{1};
  CHECK_THROWS_AS(matrix_product(arma::mat(kTooLong, 0), arma::mat(0, 1)), std::invalid_argument);
}

TEST_CASE("product_seconds: takes some time") {
  CHECK(product_seconds<float>(32) > 0);
  CHECK(product_seconds<double>(32, 1) > 0);
}

}  // namespace
