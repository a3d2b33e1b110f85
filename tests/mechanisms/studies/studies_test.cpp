#include "mechanisms/studies/studies.hpp"

#include "data/random/random.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

TEST_CASE("stages_of_attention: of a problem or of what is given") {
  GivenAttention given;
  given.scale.kind = Scale::Kind::off;
  given.given = {{1, 2}};
  given.query_tokens = {"q"};
  given.key_tokens = {"a", "b"};
  CHECK(stages_of_attention(given).stages.front().id == "scores");
  CHECK_FALSE(has_output(stages_of_attention(given)));
  const Trace whole =
      stages_of_attention(problem_of(Projected{arma::vec{1}, arma::vec{1}, arma::vec{1}}));
  CHECK(whole.stages.front().id == "query");
  CHECK(has_output(whole));
}

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

TEST_CASE("dropout_study: a draw by hand") {
  GivenAttention given = pattern_of({{.2, .8}, {.5, .5}});
  given.V = arma::mat(arma::vec{10, 20});
  DropoutProblem problem{.attention = given, .p = .2, .n_draws = 1, .n_in_mean = 1};
  problem.uniform = in_turn({.9, .1, .2, .7});  // keeps, drops, keeps (not below p), keeps
  const Trace trace = dropout_study(problem);
  CHECK(difference(trace.stage("dropped", "draw 1").value, {{.25, 0}, {.625, .625}}) == "");
  CHECK(difference(trace.stage("mixed", "draw 1").value, arma::vec{2.5, 18.75}) == "");
  CHECK(difference(trace.stage("weights").value, {{.2, .8}, {.5, .5}}) == "");
}

TEST_CASE("dropout_study: the mean of many draws is evaluation") {
  const arma::mat A{{.7, .3}, {.5, .5}};
  DropoutProblem problem{.attention = pattern_of(A), .p = .1, .n_draws = 3, .n_in_mean = 4000};
  Random random(1);
  problem.uniform = [&random] { return random.uniform(); };
  const Trace trace = dropout_study(problem);
  // One mean is off by A √(p / (1 − p) / 4000), at most .0037.
  CHECK(arma::abs(trace.stage("mean").value - A).max() < .018);
  CHECK(trace.result == "mean");
}

TEST_CASE("dropout_study: without dropout nothing changes") {
  DropoutProblem problem{.attention = pattern_of({{.25, .75}}), .p = 0.0};
  problem.uniform = in_turn({0.0});
  CHECK(difference(dropout_study(problem).stage("mean").value, {{.25, .75}}) == "");
}

TEST_CASE("copy_error: training is least at c = 1 − p, where evaluation is p²") {
  const double p = .1;
  CHECK(copy_error(1 - p, p).training == Approx(p));
  CHECK(copy_error(1 - p, p).evaluation == Approx(p * p));
  CHECK(copy_error(1, p).training == Approx(p / (1 - p)));
  CHECK(copy_error(1, p).evaluation == 0.0);
  for (const double c : {.88, .89, .91, .92}) CHECK(copy_error(c, p).training > p);
}

TEST_CASE("dropout_study: refuses what is no chance") {
  DropoutProblem problem{.attention = pattern_of(arma::vec{1}), .p = 1.0};
  CHECK_REFUSED(dropout_study(problem),
                "--dropout is the chance that a weight is dropped, from 0 to below 1, not 1. The "
                "usual one is 0.1.");
}

TEST_CASE("dropout_study: many weights get fewer draws, and the screen says how many") {
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

TEST_CASE("dropout_study: a narrow screen does without all draws but the first") {
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

TEST_CASE("filter_study: both filters as matrices") {
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

TEST_CASE("filter_study: a changed token moves the weights of attention alone") {
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

TEST_CASE("filter_study: attention is that of the same words") {
  const FilterProblem problem = five_tokens();
  CHECK(difference(filter_study(problem).stage("weights", "attention").value,
                   scaled_dot_product(problem.attention).stage("weights").value) == "");
}

TEST_CASE("filter_study: refuses what has no embeddings to change") {
  FilterProblem problem = five_tokens();
  problem.attention.tensors = Projected{arma::vec{1}, arma::vec{1}, arma::vec{1}};
  CHECK_REFUSED(filter_study(problem),
                "the study of filters changes a token and looks whether the weights follow, so it "
                "needs one sequence of embeddings: words, or --x with its weights.");
}

TEST_CASE("filter_study: the formula of the exponential average holds for every key") {
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

TEST_CASE("filter_study: says that attention moves only where it does") {
  CHECK_THAT(filter_study(five_tokens()).tables.front().note,
             ContainsSubstring("so they move with it."));
  FilterProblem problem = five_tokens();
  problem.attention.window = 1;  // each token sees itself alone
  const Trace trace = filter_study(problem);
  CHECK(change_of(trace, "attention", "weights") == 0.0);
  CHECK_THAT(trace.tables.front().note,
             ContainsSubstring("but here the change of one token did not move them."));
}

ScalingProblem with_seed(std::uint32_t seed) {
  ScalingProblem problem;
  problem.normals = [random = std::make_shared<Random>(seed)](arma::uword n, arma::uword d) {
    return normal_matrix(*random, n, d, 1.0);
  };
  return problem;
}

TEST_CASE("scaling_study: the variance is the width, and 1 with √d_k") {
  for (const std::uint32_t seed : {0U, 7U}) {
    const Trace trace = scaling_study(with_seed(seed));
    const arma::mat& variance = trace.stage("variance").value;
    const std::vector<arma::uword> widths{8, 32, 64, 128, 256, 512};
    for (arma::uword i = 0; i < widths.size(); ++i) {
      const double d = static_cast<double>(widths[i]);
      CAPTURE(seed, d);
      CHECK(std::abs(variance(i, 0) / d - 1.0) < 4.5 * variance_error(widths[i], 1000));
      CHECK(variance(i, 1) == d);
      CHECK(variance(i, 2) == Approx(variance(i, 0) / d));
    }
  }
}

TEST_CASE("scaling_study: weights, entropy and gradient as simulated elsewhere") {
  // Eight keys, d = 8, 64, 512, with other software. A mean over 1000 queries is off by about .006.
  const Trace trace = scaling_study(with_seed(0));
  const auto row = [&trace](const char* id, arma::uword i) { return trace.stage(id).value.row(i); };
  const double off = .03;
  CHECK(row("largest", 0)(0) == Approx(.644).margin(off));
  CHECK(row("largest", 2)(0) == Approx(.877).margin(off));
  CHECK(row("largest", 5)(0) == Approx(.959).margin(off));
  CHECK(row("largest", 0)(1) == Approx(.351).margin(off));
  CHECK(row("largest", 5)(1) == Approx(.364).margin(off));
  CHECK(row("gradient", 0)(0) == Approx(.309).margin(off));
  CHECK(row("gradient", 2)(0) == Approx(.151).margin(off));
  CHECK(row("gradient", 5)(0) == Approx(.0553).margin(off));
  for (arma::uword i = 0; i < 6; ++i) {
    CHECK(row("gradient", i)(1) == Approx(.365).margin(off));
    CHECK(row("entropy", i)(1) > row("entropy", i)(0));
  }
}

TEST_CASE("scaling_study: what is shown first, and the same numbers for one seed") {
  const Trace trace = scaling_study(with_seed(3));
  CHECK(trace.overview == std::vector<std::string>{"scaling", "variance", "largest", "gradient"});
  CHECK(trace.tables.front().rows.size() == 6);
  CHECK(difference(trace.stage("variance").value,
                   scaling_study(with_seed(3)).stage("variance").value) == "");
  CHECK(difference(trace.stage("variance").value,
                   scaling_study(with_seed(4)).stage("variance").value) != "");
}

TEST_CASE("scaling_study: queries meet the keys of the pairs that follow") {
  // Two pairs of width 1, q = 1, 2 and k = 3, 5: scores 3, 5 and 10, 6; products 3 and 10.
  ScalingProblem problem;
  problem.widths = {1};
  problem.n_pairs = problem.n_keys = 2;
  problem.normals = [n = 0](arma::uword, arma::uword) mutable {
    return n++ == 0 ? arma::mat(arma::vec{1, 2}) : arma::mat(arma::vec{3, 5});
  };
  const Trace trace = scaling_study(problem);
  CHECK(trace.stage("variance").value(0, 0) == Approx(24.5));
  const double first = 1 / (1 + std::exp(-2.0)), second = 1 / (1 + std::exp(-4.0));
  CHECK(trace.stage("largest").value(0, 0) == Approx((first + second) / 2));
}

TEST_CASE("variance_error: as in the chapters' golden numbers") {
  CHECK(variance_error(8, 1000) * 8 == Approx(.4196762182065218).epsilon(1e-4));
  CHECK(variance_error(64, 1000) * 64 == Approx(2.9298805778052115).epsilon(1e-4));
  CHECK(variance_error(512, 1000) * 512 == Approx(22.97574400999482).epsilon(1e-4));
}

TEST_CASE("scaling_study: refuses too few pairs and no widths") {
  ScalingProblem problem = with_seed(0);
  problem.n_pairs = 5;
  CHECK_REFUSED(scaling_study(problem),
                "5 pairs are too few: each query meets the keys of 8 of them.");
  problem.widths.clear();
  CHECK_REFUSED(scaling_study(problem), "a study of scaling needs widths d_k to try.");
}

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

TEST_CASE("temperature_study: two scores by hand, for the last query") {
  const double s = std::log(2.0);  // shares 2 : 1 at T = 1, 4 : 1 at T = 0.5
  const Trace trace = temperature_study({scores_of({{9, 9}, {s, 0}}), {.5, 1}});
  CHECK(difference(trace.stage("row").value, {{s, 0}}) == "");
  CHECK(difference(trace.stage("tempered").value, {{.8, .2}, {2. / 3, 1. / 3}}) == "");
  CHECK(trace.stage("spread").value(0, 0) == Approx(.8));
  CHECK(trace.stage("tempered").rows.ids == std::vector<std::string>{"0.5", "1"});
}

TEST_CASE("temperature_study: from a hard maximum to uniform") {
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

TEST_CASE("temperature_study: a blocked key stays blocked, and values are mixed") {
  GivenAttention given = scores_of({{1, 1, 5}});
  given.n_padded = 1;
  given.V = arma::mat(arma::vec{2, 4, 100});
  const Trace trace = temperature_study({given, {1, 10}});
  CHECK(difference(trace.stage("tempered").value, {{.5, .5, 0}, {.5, .5, 0}}) == "");
  CHECK(difference(trace.stage("mixed").value, arma::vec{3, 3}) == "");
  CHECK(trace.stage("spread").value(0, 1) == Approx(1));  // of ln 2, not of ln 3
  CHECK(trace.notes.size() == 1);                         // two equal scores
}

TEST_CASE("temperature_study: refuses what has no scores or no temperature") {
  GivenAttention pattern = scores_of(arma::vec{1});
  pattern.kind = GivenAttention::Kind::pattern;
  CHECK_REFUSED(temperature_study({.attention = pattern}),
                "temperature divides scores, and attention that is given has none. Give --scores "
                "instead of --attention.");
  CHECK_REFUSED(temperature_study({scores_of({{1, 2}}), {1, 0}}),
                "temperatures are positive numbers that rise, but 0 follows 1.");
  GivenAttention blocked = scores_of({{1, 2}});
  blocked.n_padded = 2;
  CHECK_REFUSED(temperature_study({.attention = blocked}),
                "the last query, \"q0\", may attend to nothing, so there are no scores to divide. "
                "Loosen the mask.");
}

TEST_CASE("temperature_study: says where the largest weight really starts and ends") {
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

TEST_CASE("temperature_study: keys that are blocked do not count among equals") {
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

TEST_CASE("temperature_study: of equal keys none is the strongest") {
  const auto strongest = [](const arma::mat& scores) {
    const Trace trace = temperature_study({scores_of(scores), {1}});
    return std::get<cell::Text>(trace.tables.front().rows.front().at(1)).text;
  };
  CHECK(strongest({{1, 3, 2}}) == "k1");
  CHECK(strongest({{3, 1, 3}}) == "k0 = k2");
  CHECK(strongest({{3, 3, 3, 1}}) == "3 equal");
}

}  // namespace
