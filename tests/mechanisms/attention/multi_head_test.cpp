#include "mechanisms/attention/multi_head.hpp"

#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"
#include "support/plain_multi_head.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

namespace {

// Groups once, as "head 0:", then the ids of their stages.
std::string names_of(const Trace& trace) {
  std::string names, group;
  for (const Stage& stage : trace.stages) {
    if (stage.group != group) names += stage.group.empty() ? "| " : stage.group + ": ";
    group = stage.group;
    names += stage.id + " ";
  }
  return names;
}

const arma::mat& value(const Trace& trace, const std::string& id, const std::string& group = "") {
  return trace.stage(id, group).value;
}

std::string head(arma::uword h) { return "head " + std::to_string(h); }

arma::mat columns(const arma::mat& matrix, const std::vector<arma::uword>& heads,
                  arma::uword width) {
  arma::mat joined(matrix.n_rows, 0);
  for (const arma::uword h : heads)
    joined = arma::join_rows(joined, matrix.cols(h * width, (h + 1) * width - 1));
  return joined;
}

const std::string kHead = "query key value scores scaled masked weights output ";

}  // namespace

TEST_CASE("multi_head: two heads by hand", "[mechanisms][multi_head]") {
  // Each head reads one column; head 0 compares, head 1 has keys of 0 and so looks everywhere.
  MultiHeadProblem problem;
  problem.X = {{0, 2}, {0, 4}};
  problem.weights.W_Q = {{0, 0}, {0, 0}};
  problem.weights.W_K = {{0, 0}, {0, 0}};
  problem.weights.W_V = {{0, 0}, {1, 10}};
  problem.weights.W_O = {{1, 0}, {1, 1}};
  problem.weights.b_Q = {0, 0};
  problem.weights.b_O = {100, 200};
  problem.counts = {2, 2};
  problem.causal = true;
  problem.query_tokens = problem.key_tokens = {"a", "b"};
  const Trace trace = multi_head(problem);
  CHECK(difference(value(trace, "value"), {{2, 20}, {4, 40}}, 0.0) == "");
  CHECK(difference(value(trace, "weights", head(0)), {{1, 0}, {0.5, 0.5}}, 0.0) == "");
  CHECK(difference(value(trace, "output", head(0)), arma::mat(arma::vec{2, 3}), 0.0) == "");
  CHECK(difference(value(trace, "output", head(1)), arma::mat(arma::vec{20, 30}), 0.0) == "");
  CHECK(difference(value(trace, "concat"), {{2, 20}, {3, 30}}, 0.0) == "");
  // [2 20] W_O + b_O = [2 + 20 + 100, 20 + 200]
  CHECK(difference(value(trace, "projected"), {{122, 220}, {133, 230}}, 0.0) == "");
}

TEST_CASE("multi_head: agrees with one loop a head, whatever the shapes",
          "[mechanisms][multi_head][property]") {
  std::mt19937 draws(41);
  const auto below = [&draws](arma::uword n) { return draws() % n; };
  for (int round = 0; round < 60; ++round) {
    MultiHeadSizes sizes;
    sizes.counts.n_kv_heads = 1 + below(3);
    sizes.counts.n_heads = sizes.counts.n_kv_heads * (1 + below(3));
    sizes.d_model = 1 + below(9);
    sizes.d_k = 1 + below(5);
    sizes.d_v = 1 + below(5);
    sizes.n_q = 1 + below(6);
    sizes.d_key = round % 2 ? 1 + below(7) : 0;
    sizes.n_k = sizes.d_key ? 1 + below(6) : sizes.n_q;
    sizes.bias = round % 3 == 0;
    MultiHeadProblem problem = random_problem(draws, sizes);
    problem.causal = round % 4 < 2;
    if (sizes.d_key && round % 5 == 0) problem.value_memory = 0.5 - *problem.memory;
    const Mask mask = problem.causal ? causal_mask(sizes.n_q, sizes.n_k)
                                     : Mask(sizes.n_q, sizes.n_k, arma::fill::ones);
    const PlainMultiHead expected = plain_multi_head(problem, mask);
    const Trace trace = multi_head(problem);
    CAPTURE(round, sizes.counts.n_heads, sizes.counts.n_kv_heads, sizes.d_k, sizes.d_v);
    for (arma::uword h = 0; h < sizes.counts.n_heads; ++h) {
      CHECK(difference(value(trace, "weights", head(h)), expected.weights[h]) == "");
      CHECK(difference(value(trace, "output", head(h)), expected.outputs[h]) == "");
    }
    CHECK(difference(value(trace, "projected"), expected.projected) == "");
    CHECK(trace.stages.back().id == "projected");
  }
}

TEST_CASE("multi_head: records its stages in order, each head in a group of its own",
          "[mechanisms][multi_head]") {
  std::mt19937 draws(42);
  MultiHeadProblem problem = random_problem(draws, {});
  CHECK(names_of(multi_head(problem)) == "input wq wk wv query key value head 0: " + kHead +
                                             "head 1: " + kHead + "| concat wo projected ");
  problem.average = true;
  problem.rope = Rotary{};
  const std::string turned =
      "query key value query_rotated key_rotated scores scaled masked weights output ";
  CHECK(names_of(multi_head(problem)) == "input wq wk wv query key value angles head 0: " + turned +
                                             "head 1: " + turned +
                                             "| average concat wo projected ");

  MultiHeadProblem cross = random_problem(
      draws, {.counts = {1, 1}, .d_model = 3, .d_k = 2, .d_v = 4, .d_key = 5, .bias = true});
  cross.value_memory = *cross.memory;
  CHECK(names_of(multi_head(cross)) ==
        "input memory value_memory wq bq wk bk wv bv query key value head 0: " + kHead +
            "| concat wo bo projected ");
  cross.weights.W_O.reset();
  CHECK(multi_head(cross).stages.back().id == "concat");
}

TEST_CASE("multi_head: one head is plain attention, to the last bit", "[mechanisms][multi_head]") {
  std::mt19937 draws(43);
  for (const bool crosses : {false, true})
    for (const bool causal : {false, true}) {
      MultiHeadProblem problem =
          random_problem(draws, {.counts = {1, 1},
                                 .d_model = 6,
                                 .d_k = 3,
                                 .d_v = 5,
                                 .n_q = 4,
                                 .n_k = 7,
                                 .d_key = crosses ? arma::uword{6} : arma::uword{0}});
      problem.causal = causal;
      AttentionProblem single = problem_of(Embedded{.X = problem.X,
                                                    .memory = problem.memory,
                                                    .W_Q = problem.weights.W_Q,
                                                    .W_K = problem.weights.W_K,
                                                    .W_V = problem.weights.W_V});
      single.causal = causal;
      const Trace one = multi_head(problem), plain = scaled_dot_product(single);
      for (const char* id :
           {"query", "key", "value", "scores", "scaled", "masked", "weights", "output"})
        CHECK(difference(value(one, id, head(0)), value(plain, id), 0.0) == "");
      CHECK(difference(value(one, "concat"), value(plain, "output"), 0.0) == "");
    }
}

TEST_CASE("multi_head: shared keys and values are the same as equal ones",
          "[mechanisms][multi_head][property]") {
  std::mt19937 draws(44);
  for (const arma::uword n_kv_heads : {1, 2, 3, 6}) {
    const MultiHeadProblem grouped = random_problem(draws, {.counts = {6, n_kv_heads},
                                                            .d_model = 5,
                                                            .d_k = 2,
                                                            .d_v = 3,
                                                            .n_q = 4,
                                                            .n_k = 4,
                                                            .bias = true});
    MultiHeadProblem full = grouped;
    full.counts.n_kv_heads = 6;
    std::vector<arma::uword> shared;
    for (arma::uword h = 0; h < 6; ++h) shared.push_back(h / (6 / n_kv_heads));
    full.weights.W_K = columns(grouped.weights.W_K, shared, 2);
    full.weights.b_K = columns(grouped.weights.b_K, shared, 2);
    full.weights.W_V = columns(grouped.weights.W_V, shared, 3);
    full.weights.b_V = columns(grouped.weights.b_V, shared, 3);
    const Trace a = multi_head(grouped), b = multi_head(full);
    CAPTURE(n_kv_heads);
    for (arma::uword h = 0; h < 6; ++h)
      for (const char* id : {"key", "value", "weights"})
        CHECK(difference(value(a, id, head(h)), value(b, id, head(h))) == "");
    CHECK(difference(value(a, "projected"), value(b, "projected")) == "");
    CHECK(a.stage("key", "head 5").remark ==
          (n_kv_heads == 6 ? "" : "kv head " + std::to_string(n_kv_heads - 1)));
  }
}

TEST_CASE("multi_head: the order of the heads does not matter to the result",
          "[mechanisms][multi_head][property]") {
  std::mt19937 draws(45);
  const MultiHeadProblem problem =
      random_problem(draws, {.counts = {3, 3}, .d_model = 6, .d_k = 2, .d_v = 2});
  MultiHeadProblem turned = problem;
  const std::vector<arma::uword> order{2, 0, 1};
  turned.weights.W_Q = columns(problem.weights.W_Q, order, 2);
  turned.weights.W_K = columns(problem.weights.W_K, order, 2);
  turned.weights.W_V = columns(problem.weights.W_V, order, 2);
  turned.weights.W_O = columns(problem.weights.W_O.t(), order, 2).t();
  const Trace a = multi_head(problem), b = multi_head(turned);
  CHECK(difference(value(a, "weights", head(2)), value(b, "weights", head(0))) == "");
  CHECK(difference(value(a, "projected"), value(b, "projected")) == "");
}

TEST_CASE("multi_head: a causal row is that of the sentence cut after it",
          "[mechanisms][multi_head][property]") {
  std::mt19937 draws(46);
  MultiHeadProblem problem = random_problem(
      draws,
      {.counts = {4, 2}, .d_model = 6, .d_k = 3, .d_v = 2, .n_q = 6, .n_k = 6, .bias = true});
  problem.causal = true;
  for (const bool turns : {false, true}) {
    if (turns) {
      problem =
          random_problem(draws, {.counts = {2, 2}, .d_model = 4, .d_k = 4, .n_q = 6, .n_k = 6});
      problem.causal = true;
      problem.rope = Rotary{};
    }
    const Trace whole = multi_head(problem);
    for (arma::uword n = 1; n <= 6; ++n) {
      MultiHeadProblem cut = problem;
      cut.X = problem.X.head_rows(n);
      cut.query_tokens.resize(n);
      cut.key_tokens.resize(n);
      CAPTURE(turns, n);
      CHECK(difference(value(multi_head(cut), "projected").row(n - 1),
                       value(whole, "projected").row(n - 1)) == "");
    }
  }
}

TEST_CASE("multi_head: the average is the mean of the heads' weights", "[mechanisms][multi_head]") {
  std::mt19937 draws(47);
  MultiHeadProblem problem =
      random_problem(draws, {.counts = {3, 1}, .d_model = 6, .d_k = 2, .n_q = 4, .n_k = 4});
  problem.average = true;
  problem.causal = true;
  const Trace trace = multi_head(problem);
  arma::mat sum(4, 4, arma::fill::zeros);
  for (arma::uword h = 0; h < 3; ++h) sum += value(trace, "weights", head(h));
  const Stage& average = trace.stage("average");
  CHECK(difference(average.value, sum / 3) == "");
  CHECK(average.formula == "mean A = (A_0 + .. + A_2) / 3");
  CHECK(arma::accu(average.blocked != trace.stage("weights", head(0)).blocked) == 0);
}

TEST_CASE("multi_head: turned by positions, scores depend on the distance alone",
          "[mechanisms][multi_head][property]") {
  std::mt19937 draws(48);
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
    MultiHeadProblem problem =
        random_problem(draws, {.counts = {2, 1}, .d_model = 5, .d_k = 6, .n_q = 7, .n_k = 7});
    problem.X.each_row() = problem.X.row(0).eval();  // the same word everywhere
    problem.rope = Rotary{.base = 100.0, .pairing = pairing};
    const Trace trace = multi_head(problem);
    const arma::mat& S = value(trace, "scores", head(1));
    for (arma::uword i = 1; i < 7; ++i)
      for (arma::uword j = 1; j < 7; ++j)
        CHECK(S(i, j) == Approx(S(i - 1, j - 1)).margin(kTolerance));
    CHECK(difference(S.row(0), arma::rowvec(7, arma::fill::value(S(0, 0)))) != "");
    // The first token stands at position 0 and is not turned; turning keeps lengths.
    const arma::mat &Q = value(trace, "query", head(1)),
                    &R = value(trace, "query_rotated", head(1));
    CHECK(difference(R.row(0), Q.row(0)) == "");
    CHECK(difference(arma::sum(arma::square(R), 1), arma::sum(arma::square(Q), 1)) == "");
    CHECK(std::get<Product>(trace.stage("scores", head(1)).rule).left == "query_rotated");
  }
}

TEST_CASE("multi_head: says with what it was run and what to look at first",
          "[mechanisms][multi_head]") {
  std::mt19937 draws(49);
  MultiHeadProblem problem = random_problem(
      draws, {.counts = {4, 2}, .d_model = 6, .d_k = 3, .d_v = 5, .n_q = 4, .n_k = 7, .d_key = 2});
  problem.scale = {Scale::Kind::off};
  const Trace trace = multi_head(problem);
  const std::vector<std::pair<std::string, Setting>> config{{"d_model", std::int64_t{6}},
                                                            {"n_heads", std::int64_t{4}},
                                                            {"n_kv_heads", std::int64_t{2}},
                                                            {"n_q", std::int64_t{4}},
                                                            {"n_k", std::int64_t{7}},
                                                            {"d_k", std::int64_t{3}},
                                                            {"d_v", std::int64_t{5}},
                                                            {"rope", false},
                                                            {"scale", 1.0},
                                                            {"causal", false},
                                                            {"mask", false},
                                                            {"empty_row", std::string("zero")}};
  CHECK(trace.config == config);
  CHECK(trace.command == "mha");
  REQUIRE(trace.tables.size() == 1);
  CHECK(trace.tables[0].id == "parameters");
  using Names = std::vector<std::string>;
  CHECK(trace.overview == Names{"parameters", "weights", "average", "projected"});
  problem.weights.W_O.reset();
  CHECK(multi_head(problem).overview == Names{"parameters", "weights", "average", "concat"});
}

TEST_CASE("multi_head: a query that may attend to nothing gets nothing but the bias",
          "[mechanisms][multi_head]") {
  std::mt19937 draws(50);
  MultiHeadProblem problem = random_problem(draws, {.bias = true});
  problem.mask = Mask{{1, 1, 1}, {0, 0, 0}, {1, 1, 0}};
  const Trace trace = multi_head(problem);
  CHECK(difference(value(trace, "weights", head(1)).row(1), arma::rowvec{0, 0, 0}, 0.0) == "");
  CHECK(difference(value(trace, "projected").row(1), problem.weights.b_O) == "");
  CHECK(trace.warnings ==
        std::vector<std::string>{"query \"q1\" (row 1) may attend to nothing: its weights and its "
                                 "output are 0"});
}

TEST_CASE("multi_head: some heads alone are what they are among all, and nothing comes behind them",
          "[mechanisms][multi_head]") {
  std::mt19937 draws(51);
  MultiHeadProblem problem = random_problem(draws, {.bias = true});
  const Trace all = multi_head(problem);
  problem.heads = {1};
  const Trace one = multi_head(problem);
  CHECK(difference(value(one, "output", head(1)), value(all, "output", head(1)), 0.0) == "");
  CHECK(one.find("output", head(0)) == nullptr);
  CHECK(one.find("concat") == nullptr);
  for (const Table& table : one.tables) CHECK(table.id != "parameters");
}

TEST_CASE("multi_head: a norm on queries and keys, and rotations by frequencies of their own",
          "[mechanisms][multi_head]") {
  std::mt19937 draws(52);
  MultiHeadProblem problem = random_problem(draws, {});
  const arma::uword d_k = problem.weights.W_Q.n_cols / problem.counts.n_heads;
  problem.norm = QueryKeyNorm{arma::rowvec(d_k, arma::fill::value(2.0)),
                              arma::rowvec(d_k, arma::fill::ones), 1e-6};
  const Trace normed = multi_head(problem);
  const arma::mat Q = value(normed, "query_normed", head(0));
  for (arma::uword i = 0; i < Q.n_rows; ++i)
    CHECK(std::sqrt(arma::mean(arma::square(Q.row(i)))) == Approx(2.0).epsilon(1e-3));
  const Projected compared = projected_head(problem, 0);
  CHECK(difference(compared.Q, Q, 1e-12) == "");
  CHECK(difference(compared.Q * compared.K.t(), value(normed, "scores", head(0)), 1e-12) == "");
}

TEST_CASE("multi_head: frequencies and a length of their own turn as the base alone would",
          "[mechanisms][multi_head]") {
  std::mt19937 draws(53);
  MultiHeadProblem problem = random_problem(draws, {});
  const arma::uword d_k = 2;
  problem.weights.W_Q = arma::randn(problem.X.n_cols, d_k * problem.counts.n_heads);
  problem.weights.W_K = arma::randn(problem.keys_from().n_cols, d_k * problem.counts.n_kv_heads);
  problem.rope = Rotary{.pairing = Pairing::half_split};
  const Trace plain = multi_head(problem);
  problem.rope->frequencies = pair_frequencies(d_k);
  problem.rope->length = 2.0;
  const Trace scaled = multi_head(problem);
  CHECK(difference(value(scaled, "query_rotated", head(0)),
                   2.0 * value(plain, "query_rotated", head(0)), 1e-12) == "");
  CHECK(difference(value(scaled, "scores", head(0)), 4.0 * value(plain, "scores", head(0)),
                   1e-12) == "");
  CHECK(difference(projected_head(problem, 0).K, value(scaled, "key_rotated", head(0)), 1e-12) ==
        "");
}
