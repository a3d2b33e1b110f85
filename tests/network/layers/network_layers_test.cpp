#include "core/attention.hpp"
#include "network/draws.hpp"
#include "network/five_points.hpp"
#include "network/layers/attention_problem.hpp"
#include "network/layers/layers.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

namespace {

template <class Real>
arma::vec bent(ActivationKind kind, const std::vector<Real>& x) {
  Workers workers(1);
  RowMatrix<Real> X(x.size(), 1, x), Y(x.size(), 1);
  Activations<Real>::forward(workers, kind, {}, X, Y);
  return matrix_of(Y);
}

// Numbers that keep away from the corner of ReLU.
RowMatrix<double> away_from_0(std::size_t n_rows, std::size_t n_cols) {
  RowMatrix<double> X = random_rows(1, n_rows, n_cols);
  for (double& x : X.numbers) x = 3 * x + (x > 0 ? 0.02 : -0.02);
  return X;
}

const Dropout kThird{1.0 / 3, Draws(1, 2, kDropout)};

constexpr ActivationKind kActivations[] = {ActivationKind::relu, ActivationKind::gelu,
                                           ActivationKind::gelu_tanh, ActivationKind::silu};

TEST_CASE("Activations: by hand") {
  CHECK(difference(bent<double>(ActivationKind::relu, {-2, 0, 3}), arma::vec{0, 0, 3}) == "");
  // Φ(1) = 0.8413447460685429, Φ(−2) = 0.0227501319481792
  CHECK(difference(bent<double>(ActivationKind::gelu, {0, 1, -1, -2}),
                   arma::vec{0, 0.8413447460685429, -0.1586552539314571, -0.0455002638963584}) ==
        "");
  // tanh(0.7978845608 · 1.044715) = 0.6823839812165536
  CHECK(difference(bent<double>(ActivationKind::gelu_tanh, {0, 1, -1}),
                   arma::vec{0, 0.8411919906082768, -0.1588080093917232}) == "");
}

TEST_CASE("Activations: the corner of ReLU has gradient 0, as in PyTorch") {
  Workers workers(1);
  const RowMatrix<double> dY(1, 3, {5, 5, 5});
  RowMatrix<double> X(1, 3, {-1, 0, 1}), Y(1, 3), dX(1, 3);
  Activations<double>::forward(workers, ActivationKind::relu, {}, X, Y);
  Activations<double>::backward(workers, {}, X, dY, dX);
  CHECK(difference(matrix_of(dX), {{0, 0, 5}}) == "");
}

TEST_CASE("Activations: GELU by tanh is near the exact one, and both are x far out") {
  std::vector<double> x;
  for (int i = -100; i <= 100; ++i) x.push_back(i / 10.0);
  const arma::vec exact = bent(ActivationKind::gelu, x),
                  by_tanh = bent(ActivationKind::gelu_tanh, x);
  CHECK(difference(by_tanh, exact, 5e-4) == "");
  CHECK(difference(by_tanh, exact, 4e-4) != "");  // two functions, after all
  CHECK(exact(200) == 10);
  CHECK(std::abs(exact(0)) < 1e-12);
}

TEST_CASE("Activations: float is near double") {
  std::vector<double> x;
  for (int i = -800; i <= 800; ++i) x.push_back(i / 64.0);
  const std::vector<float> x_float(x.begin(), x.end());
  for (const ActivationKind kind : kActivations) {
    CAPTURE(kind);
    CHECK(difference(bent(kind, x_float), bent(kind, x), 2e-6) == "");
  }
}

TEST_CASE("Activations: differences agree, and dX may be dY") {
  Workers workers(1);
  const RowMatrix<double> R = random_rows(2, 6, 9);
  for (const ActivationKind kind : kActivations)
    for (const Dropout& dropout : {Dropout{}, kThird}) {
      CAPTURE(kind, dropout.p);
      RowMatrix<double> X = away_from_0(6, 9), Y(6, 9), dX = R;
      RowMatrix<double> slopes;
      const auto loss = [&] {
        slopes = X;
        Activations<double>::forward(workers, kind, dropout, slopes, Y);
        return weighted_sum(R, Y);
      };
      loss();
      Activations<double>::backward(workers, dropout, slopes, dX, dX);
      CHECK(gradient_fault({{"X", X, dX}}, loss) == "");
    }
}

template <class Real>
double bent_in_place(ActivationKind activation, Real x) {
  Workers workers(1);
  RowMatrix<Real> X(1, 1, {x});
  Activations<Real>::apply(workers, activation, X);
  return static_cast<double>(X.numbers[0]);
}

// Another way to each: the normal distribution by its complement, σ by tanh.
double by_definition(ActivationKind activation, double x) {
  switch (activation) {
    case ActivationKind::gelu:
      return x * std::erfc(-x / std::sqrt(2.0)) / 2;
    case ActivationKind::gelu_tanh: {
      const double y = std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * std::pow(x, 3));
      return x / (1 + std::exp(-2 * y));
    }
    case ActivationKind::silu:
      return x * (1 + std::tanh(x / 2)) / 2;
    case ActivationKind::relu:
      return std::max(x, 0.0);
  }
  return 0.0;
}

TEST_CASE("Activations: known values, in place") {
  CHECK(bent_in_place(ActivationKind::gelu, 1.0) == Approx(0.8413447460685429).epsilon(1e-14));
  CHECK(bent_in_place(ActivationKind::gelu_tanh, 1.0) == Approx(0.8411919906082768).epsilon(1e-14));
  CHECK(bent_in_place(ActivationKind::silu, 1.0) == Approx(0.7310585786300049).epsilon(1e-14));
  CHECK(bent_in_place(ActivationKind::relu, 1.0) == 1.0);
  for (const ActivationKind activation : kActivations) CHECK(bent_in_place(activation, 0.0) == 0.0);
}

TEST_CASE("Activations: as the definitions have it, far out, too") {
  for (const ActivationKind activation : kActivations)
    for (double x = -30.0; x <= 30.0; x += 0.37) {
      const double expected = by_definition(activation, x);
      CHECK(std::abs(bent_in_place(activation, x) - expected) <= 1e-14 * (1 + std::abs(expected)));
      CHECK(std::abs(bent_in_place(activation, static_cast<float>(x)) - expected) <=
            1e-6 * (1 + std::abs(expected)));
    }
  for (const ActivationKind activation : kActivations) {
    CHECK(bent_in_place(activation, 1e6F) == 1e6);
    CHECK(std::abs(bent_in_place(activation, -1e6F)) <= 1e-6);
    CHECK(std::isnan(bent_in_place(activation, std::numeric_limits<float>::quiet_NaN())));
    CHECK(std::isnan(bent_in_place(activation, std::numeric_limits<double>::quiet_NaN())));
  }
}

TEST_CASE("Activations: each number by its gate") {
  Workers workers(3);
  const RowMatrix<double> gates = random_rows(2, 300, 29);
  const RowMatrix<double> before = random_rows(3, 300, 29);
  for (const ActivationKind activation : kActivations) {
    RowMatrix<double> X = before, bent_gates = gates;
    Activations<double>::apply(workers, activation, X, gates.rows());
    Activations<double>::apply(workers, activation, bent_gates);
    CHECK(difference(matrix_of(X), matrix_of(before) % matrix_of(bent_gates)) == "");
  }
}

TEST_CASE("Activations: dropout comes after, at the place of a number") {
  Workers workers(1);
  RowMatrix<double> X = away_from_0(6, 9), same_X = X, plain(6, 9), dropped(6, 9);
  Activations<double>::forward(workers, ActivationKind::gelu, {}, X, plain);
  Activations<double>::forward(workers, ActivationKind::gelu, kThird, same_X, dropped);
  kThird.apply(plain.numbers.data(), plain.numbers.size(), 0);
  CHECK((dropped.numbers == plain.numbers));
}

TEST_CASE("Activations: the same digits for any number of threads") {
  constexpr std::size_t kRows = 1700, kCols = 250;
  REQUIRE(n_pieces(10.0 * kRows * kCols, kRows) >= 2);
  const RowMatrix<float> dY = random_rows<float>(2, kRows, kCols);
  std::vector<float> of_one;
  for (const unsigned n_threads : {1U, 2U, 3U}) {
    Workers workers(n_threads);
    RowMatrix<float> X = random_rows<float>(1, kRows, kCols), Y(kRows, kCols), dX(kRows, kCols);
    Activations<float>::forward(workers, ActivationKind::gelu_tanh, kThird, X, Y);
    Activations<float>::backward(workers, kThird, X, dY, dX);
    const std::vector<float> results = joined({Y.numbers, dX.numbers});
    if (n_threads == 1) of_one = results;
    CHECK((results == of_one));
  }
}

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

TEST_CASE("BatchAttention: by hand") {
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

TEST_CASE("BatchAttention: four words of whole numbers, causal") {
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

TEST_CASE("AttentionBias: 0 where a query may attend, −∞ where it may not") {
  const double blocked = -std::numeric_limits<double>::infinity();
  CHECK(AttentionBias<double>::from(causal_mask(2, 3)) ==
        std::vector<double>{0, 0, blocked, 0, 0, 0});
}

TEST_CASE("BatchAttention: weights and output are those of core") {
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

TEST_CASE("BatchAttention: dropout takes weights on their way to the values, and keeps them") {
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

TEST_CASE("BatchAttention: what is added to all scores of a row has no gradient") {
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

TEST_CASE("BatchAttention: a broken number stays one") {
  Workers workers(1);
  BatchProblem<float> problem({.n_heads = 1, .n_kv_heads = 1, .d_k = 2, .d_v = 2}, 1, 3, 3);
  problem.bias.of_mask = AttentionBias<float>::from(causal_mask(3, 3));
  problem.Q.rows()(1, 0) = std::numeric_limits<float>::quiet_NaN();
  problem.forward(workers);
  CHECK(std::isnan(problem.O.rows()(1, 0)));
  CHECK_FALSE(std::isnan(problem.O.rows()(0, 0)));
  CHECK_FALSE(std::isnan(problem.O.rows()(2, 0)));
}

TEST_CASE("BatchAttention: scores of any size") {
  Workers workers(1);
  BatchProblem<float> problem({.n_heads = 1, .n_kv_heads = 1, .d_k = 1, .d_v = 1}, 1, 1, 3);
  problem.Q.numbers = {1e18F};
  problem.K.numbers = {-1e18F, 1e18F, 0};
  problem.V.numbers = {1, 2, 3};
  problem.forward(workers);
  CHECK(problem.W.numbers == std::vector<float>{0, 1, 0});
  CHECK(problem.O.numbers == std::vector<float>{2});
}

TEST_CASE("BatchAttention: float is near double") {
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

TEST_CASE("BatchAttention: the same digits for any number of threads") {
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

TEST_CASE("Dropout: without a probability everything stays") {
  std::vector<double> x{1, -2, 3};
  Dropout{}.apply(x.data(), x.size(), 0);
  CHECK(x == std::vector<double>{1, -2, 3});
}

TEST_CASE("Dropout: a number becomes 0 or 1/(1 - p) of itself") {
  const Dropout dropout{0.2, Draws(3, 4, kDropout)};
  std::vector<double> x(300, 2.0);
  dropout.apply(x.data(), x.size(), 50);
  for (std::size_t i = 0; i < x.size(); ++i) {
    CHECK(x[i] == 2 * dropout.factor<double>(50 + i));
    CHECK((x[i] == 0 || x[i] == 2.5));
  }
}

TEST_CASE("Dropout: p of the numbers are dropped, and the mean stays") {
  constexpr std::size_t kMany = 100000;
  for (const double p : {0.1, 0.5, 0.9}) {
    CAPTURE(p);
    std::vector<double> x(kMany, 1.0);
    Dropout{p, Draws(1, 2, kDropout)}.apply(x.data(), x.size(), 0);
    const auto n_dropped = static_cast<double>(std::count(x.begin(), x.end(), 0.0));
    const double deviation = std::sqrt(kMany * p * (1 - p));
    CHECK(std::abs(n_dropped - kMany * p) < 4 * deviation);
    double mean = 0;
    for (const double number : x) mean += number / kMany;
    CHECK(std::abs(mean - 1) < 4 * deviation / kMany / (1 - p));
  }
}

TEST_CASE("Dropout: the way back drops the same numbers") {
  const Dropout dropout{0.5, Draws(3, 4, kDropout)};
  std::vector<float> x(500, 1.0F), dx(500, 1.0F), part(100, 1.0F);
  dropout.apply(x.data(), x.size(), 0);
  dropout.apply(dx.data(), dx.size(), 0);
  CHECK(x == dx);
  // Piece by piece as well.
  dropout.apply(part.data(), part.size(), 300);
  CHECK(std::equal(part.begin(), part.end(), x.begin() + 300));
}

TEST_CASE("Dropout: another step drops others") {
  std::vector<float> now(1000, 1.0F), next(1000, 1.0F);
  Dropout{0.5, Draws(3, 4, kDropout)}.apply(now.data(), now.size(), 0);
  Dropout{0.5, Draws(3, 5, kDropout)}.apply(next.data(), next.size(), 0);
  int n_alike = 0;  // half of them: 500 ± 16
  for (std::size_t i = 0; i < now.size(); ++i) n_alike += now[i] == next[i];
  CHECK(std::abs(n_alike - 500) < 4 * 16);
}

TEST_CASE("Embedding: by hand, with a token that comes again") {
  Parameters<double> all(1);
  const Embedding<double> layer{all.add("E", 3, 2, Start::zeros())};
  set_rows(layer.E.value(), {1, 2, 3, 4, 5, 6});
  const std::vector<std::uint32_t> tokens{2, 0, 2};
  RowMatrix<double> X(3, 2);
  layer.forward(tokens, X);
  CHECK(difference(matrix_of(X), {{5, 6}, {1, 2}, {5, 6}}) == "");
  const RowMatrix<double> dX(3, 2, {1, 10, 2, 20, 3, 30});
  layer.backward(tokens, dX);
  CHECK(difference(matrix_of(layer.E.gradient()), {{2, 20}, {0, 0}, {4, 40}}) == "");
  layer.backward(tokens, dX);
  CHECK(difference(matrix_of(layer.E.gradient()), {{4, 40}, {0, 0}, {8, 80}}) == "");
}

TEST_CASE("Embedding: differences agree with repeated tokens") {
  const std::vector<std::uint32_t> tokens{2, 0, 2, 2, 3, 0};  // of five; 1 and 4 never
  Parameters<double> all(1);
  const Embedding<double> layer{all.add("E", 5, 3, Start::normal(1))};
  RowMatrix<double> X(6, 3);
  const RowMatrix<double> R = random_rows(2, 6, 3);
  const auto loss = [&] {
    layer.forward(tokens, X);
    return weighted_sum(R, X);
  };
  layer.backward(tokens, R);
  CHECK(gradient_fault(claims_of(all), loss) == "");
  const arma::mat dE = matrix_of(layer.E.gradient());
  CHECK(arma::abs(dE.row(1)).max() == 0);
  CHECK(arma::abs(dE.row(4)).max() == 0);
  CHECK(difference(arma::sum(dE, 0), arma::sum(matrix_of(R), 0)) == "");
}

TEST_CASE("LearnedPositions: by hand, two sequences of two tokens") {
  Parameters<double> all(1);
  const LearnedPositions<double> layer{all.add("P", 3, 2, Start::zeros())};
  set_rows(layer.P.value(), {1, 2, 3, 4, 5, 6});
  RowMatrix<double> X(4, 2, {10, 10, 10, 10, 20, 20, 20, 20});
  layer.forward(2, X);
  CHECK(difference(matrix_of(X), {{11, 12}, {13, 14}, {21, 22}, {23, 24}}) == "");
  const RowMatrix<double> dX(4, 2, {1, 2, 3, 4, 10, 20, 30, 40});
  layer.backward(2, dX);
  CHECK(difference(matrix_of(layer.P.gradient()), {{11, 22}, {33, 44}, {0, 0}}) == "");
}

TEST_CASE("LearnedPositions: differences agree") {
  Parameters<double> all(1);
  const LearnedPositions<double> layer{all.add("P", 4, 3, Start::normal(1))};
  const RowMatrix<double> before = random_rows(1, 6, 3), R = random_rows(2, 6, 3);
  const auto loss = [&] {
    RowMatrix<double> X = before;
    layer.forward(3, X);
    return weighted_sum(R, X);
  };
  layer.backward(3, R);
  CHECK(gradient_fault(claims_of(all), loss) == "");
}

template <class Real>
LayerNorm<Real> norm_layer(Parameters<Real>& all, std::size_t d) {
  return {all.add("gamma", d, Start::uniform(2)), all.add("beta", d, Start::uniform(1))};
}

// As a model begins.
template <class Real>
LayerNorm<Real> plain_norm(Parameters<Real>& all, std::size_t d) {
  return {all.add("gamma", d, Start::ones()), all.add("beta", d, Start::zeros())};
}

TEST_CASE("LayerNorm: by hand") {
  // 1 2 3 6 has mean 3 and variance (4 + 1 + 0 + 9) / 4 = 3.5.
  Workers workers(1);
  Parameters<double> all(1);
  const LayerNorm<double> layer = plain_norm(all, 4);
  set_rows(layer.gamma.value(), {1, 1, 2, 1});
  set_rows(layer.beta.value(), {0, 0, 0, 5});
  const RowMatrix<double> X(1, 4, {1, 2, 3, 6});
  RowMatrix<double> Y(1, 4);
  RowMoments<double> moments;
  layer.forward(workers, X, Y, &moments);
  const double r = 1 / std::sqrt(3.5 + 1e-5);
  CHECK(moments.mean == 3);
  CHECK(moments.rate == Approx(r).epsilon(1e-15));
  CHECK(difference(matrix_of(Y), {{-2 * r, -r, 0, 3 * r + 5}}) == "");

  // dy = 1 0 1 0: g = 1 0 2 0 has mean 3/4; g x̂ = −2r 0 0 0 has mean −r/2.
  const RowMatrix<double> dY(1, 4, {1, 0, 1, 0});
  RowMatrix<double> dX(1, 4);
  layer.backward(workers, X, &moments, dY, dX);
  const double h = r * r / 2;  // −x̂ mean(g x̂) is h times −2 −1 0 3
  const arma::mat dx{{1 - 0.75 - 2 * h, -0.75 - h, 2 - 0.75, -0.75 + 3 * h}};
  CHECK(difference(matrix_of(dX), r * dx) == "");
  CHECK(difference(matrix_of(layer.gamma.gradient()), {{-2 * r, 0, 0, 0}}) == "");
  CHECK(difference(matrix_of(layer.beta.gradient()), {{1, 0, 1, 0}}) == "");
}

TEST_CASE("LayerNorm: every row gets mean 0 and variance 1") {
  Workers workers(1);
  Parameters<double> all(1);
  const LayerNorm<double> layer = plain_norm(all, 19);
  RowMatrix<double> X = random_rows(2, 6, 19), Y(6, 19);
  for (double& x : X.numbers) x = 100 * x + 1000;
  std::vector<RowMoments<double>> moments(6);
  layer.forward(workers, X, Y, moments.data());
  const arma::mat y = matrix_of(Y);
  CHECK(arma::abs(arma::mean(y, 1)).max() < 1e-12);
  CHECK(arma::abs(arma::var(y, 1, 1) - 1).max() < 1e-7);  // ε takes 1e-5 of 3,000
}

TEST_CASE("LayerNorm: equal numbers become 0, not NaN") {
  Workers workers(1);
  Parameters<float> all(1);
  const LayerNorm<float> layer = plain_norm(all, 8);
  const RowMatrix<float> X(1, 8, std::vector<float>(8, 0.1F));
  RowMatrix<float> Y(1, 8);
  RowMoments<float> moments;
  layer.forward(workers, X, Y, &moments);
  CHECK(moments.rate == Approx(1 / std::sqrt(1e-5)));
  CHECK(difference(matrix_of(Y), arma::zeros(1, 8), 1e-5) == "");
}

TEST_CASE("LayerNorm: numbers that differ little beside their size") {
  // Of these a float knows the mean to 0.003 alone: what hangs on its square is lost.
  Workers workers(1);
  Parameters<float> all(1);
  const LayerNorm<float> layer = plain_norm(all, 3);
  const RowMatrix<float> X(1, 3, {100000, 100000, 100001});
  RowMatrix<float> Y(1, 3);
  RowMoments<float> moments;
  layer.forward(workers, X, Y, &moments);
  const double low = -std::sqrt(0.5);  // a third less than the mean, over √(2/9)
  CHECK(difference(matrix_of(Y), {{low, low, -2 * low}}, 0.02) == "");
}

TEST_CASE("LayerNorm: what moves a row, or makes it longer, has no gradient") {
  Workers workers(1);
  Parameters<double> all(5);
  const LayerNorm<double> layer = norm_layer(all, 11);
  RowMatrix<double> X = random_rows(1, 4, 11), Y(4, 11), dX(4, 11);
  for (double& x : X.numbers) x *= 1000;  // beside which ε is nothing
  std::vector<RowMoments<double>> moments(4);
  layer.forward(workers, X, Y, moments.data());
  layer.backward(workers, X, moments.data(), random_rows(2, 4, 11), dX);
  const arma::mat x = matrix_of(X), dx = matrix_of(dX);
  CHECK(arma::abs(dx).max() > 1e-4);
  CHECK(arma::abs(arma::sum(dx, 1)).max() < 1e-15);
  const arma::mat centred = x.each_col() - arma::vec(arma::mean(x, 1));
  CHECK(arma::abs(arma::sum(dx % centred, 1)).max() < 1e-9);
}

TEST_CASE("LayerNorm: differences agree, and dX may be dY") {
  for (const std::size_t d : {5U, 8U, 21U}) {
    CAPTURE(d);
    Workers workers(1);
    Parameters<double> all(3);
    const LayerNorm<double> layer = norm_layer(all, d);
    RowMatrix<double> X = random_rows(1, 5, d), Y(5, d);
    const RowMatrix<double> R = random_rows(2, 5, d);
    std::vector<RowMoments<double>> moments(5);
    const auto loss = [&] {
      layer.forward(workers, X, Y, moments.data());
      return weighted_sum(R, Y);
    };
    loss();
    RowMatrix<double> dX = R;
    layer.backward(workers, X, moments.data(), dX, dX);
    std::vector<ClaimedGradient> claims = claims_of(all);
    claims.emplace_back("X", X, dX);
    CHECK(gradient_fault(claims, loss) == "");
  }
}

TEST_CASE("LayerNorm: cut into pieces, the same digits for any number of threads") {
  constexpr std::size_t kRows = 1500, kCols = 200;
  REQUIRE(n_pieces(25.0 * kRows * kCols, kCols / 16) >= 2);
  const RowMatrix<float> X = random_rows<float>(1, kRows, kCols),
                         dY = random_rows<float>(2, kRows, kCols);
  std::vector<float> of_one;
  for (const unsigned n_threads : {1U, 2U, 3U}) {
    Workers workers(n_threads);
    Parameters<float> all(4);
    const LayerNorm<float> layer = norm_layer(all, kCols);
    RowMatrix<float> Y(kRows, kCols), dX(kRows, kCols), last(2, kCols);
    std::vector<RowMoments<float>> moments(kRows);
    layer.forward(workers, X, Y, moments.data());
    layer.backward(workers, X, moments.data(), dY, dX);
    const std::vector<float> results = joined({Y.numbers, dX.numbers, all.gradients});
    if (n_threads == 1) of_one = results;
    CHECK((results == of_one));
    // Two rows by themselves, too.
    layer.forward(workers, X.rows().rows(kRows - 2, 2), last, moments.data());
    CHECK(std::equal(last.numbers.rbegin(), last.numbers.rend(), Y.numbers.rbegin()));
  }
  const arma::rowvec of_beta = arma::sum(matrix_of(dY), 0);
  const std::vector<float> d_beta(of_one.end() - kCols, of_one.end());
  CHECK(difference(arma::conv_to<arma::rowvec>::from(d_beta), of_beta, 1e-3) == "");
}

template <class Real>
Linear<Real> linear_layer(Parameters<Real>& all, std::size_t d_in, std::size_t d_out,
                          bool has_bias = true) {
  Linear<Real> layer;
  layer.W = all.add("W", d_in, d_out, Start::uniform(1));
  if (has_bias) layer.b = all.add("b", d_out, Start::uniform(1));
  return layer;
}

constexpr std::size_t kLinearRows = 333, kLinearIn = 150, kLinearOut = 210;

TEST_CASE("Linear: by hand") {
  Workers workers(1);
  Parameters<double> all(1);
  const Linear<double> layer = linear_layer(all, 2, 3);
  set_rows(layer.W.value(), {1, 2, 3, 4, 5, 6});
  set_rows(layer.b.value(), {10, 20, 30});
  const RowMatrix<double> X(2, 2, {1, 1, 2, -1}), dY(2, 3, {1, 0, -1, 2, 1, 0});
  RowMatrix<double> Y(2, 3), dX(2, 2);
  layer.forward(workers, X, Y);
  CHECK(difference(matrix_of(Y), {{15, 27, 39}, {8, 19, 30}}) == "");
  layer.backward(workers, X, dY, dX);
  CHECK(difference(matrix_of(dX), {{1 - 3, 4 - 6}, {2 + 2, 8 + 5}}) == "");
  CHECK(difference(matrix_of(layer.W.gradient()), {{5, 2, -1}, {-1, -1, -1}}) == "");
  CHECK(difference(matrix_of(layer.b.gradient()), {{3, 1, -1}}) == "");
}

TEST_CASE("Linear: gradients of parameters add up") {
  Workers workers(1);
  Parameters<double> all(1);
  const Linear<double> layer = linear_layer(all, 4, 3);
  const RowMatrix<double> X = random_rows(1, 5, 4), dY = random_rows(2, 5, 3);
  layer.backward(workers, X, dY, {});
  const arma::vec once(all.gradients);
  layer.backward(workers, X, dY, {});
  CHECK(difference(arma::vec(all.gradients), 2 * once) == "");
}

TEST_CASE("Linear: differences agree, with a bias and without") {
  for (const bool has_bias : {true, false}) {
    Workers workers(1);
    Parameters<double> all(3);
    const Linear<double> layer = linear_layer(all, 6, 5, has_bias);
    RowMatrix<double> X = random_rows(1, 7, 6), Y(7, 5), dX(7, 6);
    const RowMatrix<double> R = random_rows(2, 7, 5);
    const auto loss = [&] {
      layer.forward(workers, X, Y);
      return weighted_sum(R, Y);
    };
    layer.backward(workers, X, R, dX);
    std::vector<ClaimedGradient> claims = claims_of(all);
    claims.emplace_back("X", X, dX);
    CHECK(gradient_fault(claims, loss) == "");
  }
}

TEST_CASE("Linear: cut into pieces it gives what Armadillo gives") {
  REQUIRE(n_pieces(2.0 * kLinearRows * kLinearIn * kLinearOut, kLinearIn / 16) > 2);
  Parameters<double> all(4);
  const Linear<double> layer = linear_layer(all, kLinearIn, kLinearOut);
  const RowMatrix<double> X = random_rows(1, kLinearRows, kLinearIn),
                          dY = random_rows(2, kLinearRows, kLinearOut);
  RowMatrix<double> Y(kLinearRows, kLinearOut), dX(kLinearRows, kLinearIn);
  Workers workers(3);
  layer.forward(workers, X, Y);
  layer.backward(workers, X, dY, dX);
  const arma::mat x = matrix_of(X), dy = matrix_of(dY), W = matrix_of(layer.W.value());
  arma::mat y = x * W;
  y.each_row() += arma::rowvec(matrix_of(layer.b.value()));
  CHECK(difference(matrix_of(Y), y, 1e-11) == "");
  CHECK(difference(matrix_of(dX), dy * W.t(), 1e-11) == "");
  CHECK(difference(matrix_of(layer.W.gradient()), x.t() * dy, 1e-11) == "");
  CHECK(difference(matrix_of(layer.b.gradient()), arma::sum(dy, 0), 1e-11) == "");
}

TEST_CASE("Linear: the same digits for any number of threads") {
  const RowMatrix<float> X = random_rows<float>(1, kLinearRows, kLinearIn),
                         dY = random_rows<float>(2, kLinearRows, kLinearOut);
  std::vector<float> of_one;
  for (const unsigned n_threads : {1U, 2U, 3U}) {
    Workers workers(n_threads);
    Parameters<float> all(4);
    const Linear<float> layer = linear_layer(all, kLinearIn, kLinearOut);
    RowMatrix<float> Y(kLinearRows, kLinearOut), dX(kLinearRows, kLinearIn);
    layer.forward(workers, X, Y);
    layer.backward(workers, X, dY, dX);
    const std::vector<float> results = joined({Y.numbers, dX.numbers, all.gradients});
    if (n_threads == 1) of_one = results;
    CHECK((results == of_one));
  }
}

using Targets = std::vector<std::int32_t>;

// The loss with one thread.
template <class Real>
double entropy_loss(Rows<const Real> Z, const Targets& targets, Rows<Real> dZ) {
  Workers workers(1);
  return Losses<Real>::cross_entropy(workers, Z, targets, dZ);
}

TEST_CASE("cross_entropy: by hand") {
  // Probabilities 1/4 1/4 1/2 and 1/3 1/3 1/3; the row between does not count.
  const RowMatrix<double> Z(3, 3, {0, 0, std::log(2.0), 9, 9, 0, 5, 5, 5});
  RowMatrix<double> dZ(3, 3, std::vector<double>(9, 77.0));
  const double loss = entropy_loss<double>(Z, Targets{2, kNoTarget, 0}, dZ);
  CHECK(loss == Approx((std::log(2.0) + std::log(3.0)) / 2).epsilon(1e-15));
  CHECK(difference(matrix_of(dZ),
                   {{1.0 / 8, 1.0 / 8, -1.0 / 4}, {0, 0, 0}, {-1.0 / 3, 1.0 / 6, 1.0 / 6}}) == "");
}

TEST_CASE("cross_entropy: the gradient may take the place of the logits, or be left out") {
  const RowMatrix<double> Z = random_rows(1, 4, 5);
  const Targets targets{0, 4, kNoTarget, 2};
  RowMatrix<double> dZ(4, 5), in_place = Z;
  const double loss = entropy_loss<double>(Z, targets, dZ);
  CHECK(entropy_loss<double>(in_place, targets, in_place) == loss);
  CHECK((in_place.numbers == dZ.numbers));
  CHECK(entropy_loss<double>(Z, targets, {}) == loss);
}

TEST_CASE("cross_entropy: differences agree, and each row of the gradient sums to 0") {
  RowMatrix<double> Z = random_rows(1, 6, 7), dZ(6, 7);
  for (double& z : Z.numbers) z *= 4;
  const Targets targets{3, 3, kNoTarget, 0, 6, 1};
  const auto loss = [&] { return entropy_loss<double>(Z, targets, {}); };
  entropy_loss<double>(Z, targets, dZ);
  CHECK(gradient_fault({{"Z", Z, dZ}}, loss) == "");
  CHECK(arma::abs(arma::sum(matrix_of(dZ), 1)).max() < 1e-15);
}

TEST_CASE("cross_entropy: a constant on every logit changes nothing, however large") {
  for (const float shift : {0.0F, 1e4F, -1e4F, 1e30F}) {
    const RowMatrix<float> Z(1, 2, {shift, shift});
    RowMatrix<float> dZ(1, 2);
    CHECK(entropy_loss<float>(Z, Targets{1}, dZ) == Approx(std::log(2.0)));
    CHECK(dZ.numbers == std::vector<float>{0.5F, -0.5F});
  }
  // Certain and right, certain and wrong.
  const RowMatrix<float> sure(1, 2, {-1000, 1000});
  CHECK(entropy_loss<float>(sure, Targets{1}, {}) == 0);
  CHECK(entropy_loss<float>(sure, Targets{0}, {}) == 2000);
}

TEST_CASE("cross_entropy: float is near double") {
  const RowMatrix<double> Z = random_rows(5, 8, 30);
  const RowMatrix<float> Z_float = random_rows<float>(5, 8, 30);
  const Targets targets{0, 5, 29, 7, 7, kNoTarget, 1, 2};
  RowMatrix<double> dZ(8, 30);
  RowMatrix<float> dZ_float(8, 30);
  const double loss = entropy_loss<double>(Z, targets, dZ);
  CHECK(entropy_loss<float>(Z_float, targets, dZ_float) == Approx(loss).epsilon(1e-7));
  CHECK(difference(matrix_of(dZ_float), matrix_of(dZ), 1e-7) == "");
}

TEST_CASE("cross_entropy: refuses a batch in which no target counts") {
  const RowMatrix<double> Z = random_rows(1, 2, 3);
  CHECK_THROWS_MATCHES(entropy_loss<double>(Z, Targets{kNoTarget, kNoTarget}, {}),
                       std::invalid_argument, Message("cross_entropy: no target counts"));
  CHECK_THROWS_AS(entropy_loss<float>({}, {}, {}), std::invalid_argument);
}

TEST_CASE("cross_entropy: the same digits for any number of threads") {
  constexpr std::size_t kRows = 500, kClasses = 130;
  REQUIRE(n_pieces(100.0 * kRows * kClasses, kRows) >= 3);
  const RowMatrix<float> Z = random_rows<float>(1, kRows, kClasses);
  Targets targets;
  for (std::int32_t i = 0; i < 500; ++i) targets.push_back(i % 9 == 0 ? kNoTarget : i % 130);
  const double of_one = entropy_loss<float>(Z, targets, {});
  for (const unsigned n_threads : {2U, 3U}) {
    Workers workers(n_threads);
    CHECK(Losses<float>::cross_entropy(workers, Z, targets, {}) == of_one);
  }
}

TEST_CASE("mean_squared_error: by hand, over all numbers") {
  const RowMatrix<double> Y(2, 2, {1, 2, 3, 4}), T(2, 2, {1, 0, 0, 5});
  RowMatrix<double> dY(2, 2);
  CHECK(Losses<double>::mean_squared_error(Y, T, dY) == 14.0 / 4);
  CHECK(difference(matrix_of(dY), {{0, 1}, {1.5, -0.5}}) == "");
  CHECK(Losses<double>::mean_squared_error(Y, T, {}) == 14.0 / 4);
}

TEST_CASE("mean_squared_error: differences agree, in place as well") {
  RowMatrix<double> Y = random_rows(1, 5, 4), dY(5, 4);
  const RowMatrix<double> T = random_rows(2, 5, 4);
  Losses<double>::mean_squared_error(Y, T, dY);
  const auto loss = [&] { return Losses<double>::mean_squared_error(Y, T, {}); };
  CHECK(gradient_fault({{"Y", Y, dY}}, loss) == "");
  RowMatrix<double> in_place = Y;
  Losses<double>::mean_squared_error(in_place, T, in_place);
  CHECK((in_place.numbers == dY.numbers));
}

using Lengths = std::vector<std::uint32_t>;

const RowMatrix<double> kSixTokens(6, 2, {1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60});

arma::mat pooled(PoolKind kind, const RowMatrix<double>& X, const Lengths& lengths) {
  RowMatrix<double> P(2, X.n_cols);
  Poolings<double>::forward(kind, X, lengths, P);
  return matrix_of(P);
}

TEST_CASE("Poolings: by hand, two sequences of three tokens") {
  CHECK(difference(pooled(PoolKind::mean, kSixTokens, {}), {{3, 4}, {30, 40}}) == "");
  CHECK(difference(pooled(PoolKind::mean, kSixTokens, {2, 1}), {{2, 3}, {10, 20}}) == "");
  CHECK(difference(pooled(PoolKind::last, kSixTokens, {}), {{5, 6}, {50, 60}}) == "");
  CHECK(difference(pooled(PoolKind::last, kSixTokens, {2, 1}), {{3, 4}, {10, 20}}) == "");
}

TEST_CASE("Poolings: the gradient by hand") {
  const RowMatrix<double> dP(2, 1, {6, 12});
  RowMatrix<double> dX(6, 1, std::vector<double>(6, 77.0));
  const auto gradient = [&](PoolKind kind, const Lengths& lengths) {
    Poolings<double>::backward(kind, dP, lengths, dX);
    return matrix_of(dX);
  };
  CHECK(difference(gradient(PoolKind::mean, {}), arma::vec{2, 2, 2, 4, 4, 4}) == "");
  CHECK(difference(gradient(PoolKind::mean, {2, 1}), arma::vec{3, 3, 0, 12, 0, 0}) == "");
  CHECK(difference(gradient(PoolKind::last, {}), arma::vec{0, 0, 6, 0, 0, 12}) == "");
  CHECK(difference(gradient(PoolKind::last, {2, 1}), arma::vec{0, 6, 0, 12, 0, 0}) == "");
}

TEST_CASE("Poolings: differences agree") {
  const RowMatrix<double> R = random_rows(2, 2, 3);
  for (const Named<PoolKind>& kind : kPoolKinds)
    for (const Lengths& lengths : {Lengths{}, Lengths{5, 2}, Lengths{1, 4}}) {
      CAPTURE(kind.name);
      RowMatrix<double> X = random_rows(1, 10, 3), dX(10, 3), P(2, 3);
      const auto loss = [&] {
        Poolings<double>::forward(kind.value, X, lengths, P);
        return weighted_sum(R, P);
      };
      Poolings<double>::backward(kind.value, R, lengths, dX);
      CHECK(gradient_fault({{"X", X, dX}}, loss) == "");
    }
}

TEST_CASE("Poolings: padding counts for nothing, not even NaN") {
  RowMatrix<double> X = kSixTokens;
  X.rows()(2, 0) = X.rows()(4, 1) = X.rows()(5, 0) = std::nan("");
  for (const Named<PoolKind>& kind : kPoolKinds)
    CHECK(difference(pooled(kind.value, X, {2, 1}), pooled(kind.value, kSixTokens, {2, 1})) == "");
}

TEST_CASE("Poolings: a length that cannot be is the nearest that can") {
  for (const Named<PoolKind>& kind : kPoolKinds) {
    CHECK(same(pooled(kind.value, kSixTokens, {0, 9}), pooled(kind.value, kSixTokens, {1, 3})));
    RowMatrix<double> a(6, 2), b(6, 2);
    const RowMatrix<double> dP = random_rows(1, 2, 2);
    Poolings<double>::backward(kind.value, dP, Lengths{0, 9}, a);
    Poolings<double>::backward(kind.value, dP, Lengths{1, 3}, b);
    CHECK((a.numbers == b.numbers));
  }
}

}  // namespace
