#include "kernels/fused_multi_head.hpp"

#include "mechanisms/attention/attention.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"

namespace {

constexpr double kSinglePrecision = 1e-5;

arma::mat with_stages(const MultiHeadProblem& problem) {
  const Trace trace = multi_head(problem);
  return trace.stage(trace.result).value;
}

arma::mat with_stages(const AttentionProblem& problem) {
  return scaled_dot_product(problem).stage("output").value;
}

template <class Real>
arma::mat alone(const MultiHeadProblem& problem, const FusedRun& run = {}) {
  return arma::conv_to<arma::mat>::from(fused_multi_head<Real>(problem, problem, run));
}

template <class Real>
arma::mat alone(const AttentionProblem& problem, const FusedRun& run = {}) {
  return arma::conv_to<arma::mat>::from(
      std::visit([&](const auto& tensors) { return fused_head<Real>(tensors, problem, run); },
                 problem.tensors));
}

template <class Problem>
void check_same(const Problem& problem) {
  const arma::mat expected = with_stages(problem);
  CHECK(difference(alone<double>(problem), expected) == "");
  CHECK(difference(alone<double>(problem, {.n_threads = 3}), expected) == "");
  CHECK(difference(alone<float>(problem), expected, kSinglePrecision) == "");
}

template <class Problem>
std::string refusal(const Problem& problem) {
  return attn::refusal([&] { alone<double>(problem); });
}

// Both ways refuse a problem in the same words.
template <class Problem>
void check_refused_alike(const Problem& problem, const std::string& text) {
  CHECK_REFUSED(with_stages(problem), text);
  CHECK(refusal(problem) == text);
}

// One query and one key of width 1.
AttentionProblem numbers(double q, double k) {
  const auto matrix = [](double cell) { return arma::mat(1, 1, arma::fill::value(cell)); };
  return problem_of(Projected{matrix(q), matrix(k), matrix(1)});
}

Mask checkered(arma::uword n_q, arma::uword n_k) {
  Mask mask(n_q, n_k);
  for (arma::uword i = 0; i < n_q; ++i)
    for (arma::uword j = 0; j < n_k; ++j) mask(i, j) = (i + j) % 2 == 0 || i % 3 == 0 ? 1 : 0;
  return mask;
}

}  // namespace

TEST_CASE("fused_multi_head: two heads by hand") {
  // Each head reads one column; keys of 0 look everywhere that the causal mask allows.
  MultiHeadLayer layer;
  layer.X = {{0, 2}, {0, 4}};
  layer.weights.W_Q = layer.weights.W_K = {{0, 0}, {0, 0}};
  layer.weights.W_V = {{0, 0}, {1, 10}};
  layer.weights.W_O = {{1, 0}, {1, 1}};
  layer.weights.b_O = {100, 200};
  layer.counts = {2, 2};
  AttentionOptions options;
  options.causal = true;
  const arma::mat Y = fused_multi_head<double>(layer, options);
  CHECK(difference(Y, {{122, 220}, {133, 230}}, 0.0) == "");
}

TEST_CASE("fused_multi_head: equals the last stage for all kinds of layers") {
  std::mt19937 draws(7);
  const auto [counts, d_key, n_q, n_k] =
      GENERATE(table<HeadCounts, arma::uword, arma::uword, arma::uword>({{{1, 1}, 0, 1, 1},
                                                                         {{2, 2}, 0, 9, 9},
                                                                         {{6, 2}, 0, 20, 20},
                                                                         {{4, 1}, 5, 7, 13},
                                                                         {{3, 3}, 4, 11, 2}}));
  for (const bool bias : {false, true}) {
    CAPTURE(counts.n_heads, counts.n_kv_heads, n_q, n_k, bias);
    MultiHeadProblem problem = random_problem(draws, {.counts = counts,
                                                      .d_model = 6,
                                                      .d_k = 4,
                                                      .d_v = 3,
                                                      .n_q = n_q,
                                                      .n_k = n_k,
                                                      .d_key = d_key,
                                                      .bias = bias});
    check_same(problem);
    problem.causal = true;
    check_same(problem);
    problem.window = 3;
    check_same(problem);
    problem.n_padded = 1;
    check_same(problem);
    problem.mask = checkered(n_q, n_k);
    check_same(problem);
    problem.scale = {Scale::Kind::factor, 2.5};
    check_same(problem);
    problem.scale.kind = Scale::Kind::off;
    problem.weights.W_O.reset();
    check_same(problem);
  }
}

TEST_CASE("fused_multi_head: values may come from rows of their own") {
  std::mt19937 draws(8);
  MultiHeadProblem problem = random_problem(draws, {.n_k = 5, .d_key = 4});
  problem.value_memory = random_matrix(draws, 5, 4);
  check_same(problem);
}

TEST_CASE("fused_multi_head: turns queries and keys by their positions") {
  std::mt19937 draws(9);
  MultiHeadProblem problem =
      random_problem(draws, {.counts = {4, 2}, .d_model = 5, .d_k = 6, .n_q = 12});
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
    problem.rope = Rotary{.base = 100.0, .pairing = pairing};
    check_same(problem);
  }
}

TEST_CASE("fused_multi_head: queries that may attend to nothing get what was chosen") {
  std::mt19937 draws(10);
  MultiHeadProblem problem = random_problem(
      draws, {.counts = {4, 2}, .d_model = 6, .d_k = 3, .d_v = 2, .n_q = 6, .bias = true});
  problem.n_padded = 2;
  problem.window = 2;  // so the last query sees padding alone
  problem.mask = checkered(6, 6);
  problem.mask->row(1).zeros();
  for (const EmptyRow empty_row : {EmptyRow::zero, EmptyRow::nan, EmptyRow::uniform}) {
    CAPTURE(static_cast<int>(empty_row));
    problem.empty_row = empty_row;
    check_same(problem);
  }
}

TEST_CASE("fused_head: equals the last stage, from embeddings and from queries, keys and values") {
  std::mt19937 draws(11);
  const auto random = [&draws](arma::uword n_rows, arma::uword n_cols) {
    return random_matrix(draws, n_rows, n_cols);
  };
  AttentionProblem given = problem_of(Projected{random(5, 3), random(8, 3), random(8, 2)});
  AttentionProblem made = problem_of(Embedded{.X = random(5, 4),
                                              .memory = random(8, 4),
                                              .W_Q = random(4, 3),
                                              .W_K = random(4, 3),
                                              .W_V = random(4, 2)});
  for (AttentionProblem* problem : {&given, &made}) {
    check_same(*problem);
    problem->causal = true;
    problem->window = 2;
    problem->n_padded = 3;
    problem->empty_row = EmptyRow::uniform;
    check_same(*problem);
  }
}

TEST_CASE("fused_multi_head: refuses what the stages refuse, in the same words") {
  std::mt19937 draws(12);
  const MultiHeadProblem fitting = random_problem(draws, {.counts = {2, 2}, .d_k = 3});
  const auto refused = [&fitting](auto change, const std::string& text) {
    MultiHeadProblem problem = fitting;
    change(problem);
    check_refused_alike(problem, text);
  };
  refused([](auto& p) { p.X.set_size(3, 5); },
          "X times W_Q needs as many columns in X as rows in W_Q: X is 3 x 5, W_Q is 4 x 6.");
  refused(
      [](auto& p) {
        p.counts = {4, 4};
      },
      "W_Q has 6 columns, which 4 heads cannot share evenly: 6 / 4 = 1.5. Check the number of "
      "heads.");
  refused([](auto& p) { p.n_padded = 9; }, "--pad 9 marks more keys as padding than there are: 3.");
  refused([](auto& p) { p.window = 0; },
          "a window of 0 keys would leave every query empty. With a window of 1, each query sees "
          "only itself.");
  refused([](auto& p) { p.mask = checkered(3, 2); },
          "the mask (one row per query, one column per key) must be 3 x 3, but it is 3 x 2.");
  refused([](auto& p) { p.rope = Rotary{}; },
          "RoPE turns dimensions in pairs, so d_head must be even, but it is 3: one dimension "
          "would have no partner. Try 4.");
  refused(
      [](auto& p) {
        p.scale = {Scale::Kind::factor, -1.0};
      },
      "the scale must be a positive number, but it is -1. Without it, scores are divided by "
      "√d_k.");
}

TEST_CASE("fused_multi_head: refuses finite numbers that overflow, in the same words") {
  std::mt19937 draws(13);
  const std::string advice =
      " overflows: its entries do not fit a double-precision number. Use smaller numbers.";
  MultiHeadProblem problem = random_problem(draws, {});
  problem.X.fill(1e200);
  problem.weights.W_K.fill(1e200);
  check_refused_alike(problem, "X W" + advice);
  problem.weights.W_K.fill(1.0);
  problem.weights.W_Q.fill(1.0);
  check_refused_alike(problem, "Q Kᵀ" + advice);

  AttentionProblem single = numbers(1e100, 1e100);
  single.scale = {Scale::Kind::factor, 1e150};
  check_refused_alike(single, "scale S" + advice);
  // No overflow, although queries and keys are long: they are far from parallel.
  single = problem_of(Projected{{{1e200, 0}}, {{0, 1e200}}, arma::mat{{5, 6}}});
  CHECK(difference(alone<double>(single), with_stages(single)) == "");
}

TEST_CASE("fused_multi_head: numbers near their limit that do not overflow") {
  const auto problem = [](double q, const arma::vec& keys, const arma::vec& values) {
    return problem_of(Projected{arma::vec{q}, keys, values});
  };
  // Scores times log2 e, queries times the scale, and sums of values would not fit.
  AttentionProblem scaled = problem(1e160, {1e-300, 2e-300}, {5, 6});
  scaled.scale = {Scale::Kind::factor, 1e150};
  const std::pair<AttentionProblem, double> answers[] = {
      {problem(1e154, {1.5e154, 1.4e154}, {5, 6}), 5},
      {problem(1e154, {-1.5e154, -1.5e154}, {5, 7}), 6},
      {scaled, 6},
      {problem(0, {1, 1, 1}, {1e308, 1e308, 1e308}), 1e308}};
  for (const auto& [numbers, answer] : answers) {
    CHECK(alone<double>(numbers)(0, 0) == Approx(answer));
    CHECK(with_stages(numbers)(0, 0) == Approx(answer));
  }
  CHECK(alone<float>(problem(0, {1, 1}, {3e38, 3e38}))(0, 0) == Approx(3e38));
}

TEST_CASE("fused_multi_head: refuses what does not fit single precision, and says what does") {
  const std::string advice =
      " overflows: its entries do not fit a single-precision number. Use smaller numbers, or "
      "--dtype fp64.";
  CHECK_REFUSED(alone<float>(numbers(1e39, 1)), "Q" + advice);
  CHECK_REFUSED(alone<float>(numbers(1e20, 1e20)), "Q Kᵀ" + advice);
}

TEST_CASE("fused_multi_head: what was not finite to begin with shows in the result") {
  std::mt19937 draws(14);
  MultiHeadProblem problem = random_problem(draws, {.n_q = 4});
  problem.causal = true;
  problem.X(2, 1) = arma::datum::nan;
  const arma::mat Y = alone<double>(problem);
  CHECK(Y.row(2).has_nan());
  CHECK(Y.row(3).has_nan());
}

TEST_CASE("fused_multi_head: is too long for stages and works all the same") {
  std::mt19937 draws(15);
  const arma::uword n = 5000;  // 25 million scores a head
  MultiHeadLayer layer;
  layer.X = random_matrix(draws, n, 2);
  layer.weights.W_Q = layer.weights.W_K = layer.weights.W_V = arma::mat(2, 2, arma::fill::eye);
  layer.counts = {2, 2};
  AttentionOptions options;
  options.causal = true;
  options.window = 3;
  const arma::mat Y = fused_multi_head<double>(layer, options);
  // The last query sees the last three keys.
  const arma::mat tail = layer.X.tail_rows(3);
  for (const arma::uword head : {0u, 1u}) {
    const arma::mat weights = softmax_rows(attention_scores(tail.row(2).col(head), tail.col(head)));
    CHECK(std::abs(Y(n - 1, head) - arma::as_scalar(weights * tail.col(head))) < kTolerance);
  }
}
