// Every slope on the way back against differences: how much the loss differs where one number of
// the problem is a little larger and a little smaller.

#include <map>

#include "core/gradients.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/backward/backward.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"
#include "support/rounds.hpp"
#include "support/slopes.hpp"

using namespace attn;

namespace {

constexpr double kMostApart = 1e-7;

// The matrices of a problem by the ids of their stages.
using Matrices = std::vector<std::pair<std::string, arma::mat*>>;

double largest_slope(const Trace& trace) {
  double largest = 0.0;
  for (const Stage& stage : trace.stages)
    if (!stage.gradient_of.empty()) largest = std::max(largest, arma::abs(stage.value).max());
  return largest;
}

// `traced` computes the trace anew from the matrices as they are.
void check_slopes(const std::function<Trace()>& traced, const Matrices& matrices,
                  const Backward& backward) {
  Trace trace = traced();
  record_backward(trace, backward);
  const auto loss = [&] {
    Trace moved = traced();
    record_loss(moved, backward.loss);
    return moved.stage("loss").value(0, 0);
  };
  for (const auto& [id, matrix] : matrices) {
    CAPTURE(id);
    const arma::mat expected = slopes_by_differences(loss, *matrix);
    CHECK(relative_difference(trace.stage("d_" + id).value, expected, largest_slope(trace)) <
          kMostApart);
  }
}

// A mask, a window, padding, an own mask with an empty row: one of them a round.
void restrict_keys(AttentionOptions& options, std::mt19937& draws, int round, arma::uword n_q,
                   arma::uword n_k) {
  options.causal = round % 2 == 1;
  if (round % 5 == 1) options.window = 1 + draws() % 3;
  if (round % 5 == 2) options.n_padded = draws() % n_k;
  if (round % 5 == 3) {
    Mask mask(n_q, n_k);
    for (auto& cell : mask) cell = draws() % 3 > 0;
    mask.row(draws() % n_q).zeros();
    options.mask = mask;
  }
  if (round % 5 == 4) options.empty_row = EmptyRow::uniform;
  if (round % 4 == 1) options.scale.kind = Scale::Kind::off;
  if (round % 4 == 2) options.scale = {Scale::Kind::factor, .7};
}

Backward towards_random_target(std::mt19937& draws, const Trace& trace) {
  const arma::mat& result = stage_of_loss(trace, {}).value;
  return {.loss = {.kind = Loss::Kind::target,
                   .target = random_matrix(draws, result.n_rows, result.n_cols)}};
}

Matrices matrices_of(MultiHeadProblem& problem, std::vector<arma::mat>& biases) {
  MultiHeadWeights& w = problem.weights;
  Matrices all{{"input", &problem.X}, {"wq", &w.W_Q}, {"wk", &w.W_K}, {"wv", &w.W_V}};
  if (!w.W_O.is_empty()) all.emplace_back("wo", &w.W_O);
  if (problem.memory) all.emplace_back("memory", &*problem.memory);
  if (problem.value_memory) all.emplace_back("value_memory", &*problem.value_memory);
  if (w.b_Q.is_empty()) return all;
  biases = {w.b_Q, w.b_K, w.b_V, w.b_O};
  const char* ids[] = {"bq", "bk", "bv", "bo"};
  for (std::size_t i = 0; i < biases.size(); ++i)
    if (i < 3 || !w.W_O.is_empty()) all.emplace_back(ids[i], &biases[i]);
  return all;
}

void take_biases(MultiHeadWeights& weights, const std::vector<arma::mat>& biases) {
  if (biases.empty()) return;
  weights.b_Q = biases[0].row(0);
  weights.b_K = biases[1].row(0);
  weights.b_V = biases[2].row(0);
  weights.b_O = biases[3].row(0);
}

MultiHeadProblem drawn_heads(std::mt19937& draws, int round) {
  const auto below = [&draws](arma::uword n) { return draws() % n; };
  MultiHeadSizes sizes;
  sizes.counts.n_kv_heads = 1 + below(2);
  sizes.counts.n_heads = sizes.counts.n_kv_heads * (1 + below(3));
  sizes.d_model = 1 + below(4);
  sizes.d_k = 2 * (1 + below(2));
  sizes.d_v = 1 + below(3);
  sizes.n_q = 1 + below(4);
  sizes.d_key = round % 3 == 0 ? 1 + below(4) : 0;
  sizes.n_k = sizes.d_key ? 1 + below(5) : sizes.n_q;
  sizes.bias = round % 2 == 0;
  MultiHeadProblem problem = random_problem(draws, sizes);
  if (sizes.d_key && round % 2) problem.value_memory = random_matrix(draws, sizes.n_k, sizes.d_key);
  if (!sizes.d_key && round % 3 == 1)
    problem.rope = Rotary{10.0, round % 2 ? Pairing::half_split : Pairing::interleaved};
  if (round % 7 == 3) problem.weights.W_O.reset();
  restrict_keys(problem, draws, round, problem.X.n_rows, problem.keys_from().n_rows);
  return problem;
}

}  // namespace

TEST_CASE("record_backward: several heads by differences", "[mechanisms][backward][property]") {
  std::mt19937 draws(11);
  for (int round = 0; round < rounds(60); ++round) {
    MultiHeadProblem problem = drawn_heads(draws, round);
    CAPTURE(round, problem.counts.n_heads, problem.counts.n_kv_heads);
    std::vector<arma::mat> biases;
    const Matrices matrices = matrices_of(problem, biases);
    const auto traced = [&] {
      take_biases(problem.weights, biases);
      return multi_head(problem);
    };
    check_slopes(traced, matrices, towards_random_target(draws, traced()));
  }
}

TEST_CASE("record_backward: one head by differences", "[mechanisms][backward][property]") {
  std::mt19937 draws(12);
  for (int round = 0; round < rounds(40); ++round) {
    CAPTURE(round);
    const arma::uword n_q = 1 + draws() % 5, n_k = round % 3 ? 1 + draws() % 5 : n_q, d = 3;
    AttentionProblem problem = problem_of(Embedded{.X = random_matrix(draws, n_q, d),
                                                   .memory = random_matrix(draws, n_k, d),
                                                   .W_Q = random_matrix(draws, d, 2),
                                                   .W_K = random_matrix(draws, d, 2),
                                                   .W_V = random_matrix(draws, d, 4)});
    auto& tensors = std::get<Embedded>(problem.tensors);
    Matrices matrices{
        {"input", &tensors.X}, {"wq", &tensors.W_Q}, {"wk", &tensors.W_K}, {"wv", &tensors.W_V}};
    if (round % 3)
      matrices.emplace_back("memory", &*tensors.memory);
    else
      tensors.memory.reset();
    restrict_keys(problem, draws, round, n_q, n_k);
    const auto traced = [&problem] { return scaled_dot_product(problem); };
    check_slopes(traced, matrices, towards_random_target(draws, traced()));
  }
}

TEST_CASE("record_backward: queries, keys and values by differences, from one cell or the sum",
          "[mechanisms][backward][property]") {
  std::mt19937 draws(13);
  for (int round = 0; round < rounds(30); ++round) {
    CAPTURE(round);
    const arma::uword n_q = 1 + draws() % 4, n_k = 1 + draws() % 4;
    AttentionProblem problem = problem_of(Projected{.Q = 2.0 * random_matrix(draws, n_q, 3),
                                                    .K = 2.0 * random_matrix(draws, n_k, 3),
                                                    .V = random_matrix(draws, n_k, 2)});
    auto& tensors = std::get<Projected>(problem.tensors);
    restrict_keys(problem, draws, round, n_q, n_k);
    const Matrices matrices{{"query", &tensors.Q}, {"key", &tensors.K}, {"value", &tensors.V}};
    Loss loss;
    if (round % 2)
      loss = {.kind = Loss::Kind::cell, .of = "output", .row = draws() % n_q, .col = 1};
    check_slopes([&problem] { return scaled_dot_product(problem); }, matrices, {.loss = loss});
  }
}

TEST_CASE("record_backward: given scores and a weight as the loss, by differences",
          "[mechanisms][backward][property]") {
  std::mt19937 draws(14);
  for (int round = 0; round < rounds(20); ++round) {
    CAPTURE(round);
    GivenAttention problem;
    problem.given = 3.0 * random_matrix(draws, 2, 4);
    problem.query_tokens = numbered_tokens("q", 2);
    problem.key_tokens = numbered_tokens("k", 4);
    problem.d_k = 5;
    restrict_keys(problem, draws, round, 2, 4);
    if (round % 2) problem.V = random_matrix(draws, 4, 3);
    Matrices matrices{{"scores", &problem.given}};
    Loss loss{.kind = Loss::Kind::cell, .of = "weights", .row = 1, .col = draws() % 4};
    if (round % 4 == 1) loss = {};
    if (round % 4 == 1) matrices.emplace_back("value", &*problem.V);
    check_slopes([&problem] { return given_attention(problem); }, matrices, {.loss = loss});
  }
}
