#include "mechanisms/attention/attention.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

GivenAttention given_problem(GivenAttention::Kind kind, arma::mat matrix) {
  GivenAttention problem;
  problem.kind = kind;
  if (kind == GivenAttention::Kind::scores) problem.scale.kind = Scale::Kind::off;
  for (arma::uword i = 0; i < matrix.n_rows; ++i)
    problem.query_tokens.push_back("q" + std::to_string(i));
  for (arma::uword j = 0; j < matrix.n_cols; ++j)
    problem.key_tokens.push_back("k" + std::to_string(j));
  problem.given = std::move(matrix);
  return problem;
}

std::vector<std::string> recorded_ids(const Trace& trace) {
  std::vector<std::string> ids;
  for (const Stage& stage : trace.stages) ids.push_back(stage.id);
  return ids;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("given_attention: scores go to softmax as they are") {
  const double e = std::exp(1.0);
  const Trace trace =
      given_attention(given_problem(GivenAttention::Kind::scores, {{0, 1}, {2, 2}}));
  CHECK(recorded_ids(trace) == Ids{"scores", "scaled", "masked", "weights"});
  CHECK(difference(trace.stage("weights").value, {{1 / (1 + e), e / (1 + e)}, {.5, .5}}) == "");
}

TEST_CASE("given_attention: scores are scaled, masked and mixed where that is asked for") {
  GivenAttention problem = given_problem(GivenAttention::Kind::scores, {{4, 2}, {0, 8}});
  problem.scale.kind = Scale::Kind::sqrt_d_k;
  problem.d_k = 4;
  problem.causal = true;
  problem.V = arma::mat{{10, 0}, {0, 10}};
  const Trace trace = given_attention(problem);
  CHECK(difference(trace.stage("scaled").value, {{2, 1}, {0, 4}}) == "");
  CHECK(trace.stage("weights").value(0, 1) == 0.0);
  CHECK(difference(trace.stage("output").value.row(0), {{10, 0}}) == "");
}

TEST_CASE("given_attention: the root of d_k needs a d_k") {
  GivenAttention problem = given_problem(GivenAttention::Kind::scores, {{4, 2}});
  problem.scale.kind = Scale::Kind::sqrt_d_k;
  CHECK_THROWS_WITH(given_attention(problem),
                    "scores that are given have no d_k to divide them by the root of. Say it with "
                    "--d-k N, or leave the scale out.");
}

TEST_CASE("given_attention: rows that sum to 1 are weights, others are shared out") {
  const Trace shares =
      given_attention(given_problem(GivenAttention::Kind::pattern, {{.25, .75}, {1, 0}}));
  CHECK(recorded_ids(shares) == Ids{"weights"});
  CHECK(difference(shares.stage("weights").value, {{.25, .75}, {1, 0}}) == "");
  CHECK(holds_shares(shares.stage("weights")));

  const Trace sizes =
      given_attention(given_problem(GivenAttention::Kind::pattern, {{1, 3}, {.5, .5}}));
  CHECK(recorded_ids(sizes) == Ids{"pattern", "weights"});
  CHECK(difference(sizes.stage("weights").value, {{.25, .75}, {.5, .5}}) == "");
}

TEST_CASE("given_attention: rows and keys that are alone are told") {
  const Trace trace = given_attention(
      given_problem(GivenAttention::Kind::pattern, {{0, 2, 0}, {0, 0, 0}, {0, 1, 0}}));
  CHECK(difference(trace.stage("weights").value, {{0, 1, 0}, {0, 0, 0}, {0, 1, 0}}) == "");
  REQUIRE(trace.warnings.size() == 2);
  CHECK(trace.warnings[0] ==
        "queries that look at nothing, so that their weights are 0: 1 of 3 (\"q1\")");
  CHECK(trace.warnings[1] == "keys that no query looks at: 2 of 3 (\"k0\", \"k2\")");
}

TEST_CASE("given_attention: a row without anything needs no shares") {
  const Trace trace =
      given_attention(given_problem(GivenAttention::Kind::pattern, {{.5, .5}, {0, 0}}));
  CHECK(recorded_ids(trace) == Ids{"weights"});
  CHECK(trace.warnings.size() == 1);

  GivenAttention few = given_problem(GivenAttention::Kind::pattern, {{0, 1}, {0, 0}});
  few.links_a_few = true;
  CHECK(given_attention(few).warnings.empty());
}

TEST_CASE("given_attention: what cannot be shared out is refused") {
  CHECK_THROWS_WITH(
      given_attention(given_problem(GivenAttention::Kind::pattern, {{1, 0}, {.5, -.5}})),
      "attention is shared out, so it cannot be negative or infinite, but row 1, "
      "column 1 holds -0.5. Scores may be negative: give those with --scores.");
  CHECK_THROWS_WITH(
      given_attention(given_problem(GivenAttention::Kind::pattern, {{1, 2}, {1e308, 1e308}})),
      "row 1 of the attention adds up to more than can be computed with. Divide it by a number of "
      "your choice: only shares count.");
  GivenAttention unnamed = given_problem(GivenAttention::Kind::pattern, {{1, 0}});
  unnamed.key_tokens.pop_back();
  CHECK_THROWS_WITH(given_attention(unnamed),
                    "A needs one key token a column: columns 2, tokens given 1. Check --tokens and "
                    "--key-tokens.");
  GivenAttention problem = given_problem(GivenAttention::Kind::pattern, {{1, 0}});
  problem.V = arma::mat{{1, 2}};
  CHECK_THROWS_WITH(given_attention(problem), ContainsSubstring("V"));
}
