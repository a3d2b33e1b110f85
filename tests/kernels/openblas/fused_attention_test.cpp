#include "kernels/fused_attention.hpp"

#include <cmath>
#include <limits>

#include "support/attention_heads.hpp"
#include "support/catch.hpp"

using namespace attn;

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

TEST_CASE("fused_attention: refuses what does not fit", "[kernels][fused]") {
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
