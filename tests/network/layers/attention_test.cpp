#include "network/layers/attention.hpp"

#include <cmath>
#include <limits>

#include "core/attention.hpp"
#include "network/layers/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

namespace {

// Tokens of one sequence, columns of one head.
arma::mat head_part(const RowMatrix<double>& X, std::size_t sequence, std::size_t n,
                    std::size_t head, std::size_t width) {
  return matrix_of(X.rows().rows(sequence * n, n).columns(head * width, width));
}

// Who may attend in one sequence.
Mask mask_of(const BatchProblem<double>& problem, std::size_t sequence) {
  Mask mask(problem.n_q, problem.n_k, arma::fill::ones);
  for (std::size_t i = 0; i < problem.bias.of_mask.size(); ++i)
    mask(i / problem.n_k, i % problem.n_k) = problem.bias.of_mask[i] == 0;
  if (!problem.bias.lengths.empty())
    for (std::size_t j = problem.bias.lengths[sequence]; j < problem.n_k; ++j) mask.col(j).zeros();
  return mask;
}

// Weights and output of every head as core computes them.
void check_against_core(BatchProblem<double>& problem) {
  const HeadPlan& heads = problem.heads;
  for (std::size_t s = 0; s < problem.n; ++s)
    for (std::size_t h = 0; h < heads.n_heads; ++h) {
      const std::size_t kv = h * heads.n_kv_heads / heads.n_heads;
      const arma::mat Q = head_part(problem.Q, s, problem.n_q, h, heads.d_k);
      const arma::mat K = head_part(problem.K, s, problem.n_k, kv, heads.d_k);
      const arma::mat V = head_part(problem.V, s, problem.n_k, kv, heads.d_v);
      const arma::mat scaled = scaled_scores(attention_scores(Q, K), heads.d_k);
      const arma::mat W = softmax_rows(masked_scores(scaled, mask_of(problem, s)));
      CHECK(difference(matrix_of(problem.weights(s, h)), W) == "");
      CHECK(difference(head_part(problem.O, s, problem.n_q, h, heads.d_v),
                       attention_output(W, V)) == "");
    }
}

const HeadPlan kOneHead{.n_heads = 1, .n_kv_heads = 1, .d_k = 3, .d_v = 2};
const HeadPlan kFourOnTwo{.n_heads = 4, .n_kv_heads = 2, .d_k = 3, .d_v = 2};

}  // namespace

TEST_CASE("BatchAttention: by hand", "[network][attention]") {
  // One query, two keys with scores 0 and ln 3: weights ¼ and ¾, output ¼ · 4 + ¾ · 8 = 7.
  Workers workers(1);
  BatchProblem<double> problem({.n_heads = 1, .n_kv_heads = 1, .d_k = 1, .d_v = 1}, 1, 1, 2);
  const double ln3 = std::log(3.0);
  problem.Q.numbers = {1};
  problem.K.numbers = {0, ln3};
  problem.V.numbers = {4, 8};
  problem.forward(workers);
  CHECK(difference(matrix_of(problem.W), {{0.25, 0.75}}) == "");
  CHECK(difference(matrix_of(problem.O), single_cell(7)) == "");
  // dZ = ¼ (4 − 7), ¾ (8 − 7)
  problem.backward(workers, {1, 1, {1}});
  CHECK(difference(matrix_of(problem.dV), arma::vec{0.25, 0.75}) == "");
  CHECK(difference(matrix_of(problem.dQ), single_cell(0.75 * ln3)) == "");
  CHECK(difference(matrix_of(problem.dK), arma::vec{-0.75, 0.75}) == "");
}

TEST_CASE("BatchAttention: four words of whole numbers, causal", "[network][attention]") {
  Workers workers(1);
  BatchProblem<double> problem({.n_heads = 1, .n_kv_heads = 1, .d_k = 4, .d_v = 4}, 1, 4, 4);
  problem.Q = rows_of(whole_numbers::Q);
  problem.K = rows_of(whole_numbers::K);
  problem.V = rows_of(whole_numbers::V);
  problem.bias.of_mask = AttentionBias<double>::from(causal_mask(4, 4));
  problem.forward(workers);
  CHECK(difference(matrix_of(problem.W), whole_numbers::causal_W) == "");
  CHECK(difference(matrix_of(problem.O), whole_numbers::causal_O) == "");
  // The loss is output[sat, 1]. dZ of that row is W ∘ (V₁ − O₁), and √d_k = 2.
  RowMatrix<double> dO(4, 4);
  dO.rows()(2, 1) = 1;
  problem.backward(workers, dO);
  const arma::rowvec w = whole_numbers::causal_W.row(2);
  const arma::rowvec d = w % (whole_numbers::V.col(1).t() - whole_numbers::causal_O(2, 1)) / 2;
  arma::mat dQ(4, 4, arma::fill::zeros), dV(4, 4, arma::fill::zeros);
  dQ.row(2) = d * whole_numbers::K;
  dV.col(1) = w.t();
  CHECK(difference(matrix_of(problem.dQ), dQ) == "");
  CHECK(difference(matrix_of(problem.dK), d.t() * whole_numbers::Q.row(2)) == "");
  CHECK(difference(matrix_of(problem.dV), dV) == "");
  CHECK(difference(dQ.row(2), {{-0.250, -0.297, -0.078, -0.047}}, 5e-4) == "");
}

TEST_CASE("AttentionBias: 0 where a query may attend, −∞ where it may not",
          "[network][attention]") {
  const double blocked = -std::numeric_limits<double>::infinity();
  CHECK(AttentionBias<double>::from(causal_mask(2, 3)) ==
        std::vector<double>{0, 0, blocked, 0, 0, 0});
}

TEST_CASE("BatchAttention: weights and output are those of core", "[network][attention]") {
  Workers workers(1);
  const std::vector<std::uint32_t> lengths{3, 5, 0};
  for (const HeadPlan& heads :
       {kOneHead, kFourOnTwo, HeadPlan{.n_heads = 3, .n_kv_heads = 1, .d_k = 2, .d_v = 4}}) {
    BatchProblem<double> problem(heads, 3, 4, 5);
    problem.forward(workers);
    check_against_core(problem);
    problem.bias.of_mask = AttentionBias<double>::from(causal_mask(4, 5));
    problem.forward(workers);
    check_against_core(problem);
    problem.bias.lengths = lengths;  // the last sequence is nothing but padding
    problem.forward(workers);
    check_against_core(problem);
  }
  BatchProblem<double> longer(kFourOnTwo, 2, 40, 30);  // long enough for a BLAS
  longer.bias.of_mask = AttentionBias<double>::from(causal_mask(40, 30));
  longer.forward(workers);
  check_against_core(longer);
}

TEST_CASE("BatchAttention: dropout takes weights on their way to the values, and keeps them",
          "[network][attention]") {
  Workers workers(1);
  BatchProblem<double> plain(kFourOnTwo, 2, 4, 5), dropped = plain;
  dropped.dropout = kDropSome;
  plain.forward(workers);
  dropped.forward(workers);
  CHECK((dropped.W.numbers == plain.W.numbers));
  CHECK((dropped.O.numbers != plain.O.numbers));
  // The same sum as without dropout over the weights that are left, made larger.
  BatchProblem<double> by_hand = plain;
  kDropSome.apply(by_hand.W.numbers.data(), by_hand.W.numbers.size(), 0);
  for (std::size_t s = 0; s < 2; ++s)
    for (std::size_t h = 0; h < 4; ++h)
      CHECK(difference(head_part(dropped.O, s, 4, h, 2),
                       matrix_of(by_hand.weights(s, h)) * head_part(dropped.V, s, 5, h / 2, 2)) ==
            "");
}

TEST_CASE("BatchAttention: what is added to all scores of a row has no gradient",
          "[network][attention]") {
  // dZ sums to 0 in each row: so keys that are all equal leave the queries without a gradient, and
  // the gradients of the keys sum to 0.
  Workers workers(1);
  for (const Dropout& dropout : {Dropout{}, kDropSome}) {
    BatchProblem<double> problem(kOneHead, 1, 4, 5);
    problem.dropout = dropout;
    const RowMatrix<double> dO = random_rows(9, 4, 2);
    problem.forward(workers);
    problem.backward(workers, dO);
    const arma::mat dK = matrix_of(problem.dK);
    CHECK(arma::abs(arma::sum(dK, 0)).max() < 1e-15);
    CHECK(arma::abs(dK).max() > 1e-3);
    for (std::size_t j = 1; j < 5; ++j)
      std::copy_n(problem.K.rows().row(0), 3, problem.K.rows().row(j));
    problem.forward(workers);
    problem.backward(workers, dO);
    CHECK(arma::abs(matrix_of(problem.dQ)).max() < 1e-15);
  }
}

TEST_CASE("BatchAttention: a broken number stays one", "[network][attention]") {
  Workers workers(1);
  BatchProblem<float> problem({.n_heads = 1, .n_kv_heads = 1, .d_k = 2, .d_v = 2}, 1, 3, 3);
  problem.bias.of_mask = AttentionBias<float>::from(causal_mask(3, 3));
  problem.Q.rows()(1, 0) = std::numeric_limits<float>::quiet_NaN();
  problem.forward(workers);
  CHECK(std::isnan(problem.O.rows()(1, 0)));
  CHECK_FALSE(std::isnan(problem.O.rows()(0, 0)));
  CHECK_FALSE(std::isnan(problem.O.rows()(2, 0)));
}

TEST_CASE("BatchAttention: scores of any size", "[network][attention]") {
  Workers workers(1);
  BatchProblem<float> problem({.n_heads = 1, .n_kv_heads = 1, .d_k = 1, .d_v = 1}, 1, 1, 3);
  problem.Q.numbers = {1e18F};
  problem.K.numbers = {-1e18F, 1e18F, 0};
  problem.V.numbers = {1, 2, 3};
  problem.forward(workers);
  CHECK(problem.W.numbers == std::vector<float>{0, 1, 0});
  CHECK(problem.O.numbers == std::vector<float>{2});
}

TEST_CASE("BatchAttention: float is near double", "[network][attention]") {
  Workers workers(1);
  BatchProblem<double> in_double(kFourOnTwo, 2, 5, 5);
  BatchProblem<float> in_float(kFourOnTwo, 2, 5, 5);
  in_double.forward(workers);
  in_float.forward(workers);
  in_double.backward(workers, random_rows(9, 10, 8));
  in_float.backward(workers, random_rows<float>(9, 10, 8));
  CHECK(difference(matrix_of(in_float.W), matrix_of(in_double.W), 1e-6) == "");
  CHECK(difference(matrix_of(in_float.O), matrix_of(in_double.O), 1e-6) == "");
  CHECK(difference(matrix_of(in_float.dQ), matrix_of(in_double.dQ), 1e-6) == "");
  CHECK(difference(matrix_of(in_float.dK), matrix_of(in_double.dK), 1e-6) == "");
  CHECK(difference(matrix_of(in_float.dV), matrix_of(in_double.dV), 1e-6) == "");
}

TEST_CASE("BatchAttention: the same digits for any number of threads",
          "[network][attention][threads]") {
  const HeadPlan heads{.n_heads = 4, .n_kv_heads = 2, .d_k = 16, .d_v = 16};
  REQUIRE(n_pieces(24.0 * 16 * 4 * 32 * 32 * 32, 16) >= 3);
  std::vector<float> of_one;
  for (const unsigned n_threads : {1U, 2U, 3U}) {
    Workers workers(n_threads);
    BatchProblem<float> problem(heads, 16, 32, 32);
    problem.dropout = kDropSome;
    problem.forward(workers);
    problem.backward(workers, random_rows<float>(9, 16 * 32, 64));
    const std::vector<float> results =
        joined({problem.W.numbers, problem.O.numbers, problem.dQ.numbers, problem.dK.numbers,
                problem.dV.numbers});
    if (n_threads == 1) of_one = results;
    CHECK((results == of_one));
  }
}
