#include "mechanisms/studies/filter_study.hpp"

#include <cmath>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

FilterProblem five_tokens() {
  FilterProblem problem;
  const arma::mat one(2, 2, arma::fill::eye);
  problem.attention.tensors = Embedded{.X = {{1, 0}, {0, 1}, {1, 1}, {2, 0}, {0, 2}},
                                       .memory = {},
                                       .W_Q = one,
                                       .W_K = one,
                                       .W_V = one};
  problem.attention.query_tokens = problem.attention.key_tokens = {"a", "b", "c", "d", "e"};
  return problem;
}

double change_of(const Trace& trace, const std::string& group, const char* id) {
  return arma::abs(trace.stage(id, group).value - trace.stage(id, group + " changed").value).max();
}

}  // namespace

TEST_CASE("filter_study: both filters as matrices", "[mechanisms][studies]") {
  const Trace trace = filter_study(five_tokens());
  CHECK(difference(trace.stage("weights", "moving average").value,
                   {{1, 0, 0, 0, 0},
                    {.5, .5, 0, 0, 0},
                    {1. / 3, 1. / 3, 1. / 3, 0, 0},
                    {0, 1. / 3, 1. / 3, 1. / 3, 0},
                    {0, 0, 1. / 3, 1. / 3, 1. / 3}}) == "");
  CHECK(difference(trace.stage("weights", "exponential average").value,
                   {{1, 0, 0, 0, 0},
                    {.7, .3, 0, 0, 0},
                    {.49, .21, .3, 0, 0},
                    {.343, .147, .21, .3, 0},
                    {.2401, .1029, .147, .21, .3}}) == "");
  CHECK(difference(trace.stage("output", "moving average").value.row(2), {{2. / 3, 2. / 3}}) == "");
}

TEST_CASE("filter_study: a changed token moves the weights of attention alone",
          "[mechanisms][studies]") {
  const Trace trace = filter_study(five_tokens());
  CHECK(difference(trace.stage("input", "moving average changed").value.row(0), {{2, 1}}) == "");
  CHECK(difference(trace.stage("input", "attention changed").value.row(0), {{2, 1}}) == "");
  CHECK(change_of(trace, "moving average", "weights") == 0.0);
  CHECK(change_of(trace, "exponential average", "weights") == 0.0);
  CHECK(change_of(trace, "attention", "weights") > .1);
  CHECK(change_of(trace, "moving average", "output") == Approx(1.0));
  const Table& change = trace.tables.front();
  CHECK(std::get<cell::Whole>(change.rows[0].back()).number == 3);  // a window of 3
  CHECK(std::get<cell::Whole>(change.rows[1].back()).number == 5);  // all that follow
}

TEST_CASE("filter_study: attention is that of the same words", "[mechanisms][studies]") {
  const FilterProblem problem = five_tokens();
  CHECK(difference(filter_study(problem).stage("weights", "attention").value,
                   scaled_dot_product(problem.attention).stage("weights").value) == "");
}

TEST_CASE("filter_study: refuses what has no embeddings to change", "[mechanisms][studies]") {
  FilterProblem problem = five_tokens();
  problem.attention.tensors = Projected{arma::vec{1}, arma::vec{1}, arma::vec{1}};
  CHECK_THROWS_MATCHES(
      filter_study(problem), InputError,
      Message("the study of filters changes a token and looks whether the weights follow, so it "
              "needs one sequence of embeddings: words, or --x with its weights."));
}

TEST_CASE("filter_study: the formula of the exponential average holds for every key",
          "[mechanisms][studies]") {
  const Trace trace = filter_study(five_tokens());
  const Stage& weights = trace.stage("weights", "exponential average");
  CHECK(weights.formula == "A(t, s) = α (1 − α)^(t − s),  A(t, 0) = (1 − α)^t");
  const double alpha = 0.3;
  for (arma::uword t = 0; t < 5; ++t)
    for (arma::uword s = 0; s <= t; ++s) {
      const double first = s == 0 ? 1.0 : alpha;
      CHECK(weights.value(t, s) == Approx(first * std::pow(1 - alpha, t - s)));
    }
}

TEST_CASE("filter_study: says that attention moves only where it does", "[mechanisms][studies]") {
  CHECK_THAT(filter_study(five_tokens()).tables.front().note,
             ContainsSubstring("so they move with it."));
  FilterProblem problem = five_tokens();
  problem.attention.window = 1;  // each token sees itself alone
  const Trace trace = filter_study(problem);
  CHECK(change_of(trace, "attention", "weights") == 0.0);
  CHECK_THAT(trace.tables.front().note,
             ContainsSubstring("but here the change of one token did not move them."));
}
