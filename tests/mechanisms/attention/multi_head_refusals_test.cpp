#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"

namespace {

using arma::ones;

// Two heads, d_model 4, d_k 2, d_v 3, over three tokens.
MultiHeadProblem fitting() {
  std::mt19937 draws(51);
  return random_problem(draws, {.d_v = 3, .bias = true});
}

template <typename Change>
void check_refused(Change change, const std::string& text) {
  MultiHeadProblem problem = fitting();
  CHECK_NOTHROW(multi_head(problem));
  change(problem);
  CHECK_REFUSED(multi_head(problem), text);
}

}  // namespace

TEST_CASE("multi_head: refuses matrices that do not fit") {
  check_refused([](auto& p) { p.X = ones(0, 4); },
                "X is 0 x 4: it needs at least one row and one column.");
  check_refused([](auto& p) { p.memory = ones(0, 4); },
                "M is 0 x 4: it needs at least one row and one column.");
  check_refused([](auto& p) { p.weights.W_Q.reset(); },
                "W_Q is 0 x 0: it needs at least one row and one column.");
  check_refused([](auto& p) { p.X = ones(3, 5); },
                "X times W_Q needs as many columns in X as rows in W_Q: X is 3 x 5, W_Q is 4 x 4.");
  check_refused([](auto& p) { p.memory = ones(3, 6); },
                "M times W_K needs as many columns in M as rows in W_K: M is 3 x 6, W_K is 4 x 4.");
  check_refused(
      [](auto& p) {
        p.memory = ones(3, 4);
        p.value_memory = ones(3, 6);
      },
      "M_V times W_V needs as many columns in M_V as rows in W_V: M_V is 3 x 6, W_V is 4 x 6.");
  check_refused(
      [](auto& p) {
        p.memory = ones(3, 4);
        p.value_memory = ones(2, 4);
      },
      "M and M_V must have the same number of rows: M is 3 x 4, M_V is 2 x 4.");
  check_refused([](auto& p) { p.weights.W_O = ones(4, 4); },
                "W_O must have one row for each column of the concatenation: 2 heads x d_v 3 = 6, "
                "but it is 4 x 4.");
}

TEST_CASE("multi_head: refuses heads that cannot share the columns") {
  check_refused(
      [](auto& p) {
        p.counts = {3, 3};
      },
      "W_Q has 4 columns, which 3 heads cannot share evenly: 4 / 3 = 1.333. Check the "
      "number of heads.");
  check_refused(
      [](auto& p) {
        p.counts = {4, 3};
      },
      "4 query heads cannot share 3 key-value heads evenly: the first number must be a "
      "multiple of the second.");
  check_refused(
      [](auto& p) {
        p.counts = {0, 0};
      },
      "0 query heads cannot share 0 key-value heads evenly: the first number must be a "
      "multiple of the second.");
  check_refused([](auto& p) { p.weights.W_K = ones(4, 3); },
                "W_K has 3 columns, which 2 heads cannot share evenly: 3 / 2 = 1.5. Check the "
                "number of heads.");
  check_refused([](auto& p) { p.weights.W_V = ones(4, 5); },
                "W_V has 5 columns, which 2 heads cannot share evenly: 5 / 2 = 2.5. Check the "
                "number of heads.");
  check_refused(
      [](auto& p) {
        p.counts = {4, 1};
      },
      "a query and a key must be equally wide: 4 query heads in 4 columns of W_Q make "
      "d_k 1, 1 key-value heads in 4 columns of W_K make 4. Check the numbers of heads.");
}

TEST_CASE("multi_head: refuses biases of another width") {
  const std::pair<arma::rowvec MultiHeadWeights::*, std::string> biases[] = {
      {&MultiHeadWeights::b_Q, "b_Q must be 1 x 4"},
      {&MultiHeadWeights::b_K, "b_K must be 1 x 4"},
      {&MultiHeadWeights::b_V, "b_V must be 1 x 6"},
      {&MultiHeadWeights::b_O, "b_O must be 1 x 4"}};
  for (const auto& [bias, text] : biases)
    check_refused(
        [b = bias](auto& p) {
          p.weights.*b = arma::rowvec{1, 2, 3};
        },
        text + ", but it is 1 x 3.");
}

TEST_CASE("multi_head: refuses tokens and masks of another length") {
  check_refused([](auto& p) { p.query_tokens = {"a"}; },
                "X needs one token a row: rows 3, tokens given 1. Check --tokens and "
                "--key-tokens.");
  check_refused([](auto& p) { p.memory = ones(2, 4); },
                "M needs one token a row: rows 2, tokens given 3. Check --tokens and "
                "--key-tokens.");
  check_refused([](auto& p) { p.mask = Mask(3, 4, arma::fill::ones); },
                "the mask (one row per query, one column per key) must be 3 x 3, but it is 3 x 4.");
}

TEST_CASE("multi_head: refuses positions of two sequences, and of odd heads") {
  check_refused(
      [](auto& p) {
        p.rope = Rotary{};
        p.memory = ones(3, 4);
      },
      "--rope needs one sequence: positions of two sequences cannot be compared. Leave out "
      "--rope, or the other sequence.");
  check_refused(
      [](auto& p) {
        p.rope = Rotary{};
        p.counts = {4, 4};
        p.weights.W_V = ones(4, 4);
        p.weights.b_V.reset();
        p.weights.W_O = ones(4, 4);
      },
      "RoPE turns dimensions in pairs, so d_head must be even, but it is 1: one dimension would "
      "have no partner. Try 2.");
}

TEST_CASE("multi_head: the score cells of all heads have one limit") {
  MultiHeadProblem problem;
  problem.X = arma::mat(2049, 1, arma::fill::ones);
  problem.weights.W_Q = problem.weights.W_K = problem.weights.W_V = arma::ones(1, 4);
  problem.counts = {4, 4};
  problem.query_tokens = problem.key_tokens = std::vector<std::string>(2049, "a");
  CHECK_REFUSED(multi_head(problem),
                "every stage is kept, and 4 heads x 2049 queries x 2049 keys make more score cells "
                "than fit: the limit is 16777216. Use shorter sequences or fewer heads.");
}
