#include "kernels/reference_attention.hpp"

#include "core/attention.hpp"
#include "support/attention_heads.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("reference_attention: two keys by hand", "[kernels][reference]") {
  // Scores 0 and ln 3 give weights 1/4 and 3/4, and their sum 1 + 3.
  const arma::mat Q = arma::vec{1}, K = arma::vec{0, std::log(3.0)}, V{{4, 0}, {8, 1}};
  FusedOptions options;
  arma::mat sums;
  CHECK(difference(reference_attention(Q, K, V, options, &sums), arma::mat{{7, 0.75}}) == "");
  CHECK(sums(0, 0) == Approx(std::log(4.0)));
}

TEST_CASE("reference_attention: each head is what the stages of core give",
          "[kernels][reference][property]") {
  const HeadsCase sizes{.n_q = 6, .n_k = 9, .heads = {4, 2}, .d_k = 3, .d_v = 5};
  const HeadsInput<double> input(sizes);
  for (const bool causal : {false, true}) {
    const FusedOptions options = usual_options(sizes, {.causal = causal});
    const arma::mat O = reference_attention(input.Q, input.K, input.V, options);
    for (arma::uword head = 0; head < 4; ++head) {
      const arma::uword kv_head = kv_head_of(head, sizes.heads);
      arma::mat scores = scaled_scores(
          attention_scores(head_columns(input.Q, 4, head), head_columns(input.K, 2, kv_head)),
          sizes.d_k);
      if (causal) scores = masked_scores(scores, causal_mask(sizes.n_q, sizes.n_k));
      const arma::mat expected =
          attention_output(softmax_rows(scores), head_columns(input.V, 2, kv_head));
      CHECK(difference(head_columns(O, 4, head), expected) == "");
    }
  }
}

TEST_CASE("reference_attention: a query without keys gets 0, and −∞ for the sum",
          "[kernels][reference]") {
  const HeadsCase sizes{.n_q = 3, .n_k = 2, .heads = {1, 1}, .d_k = 2, .d_v = 2};
  const HeadsInput<double> input(sizes);
  arma::mat sums;
  const arma::mat O =
      reference_attention(input.Q, input.K, input.V, usual_options(sizes, {.causal = true}), &sums);
  CHECK(difference(O.row(0), arma::rowvec{0, 0}) == "");
  CHECK(sums(0, 0) == -arma::datum::inf);
  CHECK(difference(O.row(1), input.V.row(0)) == "");
}
