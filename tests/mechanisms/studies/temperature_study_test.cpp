#include "mechanisms/studies/temperature_study.hpp"

#include <cmath>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

GivenAttention scores_of(arma::mat scores) {
  GivenAttention given;
  given.scale.kind = Scale::Kind::off;
  for (arma::uword i = 0; i < scores.n_rows; ++i)
    given.query_tokens.push_back("q" + std::to_string(i));
  for (arma::uword j = 0; j < scores.n_cols; ++j)
    given.key_tokens.push_back("k" + std::to_string(j));
  given.given = std::move(scores);
  return given;
}

}  // namespace

TEST_CASE("temperature_study: two scores by hand, for the last query", "[mechanisms][studies]") {
  const double s = std::log(2.0);  // shares 2 : 1 at T = 1, 4 : 1 at T = 0.5
  const Trace trace = temperature_study({scores_of({{9, 9}, {s, 0}}), {.5, 1}});
  CHECK(difference(trace.stage("row").value, {{s, 0}}) == "");
  CHECK(difference(trace.stage("tempered").value, {{.8, .2}, {2. / 3, 1. / 3}}) == "");
  CHECK(trace.stage("spread").value(0, 0) == Approx(.8));
  CHECK(trace.stage("tempered").rows.ids == std::vector<std::string>{"0.5", "1"});
}

TEST_CASE("temperature_study: from a hard maximum to uniform", "[mechanisms][studies]") {
  TemperatureProblem problem{.attention = scores_of({{2, 1, 0.5, -1}})};
  const Trace trace = temperature_study(problem);
  const arma::mat& spread = trace.stage("spread").value;
  CHECK(spread(0, 0) > .999);
  CHECK(spread(0, 1) < .01);
  CHECK(spread.tail_rows(1)(0) < .31);
  CHECK(spread.tail_rows(1)(1) > .99);
  for (arma::uword i = 1; i < spread.n_rows; ++i) {
    CHECK(spread(i, 0) < spread(i - 1, 0));
    CHECK(spread(i, 1) > spread(i - 1, 1));
  }
  const arma::uword plain = 5;  // T = 1
  CHECK(difference(trace.stage("tempered").value.row(plain), trace.stage("weights").value) == "");
}

TEST_CASE("temperature_study: a blocked key stays blocked, and values are mixed",
          "[mechanisms][studies]") {
  GivenAttention given = scores_of({{1, 1, 5}});
  given.n_padded = 1;
  given.V = arma::mat(arma::vec{2, 4, 100});
  const Trace trace = temperature_study({given, {1, 10}});
  CHECK(difference(trace.stage("tempered").value, {{.5, .5, 0}, {.5, .5, 0}}) == "");
  CHECK(difference(trace.stage("mixed").value, arma::vec{3, 3}) == "");
  CHECK(trace.stage("spread").value(0, 1) == Approx(1));  // of ln 2, not of ln 3
  CHECK(trace.notes.size() == 1);                         // two equal scores
}

TEST_CASE("temperature_study: refuses what has no scores or no temperature",
          "[mechanisms][studies]") {
  GivenAttention pattern = scores_of(arma::vec{1});
  pattern.kind = GivenAttention::Kind::pattern;
  CHECK_THROWS_MATCHES(temperature_study({.attention = pattern}), InputError,
                       Message("temperature divides scores, and attention that is given has none. "
                               "Give --scores instead of --attention."));
  CHECK_THROWS_MATCHES(temperature_study({scores_of({{1, 2}}), {1, 0}}), InputError,
                       Message("temperatures are positive numbers that rise, but 0 follows 1."));
  GivenAttention blocked = scores_of({{1, 2}});
  blocked.n_padded = 2;
  CHECK_THROWS_MATCHES(
      temperature_study({.attention = blocked}), InputError,
      Message("the last query, \"q0\", may attend to nothing, so there are no scores to divide. "
              "Loosen the mask."));
}

TEST_CASE("temperature_study: says where the largest weight really starts and ends",
          "[mechanisms][studies]") {
  const auto notes = [](const arma::mat& scores) {
    const Trace trace = temperature_study({scores_of(scores), {.01, 1e6}});
    return trace.stage("tempered").note + " " + trace.stage("spread").note;
  };
  CHECK_THAT(notes({{2, 1, 0}}), ContainsSubstring("falls from 1 to 1 / n"));
  // 0.1 + 0.2 is not 0.3 in doubles, but the two are tied.
  const std::string tied = notes({{0.1 + 0.2, 0.3, 0, -1}});
  CHECK_THAT(tied, ContainsSubstring("the 2 keys with the largest score share all alike"));
  CHECK_THAT(tied, ContainsSubstring("falls from 1 / 2 to 1 / 4, and the entropy rises from ln 2 "
                                     "to ln 4: 2 of 4 keys share the largest score."));
  CHECK_THAT(notes({{1, 1, 1}}), ContainsSubstring("the largest weight is 1 / 3 and the entropy "
                                                   "ln 3, at any temperature."));
  CHECK_THAT(notes(arma::vec{7}),
             ContainsSubstring("With one key the weight is 1 and the entropy 0"));
}

TEST_CASE("temperature_study: keys that are blocked do not count among equals",
          "[mechanisms][studies]") {
  const auto notes = [](const arma::mat& scores) {
    GivenAttention given = scores_of(scores);
    given.n_padded = 1;
    return temperature_study({given, {1, 10}}).notes;
  };
  CHECK(notes({{1, 1, 5}}) ==
        std::vector<std::string>{
            "all scores of this query are equal, so no temperature changes anything."});
  CHECK(notes({{1, 5}}) ==
        std::vector<std::string>{
            "one key alone is open to this query, so no temperature changes anything."});
  CHECK(notes({{1, 2, 5}}).empty());
}

TEST_CASE("temperature_study: of equal keys none is the strongest", "[mechanisms][studies]") {
  const auto strongest = [](const arma::mat& scores) {
    const Trace trace = temperature_study({scores_of(scores), {1}});
    return std::get<cell::Text>(trace.tables.front().rows.front().at(1)).text;
  };
  CHECK(strongest({{1, 3, 2}}) == "k1");
  CHECK(strongest({{3, 1, 3}}) == "k0 = k2");
  CHECK(strongest({{3, 3, 3, 1}}) == "3 equal");
}
