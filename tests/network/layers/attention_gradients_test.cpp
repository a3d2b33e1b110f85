#include "core/positions.hpp"
#include "network/five_points.hpp"
#include "network/layers/attention_problem.hpp"
#include "network/layers/layers.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

// Every kind of mask, on every kind of head, at every length: what the gradients say against what
// the output does.

namespace {

struct MaskKind {
  std::string name;
  std::function<Mask(arma::uword n_q, arma::uword n_k)> make;
};

Mask blind_mask(arma::uword n_q, arma::uword n_k) {
  Mask mask(n_q, n_k, arma::fill::ones);
  mask.row(n_q / 2).zeros();
  return mask;
}

arma::uvec two_documents(arma::uword n) { return arma::regspace<arma::uvec>(0, n - 1) / 3; }

const std::vector<MaskKind> kMaskKinds{
    {"causal", [](auto n_q, auto n_k) { return causal_mask(n_q, n_k); }},
    {"window", [](auto n_q, auto n_k) { return window_mask(n_q, n_k, 2); }},
    {"prefix", [](auto n_q, auto n_k) { return prefix_mask(n_q, n_k, 1, Align::start); }},
    {"segment",
     [](auto n_q, auto n_k) { return segment_mask(two_documents(n_q), two_documents(n_k)); }},
    {"padded key", [](auto n_q, auto n_k) { return padding_mask(n_q, n_k, {n_k - 1}); }},
    {"blind row", blind_mask}};

const std::vector<HeadPlan> kHeadPlans{{.n_heads = 1, .n_kv_heads = 1, .d_k = 3, .d_v = 2},
                                       {.n_heads = 2, .n_kv_heads = 2, .d_k = 2, .d_v = 3},
                                       {.n_heads = 4, .n_kv_heads = 2, .d_k = 2, .d_v = 1},
                                       {.n_heads = 3, .n_kv_heads = 1, .d_k = 1, .d_v = 2}};

struct TokenCounts {
  std::size_t n_q, n_k;
};
const std::vector<TokenCounts> kSquare{{1, 1}, {2, 2}, {5, 5}};
const std::vector<TokenCounts> kAllCounts{{1, 1}, {2, 2}, {5, 5}, {3, 5}, {5, 2}};

// A query without keys has weights, output and gradient 0, a key without queries gradient 0.
void check_blind(BatchProblem<double>& problem, const Mask& mask, std::size_t sequence) {
  const auto is_zero = [](Rows<double> X) { return matrix_of(X).is_zero(); };
  for (arma::uword i = 0; i < mask.n_rows; ++i) {
    if (arma::any(mask.row(i))) continue;
    for (std::size_t h = 0; h < problem.heads.n_heads; ++h)
      CHECK(is_zero(problem.weights(sequence, h).rows(i, 1)));
    CHECK(is_zero(problem.O.rows().rows(sequence * problem.n_q + i, 1)));
    CHECK(is_zero(problem.dQ.rows().rows(sequence * problem.n_q + i, 1)));
  }
  for (arma::uword j = 0; j < mask.n_cols; ++j) {
    if (arma::any(mask.col(j))) continue;
    CHECK(is_zero(problem.dK.rows().rows(sequence * problem.n_k + j, 1)));
    CHECK(is_zero(problem.dV.rows().rows(sequence * problem.n_k + j, 1)));
  }
}

void check_gradients(Workers& workers, BatchProblem<double>& problem) {
  const RowMatrix<double> R = random_rows(9, problem.O.n_rows, problem.O.n_cols);
  for (const Dropout& dropout : {Dropout{}, kDropSome}) {
    CAPTURE(dropout.p);
    problem.dropout = dropout;
    const auto loss = [&] {
      problem.forward(workers);
      return weighted_sum(R, problem.O);
    };
    loss();
    problem.backward(workers, R);
    CHECK(gradient_fault({{"Q", problem.Q, problem.dQ},
                          {"K", problem.K, problem.dK},
                          {"V", problem.V, problem.dV}},
                         loss) == "");
  }
}

void check_mask(const MaskKind& kind, const HeadPlan& heads, TokenCounts counts) {
  CAPTURE(kind.name, heads.n_heads, heads.n_kv_heads, counts.n_q, counts.n_k);
  Workers workers(1);
  BatchProblem<double> problem(heads, 2, counts.n_q, counts.n_k);
  const Mask mask = kind.make(counts.n_q, counts.n_k);
  problem.bias.of_mask = AttentionBias<double>::from(mask);
  check_gradients(workers, problem);
  for (const std::size_t sequence : {0U, 1U}) check_blind(problem, mask, sequence);
}

}  // namespace

TEST_CASE("BatchAttention: differences agree under every mask") {
  for (const MaskKind& kind : kMaskKinds)
    for (const HeadPlan& heads : kHeadPlans)
      for (const TokenCounts& counts : kAllCounts) check_mask(kind, heads, counts);
}

TEST_CASE("BatchAttention: differences agree under a mask of two halves") {
  const MaskKind half{"half", [](arma::uword n, arma::uword) { return half_mask(n); }};
  for (const HeadPlan& heads : kHeadPlans)
    for (const TokenCounts& counts : kSquare) check_mask(half, heads, counts);
}

TEST_CASE("BatchAttention: differences agree without a mask") {
  Workers workers(1);
  for (const HeadPlan& heads : kHeadPlans)
    for (const auto& [n_q, n_k] : kAllCounts) {
      CAPTURE(heads.n_heads, heads.n_kv_heads, n_q, n_k);
      BatchProblem<double> problem(heads, 2, n_q, n_k);
      check_gradients(workers, problem);
    }
}

TEST_CASE("BatchAttention: differences agree with padding of another length in each sequence") {
  Workers workers(1);
  const std::vector<std::uint32_t> all_lengths{2, 5, 0};
  for (const HeadPlan& heads : kHeadPlans)
    for (const bool is_causal : {false, true}) {
      CAPTURE(heads.n_heads, heads.n_kv_heads, is_causal);
      BatchProblem<double> problem(heads, 3, 5, 5);
      Mask mask(5, 5, arma::fill::ones);
      if (is_causal) mask = causal_mask(5, 5);
      problem.bias.of_mask = AttentionBias<double>::from(mask);
      problem.bias.lengths = all_lengths;
      check_gradients(workers, problem);
      for (std::size_t s = 0; s < 3; ++s) {
        Mask own = mask;
        for (arma::uword j = all_lengths[s]; j < 5; ++j) own.col(j).zeros();
        check_blind(problem, own, s);
      }
    }
}

TEST_CASE("BatchAttention: slopes agree in sequences that are long enough for a BLAS") {
  Workers workers(1);
  BatchProblem<double> problem(kHeadPlans[2], 2, 40, 50);
  problem.bias.of_mask = AttentionBias<double>::from(causal_mask(40, 50));
  problem.dropout = kDropSome;
  const RowMatrix<double> R = random_rows(9, problem.O.n_rows, problem.O.n_cols);
  const auto loss = [&] {
    problem.forward(workers);
    return weighted_sum(R, problem.O);
  };
  loss();
  problem.backward(workers, R);
  CHECK(slope_fault({{"Q", problem.Q, problem.dQ},
                     {"K", problem.K, problem.dK},
                     {"V", problem.V, problem.dV}},
                    loss) == "");
}

TEST_CASE("RotaryTurn: by hand") {
  Workers workers(1);
  // A head of four numbers has angles 1 and 1/100 for each place; pairs are (0, 2) and (1, 3).
  const RotaryTurn<double> rotary(3, 4);
  RowMatrix<double> X(3, 4, {1, 2, 3, 4, 1, 0, 0, 1, 1, 0, 0, 1});
  rotary.forward(workers, 3, X);
  const arma::mat turned{{1, 2, 3, 4},
                         {std::cos(1.0), -std::sin(0.01), std::sin(1.0), std::cos(0.01)},
                         {std::cos(2.0), -std::sin(0.02), std::sin(2.0), std::cos(0.02)}};
  CHECK(difference(matrix_of(X), turned) == "");
}

TEST_CASE("RotaryTurn: other angles, and pairs that become longer") {
  Workers workers(1);
  // Two heads of width 4; the second row turns its first pairs by a quarter, its others by half.
  const double quarter = std::acos(-1.0) / 2;
  const RotaryTurn<double> rotary(2, 2, 3.0, [quarter](std::size_t place, std::size_t pair) {
    return static_cast<double>(place * (pair + 1)) * quarter;
  });
  RowMatrix<double> X(2, 8, {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8});
  rotary.forward(workers, 2, X);
  const arma::mat turned{{1, 2, 3, 4, 5, 6, 7, 8}, {-3, -2, 1, -4, -7, -6, 5, -8}};
  CHECK(difference(matrix_of(X), 3 * turned) == "");
}

TEST_CASE("RotaryTurn: every head as core turns it") {
  Workers workers(1);
  constexpr std::size_t kLength = 5, kHead = 6, kHeads = 3;
  const RotaryTurn<double> rotary(8, kHead, 100.0);
  RowMatrix<double> X = random_rows(1, 2 * kLength, kHeads * kHead);
  const arma::mat angles = rotation_angles(first_positions(kLength), kHead, 100.0);
  const arma::mat before = matrix_of(X);
  rotary.forward(workers, kLength, X);
  const arma::mat turned = matrix_of(X);
  for (std::size_t sequence = 0; sequence < 2; ++sequence)
    for (std::size_t head = 0; head < kHeads; ++head) {
      const auto part = [&](const arma::mat& all) -> arma::mat {
        return all.submat(arma::span(sequence * kLength, sequence * kLength + kLength - 1),
                          arma::span(head * kHead, head * kHead + kHead - 1));
      };
      const arma::mat expected = rotated(part(before), angles, Pairing::half_split);
      CHECK(difference(part(turned), expected) == "");
    }
}

TEST_CASE("RotaryTurn: scores hang on the distance alone") {
  Workers workers(1);
  const RotaryTurn<double> rotary(20, 8);
  const RowMatrix<double> q = random_rows(1, 1, 8), k = random_rows(2, 1, 8);
  RowMatrix<double> Q(20, 8), K(20, 8);
  for (std::size_t i = 0; i < 20; ++i) {
    std::copy_n(q.numbers.data(), 8, Q.rows().row(i));
    std::copy_n(k.numbers.data(), 8, K.rows().row(i));
  }
  rotary.forward(workers, 20, Q);
  rotary.forward(workers, 20, K);
  const arma::mat S = matrix_of(Q) * matrix_of(K).t();
  CHECK(difference(S.submat(0, 0, 9, 9), S.submat(10, 10, 19, 19)) == "");
  CHECK(std::abs(S(0, 1) - S(0, 2)) > 1e-3);
}

TEST_CASE("RotaryTurn: the way back turns back, and differences agree") {
  Workers workers(1);
  const RotaryTurn<double> rotary(4, 6);
  const RowMatrix<double> before = random_rows(1, 8, 12), R = random_rows(2, 8, 12);
  RowMatrix<double> X = before, dX = R;
  rotary.forward(workers, 4, X);
  rotary.backward(workers, 4, X);
  CHECK(difference(matrix_of(X), matrix_of(before)) == "");
  const auto loss = [&] {
    RowMatrix<double> Y = X;
    rotary.forward(workers, 4, Y);
    return weighted_sum(R, Y);
  };
  rotary.backward(workers, 4, dX);
  CHECK(gradient_fault({{"X", X, dX}}, loss) == "");
}

TEST_CASE("RotaryTurn: of columns of a wider matrix, the others stay") {
  Workers workers(1);
  const RotaryTurn<float> rotary(4, 2);
  RowMatrix<float> X = random_rows<float>(1, 4, 6);
  const RowMatrix<float> before = X;
  rotary.forward(workers, 4, X.rows().columns(2, 2));
  for (const std::size_t j : {0U, 1U, 4U, 5U})
    for (std::size_t i = 0; i < 4; ++i) CHECK(X.rows()(i, j) == before.rows()(i, j));
  CHECK(X.rows()(3, 2) != before.rows()(3, 2));
}
