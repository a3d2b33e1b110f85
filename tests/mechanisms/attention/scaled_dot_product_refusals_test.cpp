#include "base/message.hpp"
#include "mechanisms/attention/attention.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

TEST_CASE("scaled_dot_product: names the matrices that do not fit") {
  const auto refuses = [](const auto& tensors, const std::string& text) {
    CHECK_REFUSED(scaled_dot_product(problem_of(tensors)), text);
  };
  using arma::ones;
  const auto embedded = [](std::optional<arma::mat> memory, const arma::mat& W_Q,
                           const arma::mat& W_K, const arma::mat& W_V) {
    return Embedded{ones(3, 4), std::move(memory), W_Q, W_K, W_V};
  };
  const std::string width = " must have the same number of columns: ";
  const std::string empty = ": it needs at least one row and one column.";
  refuses(Projected{ones(2, 3), ones(4, 5), ones(4, 3)},
          "Q and K" + width + "Q is 2 x 3, K is 4 x 5.");
  refuses(Projected{ones(2, 3), ones(4, 3), ones(2, 3)},
          "K and V must have the same number of rows: K is 4 x 3, V is 2 x 3.");
  refuses(Projected{ones(0, 3), ones(4, 3), ones(4, 3)}, "Q is 0 x 3" + empty);
  refuses(Projected{ones(2, 3), ones(0, 3), ones(4, 3)}, "K is 0 x 3" + empty);
  refuses(Projected{ones(2, 3), ones(4, 3), ones(4, 0)}, "V is 4 x 0" + empty);
  refuses(embedded({}, ones(4, 2), ones(4, 3), ones(4, 2)),
          "W_Q and W_K" + width + "W_Q is 4 x 2, W_K is 4 x 3.");
  refuses(embedded({}, ones(5, 2), ones(4, 2), ones(4, 2)),
          "X times W_Q needs as many columns in X as rows in W_Q: X is 3 x 4, W_Q is 5 x 2.");
  refuses(embedded({}, ones(4, 2), ones(5, 2), ones(4, 2)),
          "X times W_K needs as many columns in X as rows in W_K: X is 3 x 4, W_K is 5 x 2.");
  refuses(embedded(ones(6, 4), ones(4, 2), ones(4, 2), ones(5, 2)),
          "M times W_V needs as many columns in M as rows in W_V: M is 6 x 4, W_V is 5 x 2.");
  refuses(embedded(ones(6, 5), ones(4, 2), ones(4, 2), ones(4, 2)),
          "X and M" + width + "X is 3 x 4, M is 6 x 5.");
  refuses(embedded(ones(0, 4), ones(4, 2), ones(4, 2), ones(4, 2)), "M is 0 x 4" + empty);
  refuses(embedded({}, ones(4, 0), ones(4, 2), ones(4, 2)), "W_Q is 4 x 0" + empty);
  refuses(embedded({}, ones(4, 2), ones(4, 0), ones(4, 2)), "W_K is 4 x 0" + empty);
  refuses(embedded({}, ones(4, 2), ones(4, 2), ones(4, 0)), "W_V is 4 x 0" + empty);
  refuses(Embedded{ones(0, 4), {}, ones(4, 2), ones(4, 2), ones(4, 2)}, "X is 0 x 4" + empty);
}

TEST_CASE("scaled_dot_product: refuses masks and labels and lengths that do not fit") {
  AttentionProblem masked = problem_of(Projected{exercise1::Q, exercise1::K, exercise1::V});
  masked.mask = Mask(3, 2, arma::fill::ones);
  CHECK_REFUSED(scaled_dot_product(masked),
                "the mask (one row per query, one column per key) must be 3 x 3, but it is 3 x 2.");
  AttentionProblem labelled = problem_of(Projected{exercise1::Q, exercise1::K, exercise1::V});
  labelled.key_tokens.push_back("one too many");
  CHECK_REFUSED(
      scaled_dot_product(labelled),
      "K needs one token a row: rows 3, tokens given 4. Check --tokens and --key-tokens.");
  labelled.query_tokens.pop_back();
  CHECK_REFUSED(
      scaled_dot_product(labelled),
      "Q needs one token a row: rows 3, tokens given 2. Check --tokens and --key-tokens.");
  const arma::vec queries_too_many(4097, arma::fill::ones), K(4096, arma::fill::ones);
  CHECK_REFUSED(scaled_dot_product(problem_of(Projected{queries_too_many, K, K})),
                "every stage is kept, and 4097 queries x 4096 keys make more score cells than fit: "
                "the limit is 16777216. Use shorter sequences.");
}
