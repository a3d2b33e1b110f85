#include "mechanisms/studies/dropout_study.hpp"

#include "base/message.hpp"
#include "data/words/random.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

GivenAttention pattern_of(arma::mat pattern) {
  GivenAttention given;
  given.kind = GivenAttention::Kind::pattern;
  for (arma::uword i = 0; i < pattern.n_rows; ++i)
    given.query_tokens.push_back("q" + std::to_string(i));
  for (arma::uword j = 0; j < pattern.n_cols; ++j)
    given.key_tokens.push_back("k" + std::to_string(j));
  given.given = std::move(pattern);
  return given;
}

// Chances that come in turn, over and over.
std::function<double()> in_turn(std::vector<double> chances) {
  return [chances = std::move(chances), n = std::size_t{0}]() mutable {
    return chances[n++ % chances.size()];
  };
}

}  // namespace

TEST_CASE("dropout_study: a draw by hand", "[mechanisms][studies]") {
  GivenAttention given = pattern_of({{.2, .8}, {.5, .5}});
  given.V = arma::mat(arma::vec{10, 20});
  DropoutProblem problem{.attention = given, .p = .2, .n_draws = 1, .n_in_mean = 1};
  problem.uniform = in_turn({.9, .1, .2, .7});  // keeps, drops, keeps (not below p), keeps
  const Trace trace = dropout_study(problem);
  CHECK(difference(trace.stage("dropped", "draw 1").value, {{.25, 0}, {.625, .625}}) == "");
  CHECK(difference(trace.stage("mixed", "draw 1").value, arma::vec{2.5, 18.75}) == "");
  CHECK(difference(trace.stage("weights").value, {{.2, .8}, {.5, .5}}) == "");
}

TEST_CASE("dropout_study: the mean of many draws is evaluation", "[mechanisms][studies]") {
  const arma::mat A{{.7, .3}, {.5, .5}};
  DropoutProblem problem{.attention = pattern_of(A), .p = .1, .n_draws = 3, .n_in_mean = 4000};
  Random random(1);
  problem.uniform = [&random] { return random.uniform(); };
  const Trace trace = dropout_study(problem);
  // One mean is off by A √(p / (1 − p) / 4000), at most .0037.
  CHECK(arma::abs(trace.stage("mean").value - A).max() < .018);
  CHECK(trace.result == "mean");
}

TEST_CASE("dropout_study: without dropout nothing changes", "[mechanisms][studies]") {
  DropoutProblem problem{.attention = pattern_of({{.25, .75}}), .p = 0.0};
  problem.uniform = in_turn({0.0});
  CHECK(difference(dropout_study(problem).stage("mean").value, {{.25, .75}}) == "");
}

TEST_CASE("copy_error: training is least at c = 1 − p, where evaluation is p²",
          "[mechanisms][studies]") {
  const double p = .1;
  CHECK(copy_error(1 - p, p).training == Approx(p));
  CHECK(copy_error(1 - p, p).evaluation == Approx(p * p));
  CHECK(copy_error(1, p).training == Approx(p / (1 - p)));
  CHECK(copy_error(1, p).evaluation == 0.0);
  for (const double c : {.88, .89, .91, .92}) CHECK(copy_error(c, p).training > p);
}

TEST_CASE("dropout_study: refuses what is no chance", "[mechanisms][studies]") {
  DropoutProblem problem{.attention = pattern_of(arma::vec{1}), .p = 1.0};
  CHECK_THROWS_MATCHES(dropout_study(problem), InputError,
                       Message("--dropout is the chance that a weight is dropped, from 0 to below "
                               "1, not 1. The usual one is 0.1."));
}

TEST_CASE("dropout_study: many weights get fewer draws, and the screen says how many",
          "[mechanisms][studies]") {
  const auto note_for = [](arma::uword n) {
    DropoutProblem problem{.attention = pattern_of(arma::mat(n, n, arma::fill::value(1.0 / n)))};
    problem.uniform = [] { return 0.5; };
    const Trace trace = dropout_study(problem);
    return trace.stage("mean").note + " " + trace.tables.front().title;
  };
  CHECK_THAT(note_for(2), ContainsSubstring("The mean of 1000 more draws"));
  const std::string fewer = note_for(1000);  // 20 million numbers in all
  CHECK_THAT(fewer, ContainsSubstring("The mean of 20 more draws"));
  CHECK_THAT(fewer, ContainsSubstring("in the mean of 20 draws"));
}

TEST_CASE("dropout_study: a narrow screen does without all draws but the first",
          "[mechanisms][studies]") {
  for (const arma::uword n_draws : {1U, 2U, 3U, 5U}) {
    DropoutProblem problem{.attention = pattern_of({{.5, .5}}), .n_draws = n_draws};
    problem.uniform = [] { return 0.5; };
    const Table table = dropout_study(problem).tables.front();
    std::vector<std::string> left_out;
    for (const std::size_t column : table.dispensable)
      left_out.push_back(table.columns.at(column).id);
    std::vector<std::string> expected{"deviation"};
    for (arma::uword draw = n_draws; draw > 1; --draw)
      expected.push_back("draw_" + std::to_string(draw));
    CHECK(left_out == expected);
  }
}
