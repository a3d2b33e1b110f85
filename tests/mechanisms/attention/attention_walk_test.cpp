#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"
#include "support/plain_attention.hpp"
#include "support/plain_multi_head.hpp"
#include "support/table_texts.hpp"
#include "support/worked_examples.hpp"

namespace {

AttentionProblem exercise1_problem() {
  return problem_of(Projected{exercise1::Q, exercise1::K, exercise1::V});
}

Embedded whole_number_tensors() {
  using namespace whole_numbers;
  return {.X = X, .memory = {}, .W_Q = W_Q, .W_K = W_K, .W_V = W_V};
}

// Five queries of width 6 that look at `n_k` rows of memory; d_k 3, d_v 4.
Embedded random_tensors(std::mt19937& draws, arma::uword n_k) {
  return {.X = random_matrix(draws, 5, 6),
          .memory = random_matrix(draws, n_k, 6),
          .W_Q = random_matrix(draws, 6, 3),
          .W_K = random_matrix(draws, 6, 3),
          .W_V = random_matrix(draws, 6, 4)};
}

std::string ids_of(const Trace& trace) {
  std::string ids;
  for (const Stage& stage : trace.stages) ids += stage.id + " ";
  return ids;
}

// The reasons of a stage's blocked cells, row by row, "." where a cell is open.
std::string blocked_of(const Stage& stage) {
  std::string letters;
  for (arma::uword i = 0; i < stage.blocked.n_rows; ++i) {
    for (arma::uword j = 0; j < stage.blocked.n_cols; ++j)
      letters += stage.blocked(i, j) ? static_cast<char>(stage.blocked(i, j)) : '.';
    letters += ' ';
  }
  return letters;
}

const arma::mat& value_in(const Trace& trace, const std::string& id) {
  return trace.stage(id).value;
}
template <typename T>
T setting(const Trace& trace, const std::string& name) {
  for (const auto& [known, value] : trace.config)
    if (known == name) return std::get<T>(value);
  throw std::out_of_range(name);
}

TEST_CASE("scaled_dot_product: records its stages in order") {
  std::mt19937 draws(31);
  const std::string tail = "query key value scores scaled masked weights output ";
  CHECK(ids_of(scaled_dot_product(exercise1_problem())) == tail);
  CHECK(ids_of(scaled_dot_product(problem_of(whole_number_tensors()))) == "input wq wk wv " + tail);
  CHECK(ids_of(scaled_dot_product(problem_of(random_tensors(draws, 7)))) ==
        "input memory wq wk wv " + tail);
}

TEST_CASE("scaled_dot_product: says where queries and keys and values come from") {
  std::mt19937 draws(32);
  const auto formulas = [](const Trace& trace) {
    return trace.stage("query").formula + ", " + trace.stage("key").formula + ", " +
           trace.stage("value").formula;
  };
  const Trace self = scaled_dot_product(problem_of(whole_number_tensors()));
  const Trace cross = scaled_dot_product(problem_of(random_tensors(draws, 7)));
  CHECK(formulas(scaled_dot_product(exercise1_problem())) == "Q, K, V");
  CHECK(formulas(self) == "Q = X W_Q, K = X W_K, V = X W_V");
  CHECK(formulas(cross) == "Q = X W_Q, K = M W_K, V = M W_V");
  CHECK(std::get<Product>(self.stage("key").rule).left == "input");
  CHECK(std::get<Product>(cross.stage("key").rule).left == "memory");
  CHECK(std::get<Product>(cross.stage("value").rule).right == "wv");
}

TEST_CASE("scaled_dot_product: the worked examples come out") {
  const Trace plain = scaled_dot_product(exercise1_problem());
  CHECK(difference(value_in(plain, "scores"), exercise1::S) == "");
  CHECK(difference(value_in(plain, "scaled"), exercise1::scaled) == "");
  CHECK(difference(value_in(plain, "weights"), exercise1::W) == "");
  CHECK(difference(value_in(plain, "output"), exercise1::O) == "");

  AttentionProblem problem = problem_of(whole_number_tensors());
  problem.causal = true;
  const Trace causal = scaled_dot_product(problem);
  CHECK(difference(value_in(causal, "query"), whole_numbers::Q) == "");
  CHECK(difference(value_in(causal, "key"), whole_numbers::K) == "");
  CHECK(difference(value_in(causal, "value"), whole_numbers::V) == "");
  CHECK(difference(value_in(causal, "scores"), whole_numbers::S) == "");
  CHECK(difference(value_in(causal, "weights"), whole_numbers::causal_W) == "");
  CHECK(difference(value_in(causal, "output"), whole_numbers::causal_O) == "");
}

TEST_CASE("scaled_dot_product: the last stage is the plain formula") {
  std::mt19937 draws(33);
  for (const arma::uword n_k : {1, 4, 5, 9}) {
    const Embedded tensors = random_tensors(draws, n_k);
    AttentionProblem problem = problem_of(tensors);
    for (const bool causal : {false, true}) {
      CAPTURE(n_k, causal);
      problem.causal = causal;
      const Mask mask = causal ? causal_mask(5, n_k) : Mask(5, n_k, arma::fill::ones);
      const Trace trace = scaled_dot_product(problem);
      const PlainAttention expected =
          plain_attention(tensors.X * tensors.W_Q, *tensors.memory * tensors.W_K,
                          *tensors.memory * tensors.W_V, mask);
      CHECK(difference(value_in(trace, "weights"), expected.weights) == "");
      CHECK(difference(trace.stages.back().value, expected.output) == "");
    }
  }
}

TEST_CASE("scaled_dot_product: scaling can be off or a factor") {
  AttentionProblem problem = exercise1_problem();
  CHECK(setting<double>(scaled_dot_product(problem), "scale") == Approx(1.0 / std::sqrt(2.0)));

  problem.scale = {Scale::Kind::off};
  const Trace off = scaled_dot_product(problem);
  CHECK(difference(value_in(off, "scaled"), exercise1::S) == "");
  CHECK(setting<double>(off, "scale") == 1.0);
  CHECK(difference(value_in(off, "weights").row(2),
                   arma::rowvec{0.21194155761708547, 0.21194155761708547, 0.5761168847658291}) ==
        "");

  problem.scale = {Scale::Kind::factor, 0.5};
  const Trace halved = scaled_dot_product(problem);
  CHECK(difference(value_in(halved, "scaled"), exercise1::S / 2) == "");
  CHECK(setting<double>(halved, "scale") == 0.5);
}

TEST_CASE("scaled_dot_product: without a mask nothing is blocked") {
  AttentionProblem problem = exercise1_problem();
  problem.mask = Mask(3, 3, arma::fill::ones);
  const Trace trace = scaled_dot_product(problem);
  CHECK(trace.stage("masked").blocked.is_empty());
  CHECK(repeats_its_source(trace.stage("masked")));
  CHECK(difference(value_in(trace, "masked"), exercise1::scaled) == "");
  CHECK(trace.warnings.empty());
}

TEST_CASE("scaled_dot_product: a causal row does not know what follows") {
  AttentionProblem problem = problem_of(whole_number_tensors());
  problem.causal = true;
  const Trace whole = scaled_dot_product(problem);
  for (arma::uword n = 1; n <= 4; ++n) {
    Embedded cut = whole_number_tensors();
    cut.X = cut.X.head_rows(n);
    AttentionProblem shorter = problem_of(cut);
    shorter.causal = true;
    CHECK(difference(value_in(scaled_dot_product(shorter), "output"),
                     value_in(whole, "output").head_rows(n)) == "");
  }
}

TEST_CASE("scaled_dot_product: the order of the keys does not matter") {
  std::mt19937 draws(34);
  const Embedded tensors = random_tensors(draws, 6);
  const arma::uvec order{4, 0, 5, 2, 1, 3};
  Embedded turned = tensors;
  turned.memory = tensors.memory->rows(order);
  const Trace before = scaled_dot_product(problem_of(tensors));
  const Trace after = scaled_dot_product(problem_of(turned));
  CHECK(difference(value_in(after, "weights"), value_in(before, "weights").cols(order)) == "");
  CHECK(difference(value_in(after, "output"), value_in(before, "output")) == "");
}

TEST_CASE("scaled_dot_product: says why each cell is blocked") {
  AttentionProblem problem = exercise1_problem();
  problem.mask = Mask{{0, 1, 0}, {0, 1, 1}, {1, 0, 1}};
  const Trace given = scaled_dot_product(problem);
  CHECK(blocked_of(given.stage("masked")) == "x.x x.. .x. ");

  problem.causal = true;  // a future key says so, whatever the mask says
  problem.mask = Mask{{1, 1, 0}, {0, 1, 1}, {1, 0, 1}};
  const Trace both = scaled_dot_product(problem);
  CHECK(blocked_of(both.stage("masked")) == ".cc x.c .x. ");
  CHECK(blocked_of(both.stage("weights")) == ".cc x.c .x. ");
  const PlainAttention expected =
      plain_attention(exercise1::Q, exercise1::K, exercise1::V, {{1, 0, 0}, {0, 1, 0}, {1, 0, 1}});
  CHECK(difference(value_in(both, "weights"), expected.weights) == "");
  CHECK(difference(value_in(both, "output"), expected.output) == "");
  CHECK(both.warnings.empty());
}

TEST_CASE("scaled_dot_product: a query that may attend to nothing is reported") {
  AttentionProblem problem = exercise1_problem();
  problem.mask = Mask{{1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
  const auto expect = [&problem](EmptyRow empty_row, const std::string& word,
                                 const arma::rowvec& weights, const arma::rowvec& output,
                                 const std::string& warning) {
    problem.empty_row = empty_row;
    const Trace trace = scaled_dot_product(problem);
    CHECK(setting<std::string>(trace, "empty_row") == word);
    CHECK(difference(value_in(trace, "weights"),
                     arma::join_cols(exercise1::W.head_rows(2), weights)) == "");
    CHECK(difference(value_in(trace, "output"),
                     arma::join_cols(exercise1::O.head_rows(2), output)) == "");
    CHECK(trace.warnings ==
          std::vector<std::string>{"query \"q2\" (row 2) may attend to nothing: " + warning});
  };
  expect(EmptyRow::zero, "zero", {0, 0, 0}, {0, 0}, "its weights and its output are 0");
  expect(EmptyRow::nan, "nan", {kNaN, kNaN, kNaN}, {kNaN, kNaN},
         "its weights and its output are undefined (0/0, NaN)");
  expect(EmptyRow::uniform, "uniform", {1.0 / 3, 1.0 / 3, 1.0 / 3}, {1, 1},
         "its weights are all equal, over keys that it must not see");
}

TEST_CASE("scaled_dot_product: keeps what it was run with") {
  std::mt19937 draws(35);
  AttentionProblem problem = problem_of(random_tensors(draws, 7));
  problem.causal = true;
  const Trace trace = scaled_dot_product(problem);
  CHECK(trace.query_tokens == problem.query_tokens);
  CHECK(trace.key_tokens == problem.key_tokens);
  std::string names;
  for (const auto& [name, ignored] : trace.config) names += name + " ";
  CHECK(names == "d_model n_q n_k d_k d_v scale causal mask empty_row ");
  CHECK(setting<std::int64_t>(trace, "d_model") == 6);
  CHECK(setting<std::int64_t>(trace, "n_q") == 5);
  CHECK(setting<std::int64_t>(trace, "n_k") == 7);
  CHECK(setting<std::int64_t>(trace, "d_k") == 3);
  CHECK(setting<std::int64_t>(trace, "d_v") == 4);
  CHECK(setting<bool>(trace, "causal"));
  CHECK_FALSE(setting<bool>(trace, "mask"));
  CHECK(scaled_dot_product(exercise1_problem()).config.front().first == "n_q");
}

TEST_CASE("scaled_dot_product: many empty rows are counted rather than named one by one") {
  const arma::mat five(5, 2, arma::fill::ones);
  AttentionProblem problem = problem_of(Projected{five, five, five});
  problem.mask = Mask(5, 5, arma::fill::zeros);
  const Trace trace = scaled_dot_product(problem);
  REQUIRE(trace.warnings.size() == 4);
  CHECK(trace.warnings[2] ==
        "query \"" + problem.query_tokens[2] +
            "\" (row 2) may attend to nothing: its weights and its output are 0");
  CHECK(trace.warnings[3] == "queries that may attend to nothing: 5 of 5");
}

constexpr auto kCausal = static_cast<unsigned char>(Blocked::causal);

std::vector<std::string> tokens(const std::string& letter, arma::uword n) {
  std::vector<std::string> names;
  for (arma::uword i = 0; i < n; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

Stage grouped(Stage stage, const std::string& group) {
  stage.group = group;
  return stage;
}

// Queries, keys and values of one group.
void record_tensors(Trace& trace, const std::string& group, const arma::mat& Q, const arma::mat& K,
                    const arma::mat& V) {
  const Axis query{"query", tokens("q", Q.n_rows)}, key{"key", tokens("k", K.n_rows)};
  record(trace, grouped(query_stage(query), group), Q);
  record(trace, grouped(key_stage(key), group), K);
  record(trace, grouped(value_stage(key), group), V);
}

Trace traced(const AttentionSettings& settings, const arma::mat& Q, const arma::mat& K,
             const arma::mat& V) {
  Trace trace{.query_tokens = tokens("q", Q.n_rows)};
  record_tensors(trace, "", Q, K, V);
  record_attention(trace, settings);
  return trace;
}

std::string recorded_in(const Trace& trace) {
  std::string names;
  for (const Stage& stage : trace.stages)
    names += (stage.group.empty() ? "" : stage.group + "/") + stage.id + " ";
  return names;
}

TEST_CASE("record_attention: records five stages in order and returns the last") {
  Trace trace;
  record_tensors(trace, "", exercise1::Q, exercise1::K, exercise1::V);
  const arma::mat& output = record_attention(trace, {});
  CHECK(recorded_in(trace) == "query key value scores scaled masked weights output ");
  CHECK(&output == &trace.stage("output").value);
  CHECK(difference(trace.stage("scores").value, exercise1::S) == "");
  CHECK(difference(trace.stage("scaled").value, exercise1::scaled) == "");
  CHECK(difference(trace.stage("masked").value, exercise1::scaled) == "");
  CHECK(difference(trace.stage("weights").value, exercise1::W) == "");
  CHECK(difference(output, exercise1::O) == "");
}

TEST_CASE("record_attention: scores whose exponential overflows are told of once") {
  const auto trace_of = [](double size) {
    Trace trace;
    for (const char* group : {"head 0", "head 1"}) {
      record_tensors(trace, group, size * arma::ones(1, 1), 1.0 + arma::mat(2, 1, arma::fill::eye),
                     arma::ones(2, 1));
      record_attention(trace, {.scale = {.kind = Scale::Kind::off}}, group);
    }
    return trace;
  };
  CHECK(trace_of(354).notes.empty());  // the largest score is 708: K is 2 and 1
  const Trace large = trace_of(355);
  REQUIRE(large.notes.size() == 1);
  CHECK_THAT(large.notes.front(),
             ContainsSubstring("a score from 709.78 on is more than a double can hold"));
  CHECK(large.stage("weights", "head 1").value.is_finite());
}

TEST_CASE("record_attention: a group is computed from its own stages") {
  std::mt19937 draws(5);
  const AttentionSettings settings{.blocked = blocked_cells({.causal = true}, 4, 6)};
  Trace trace;
  std::vector<arma::mat> tensors;
  for (const std::string group : {"head 0", "head 1"}) {
    const arma::mat Q = random_matrix(draws, 4, 3), K = random_matrix(draws, 6, 3);
    const arma::mat V = random_matrix(draws, 6, 2);
    record_tensors(trace, group, Q, K, V);
    record_attention(trace, settings, group);
    const PlainAttention expected = plain_attention(Q, K, V, causal_mask(4, 6));
    CHECK(difference(trace.stage("weights", group).value, expected.weights) == "");
    CHECK(difference(trace.stage("output", group).value, expected.output) == "");
  }
  CHECK(recorded_in(trace) ==
        "head 0/query head 0/key head 0/value head 0/scores head 0/scaled head 0/masked "
        "head 0/weights head 0/output head 1/query head 1/key head 1/value head 1/scores "
        "head 1/scaled head 1/masked head 1/weights head 1/output ");
}

TEST_CASE("record_attention: other stages may be compared than query and key") {
  Trace trace;
  record_tensors(trace, "", arma::ones(3, 2), arma::ones(3, 2), exercise1::V);
  const Axis axis{"token", {"a", "b", "c"}};
  record(trace, {.id = "turned_query", .symbol = "Q'", .rows = axis}, exercise1::Q);
  record(trace, {.id = "turned_key", .symbol = "K'", .rows = axis}, exercise1::K);
  record_attention(trace, {}, "", {"turned_query", "turned_key"});
  const Stage& scores = trace.stage("scores");
  CHECK(difference(scores.value, exercise1::S) == "");
  CHECK(scores.formula == "S = Q' K'ᵀ");
  CHECK(std::get<Product>(scores.rule).left == "turned_query");
  CHECK(std::get<Product>(scores.rule).right == "turned_key");
  CHECK(std::get<Product>(scores.rule).right_transposed);
  CHECK(scores.rows.labels == axis.labels);
  CHECK(difference(trace.stage("output").value, exercise1::O) == "");
}

TEST_CASE("record_attention: scale and blocked cells are those of the settings") {
  const BlockedCells blocked = blocked_cells({.causal = true}, 3, 3);
  const Trace causal = traced({.blocked = blocked}, exercise1::Q, exercise1::K, exercise1::V);
  CHECK(difference(causal.stage("weights").value, exercise1::causal_W) == "");
  CHECK(difference(causal.stage("output").value, exercise1::causal_O) == "");
  for (const char* id : {"masked", "weights"})
    CHECK(arma::accu(causal.stage(id).blocked != blocked) == 0);
  CHECK(causal.stage("scaled").blocked.is_empty());
  CHECK(causal.stage("masked").value(0, 2) == -kInfinity);

  const Trace bare =
      traced({.scale = {Scale::Kind::off}}, exercise1::Q, exercise1::K, exercise1::V);
  CHECK(difference(bare.stage("scaled").value, exercise1::S, 0.0) == "");
}

TEST_CASE("record_attention: refuses shapes that do not fit") {
  Trace widths;
  record_tensors(widths, "", arma::ones(2, 3), arma::ones(4, 2), arma::ones(4, 2));
  CHECK_REFUSED(record_attention(widths, {}),
                "Q and K must have the same number of columns: Q is 2 x 3, K is 4 x 2.");
  Trace heights;
  record_tensors(heights, "", arma::ones(2, 3), arma::ones(4, 3), arma::ones(5, 2));
  CHECK_REFUSED(record_attention(heights, {}),
                "A times V needs as many columns in A as rows in V: A is 2 x 4, V is 5 x 2.");
}

TEST_CASE("record_projection: says what was multiplied, and adds a bias where there is one") {
  Trace trace;
  record(trace, {.id = "input", .symbol = "X"}, {{1, 2}, {0, -1}});
  record(trace, {.id = "wq", .symbol = "W_Q"}, {{1, 0, 2}, {3, 1, 0}});
  record(trace, {.id = "bq", .symbol = "b_Q"}, arma::rowvec{10, 20, 30});
  record_projection(trace, {.id = "query", .symbol = "Q"}, "input", "wq");
  const Stage& bare = trace.stages.back();
  CHECK(difference(bare.value, {{7, 2, 2}, {-3, -1, 0}}, 0.0) == "");
  CHECK(bare.formula == "Q = X W_Q");
  CHECK(std::get<Product>(bare.rule).bias == "");

  record_projection(trace, {.id = "query", .symbol = "Q"}, "input", "wq", "bq");
  const Stage& biased = trace.stages.back();
  CHECK(difference(biased.value, {{17, 22, 32}, {7, 19, 30}}, 0.0) == "");
  CHECK(biased.formula == "Q = X W_Q + b_Q");
  const auto product = std::get<Product>(biased.rule);
  CHECK(product.left == "input");
  CHECK(product.right == "wq");
  CHECK(product.bias == "bq");
  CHECK_FALSE(product.right_transposed);
}

TEST_CASE("settings_for: joins the causal mask and the one that is given") {
  AttentionOptions options{.scale = {Scale::Kind::factor, 0.5},
                           .causal = true,
                           .mask = Mask{{0, 1}, {1, 1}},
                           .empty_row = EmptyRow::uniform};
  const AttentionSettings settings = settings_for(options, 2, 2);
  CHECK(settings.scale.kind == Scale::Kind::factor);
  CHECK(settings.scale.factor == 0.5);
  CHECK(settings.empty_row == EmptyRow::uniform);
  REQUIRE(arma::size(settings.blocked) == arma::SizeMat(2, 2));
  CHECK(settings.blocked(0, 0) == static_cast<unsigned char>(Blocked::mask));
  CHECK(settings.blocked(0, 1) == kCausal);
  CHECK(settings.blocked(1, 0) == 0);
  CHECK(settings_for({}, 2, 2).blocked.is_empty());
}

TEST_CASE("settings_for: a window and padding at the end") {
  AttentionOptions options;
  options.causal = true;
  options.window = 2;
  options.n_padded = 1;
  const BlockedCells blocked = settings_for(options, 3, 3).blocked;
  CHECK(arma::all(
      arma::vectorise(blocked == BlockedCells{{0, 'c', 'c'}, {0, 0, 'c'}, {'w', 0, 'p'}})));
  options.n_padded = 4;
  CHECK_REFUSED(settings_for(options, 3, 3),
                "--pad 4 marks more keys as padding than there are: 3.");
  options.n_padded = 0;
  options.window = 0;
  CHECK_THROWS_AS(settings_for(options, 3, 3), InputError);
}

TEST_CASE("settings_for: refuses a mask of another shape") {
  const AttentionOptions options{.mask = Mask(2, 3, arma::fill::ones)};
  CHECK_REFUSED(settings_for(options, 3, 2),
                "the mask (one row per query, one column per key) must be 3 x 2, but it is 2 x 3.");
}

TEST_CASE("settings_for: the score cells of all heads have one limit") {
  CHECK_NOTHROW(settings_for({}, 4096, 4096));
  CHECK_REFUSED(settings_for({}, 4097, 4096),
                "every stage is kept, and 4097 queries x 4096 keys make more score cells than fit: "
                "the limit is 16777216. Use shorter sequences.");
  CHECK_NOTHROW(settings_for({}, 1024, 1024, 16));
  CHECK_REFUSED(settings_for({}, 1024, 1024, 17),
                "every stage is kept, and 17 heads x 1024 queries x 1024 keys make more score "
                "cells than fit: the limit is 16777216. Use shorter sequences or fewer heads.");
  // As large as numbers get: the product must not wrap around.
  const arma::uword huge = arma::uword{1} << 40;
  CHECK_THROWS_AS(settings_for({}, huge, huge, huge), InputError);
}

TEST_CASE("warn_of_empty_rows: names the first queries and counts when there are many") {
  Trace trace{.query_tokens = {"a", "b", "c", "d", "e"}};
  AttentionSettings settings{.blocked = BlockedCells(5, 2, arma::fill::zeros)};
  warn_of_empty_rows(trace, settings);
  settings.blocked.col(0).fill(kCausal);  // one key is still open
  warn_of_empty_rows(trace, settings);
  CHECK(trace.warnings.empty());

  settings.blocked.row(1).fill(kCausal);
  settings.blocked.row(4).fill(kCausal);
  warn_of_empty_rows(trace, settings);
  const std::string zero = " may attend to nothing: its weights and its output are 0";
  CHECK(trace.warnings ==
        std::vector<std::string>{"query \"b\" (row 1)" + zero, "query \"e\" (row 4)" + zero});

  trace.warnings.clear();
  settings.blocked.fill(kCausal);
  warn_of_empty_rows(trace, settings);
  REQUIRE(trace.warnings.size() == 4);
  CHECK(trace.warnings[2] == "query \"c\" (row 2)" + zero);
  CHECK(trace.warnings[3] == "queries that may attend to nothing: 5 of 5");
}

TEST_CASE("warn_of_empty_rows: says what was chosen for them") {
  const auto warning_for = [](EmptyRow empty_row) {
    Trace trace{.query_tokens = {"a"}};
    AttentionSettings settings{.blocked = BlockedCells(1, 1), .empty_row = empty_row};
    settings.blocked.fill(kCausal);
    warn_of_empty_rows(trace, settings);
    return trace.warnings.at(0);
  };
  const std::string start = "query \"a\" (row 0) may attend to nothing: ";
  CHECK(warning_for(EmptyRow::nan) ==
        start + "its weights and its output are undefined (0/0, NaN)");
  CHECK(warning_for(EmptyRow::uniform) ==
        start + "its weights are all equal, over keys that it must not see");
}

TEST_CASE("add_attention_config: what scores are multiplied by, and the mask") {
  using Config = std::vector<std::pair<std::string, Setting>>;
  Trace trace;
  add_attention_config(trace, {}, {.rule = Scaling{rule::cell("scores"), 4.0, true}});
  CHECK(trace.config == Config{{"scale", 0.25},
                               {"causal", false},
                               {"mask", false},
                               {"empty_row", std::string("zero")}});
  trace.config.clear();
  const AttentionOptions options{
      .causal = true, .mask = Mask(1, 1, arma::fill::ones), .empty_row = EmptyRow::nan};
  add_attention_config(trace, options, {.rule = Scaling{rule::cell("scores"), 3.0, false}});
  CHECK(
      trace.config ==
      Config{{"scale", 3.0}, {"causal", true}, {"mask", true}, {"empty_row", std::string("nan")}});
}

TEST_CASE("require_one_label_per_row: refuses tokens too few or too many") {
  CHECK_NOTHROW(require_one_label_per_row({"a", "b"}, arma::ones(2, 5), "Q"));
  CHECK_REFUSED(
      require_one_label_per_row({"a", "b"}, arma::ones(3, 2), "Q"),
      "Q needs one token a row: rows 3, tokens given 2. Check --tokens and --key-tokens.");
}

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

TEST_CASE("multi_head: two heads by hand") {
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

TEST_CASE("multi_head: agrees with one loop a head, whatever the shapes") {
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

TEST_CASE("multi_head: records its stages in order, each head in a group of its own") {
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

TEST_CASE("multi_head: one head is plain attention, to the last bit") {
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

TEST_CASE("multi_head: shared keys and values are the same as equal ones") {
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

TEST_CASE("multi_head: the order of the heads does not matter to the result") {
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

TEST_CASE("multi_head: a causal row is that of the sentence cut after it") {
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

TEST_CASE("multi_head: the average is the mean of the heads' weights") {
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

TEST_CASE("multi_head: turned by positions, scores depend on the distance alone") {
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

TEST_CASE("multi_head: says with what it was run and what to look at first") {
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

TEST_CASE("multi_head: a query that may attend to nothing gets nothing but the bias") {
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

TEST_CASE(
    "multi_head: some heads alone are what they are among all, and nothing comes behind them") {
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

TEST_CASE("multi_head: a norm on queries and keys, and rotations by frequencies of their own") {
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

TEST_CASE("multi_head: frequencies and a length of their own turn as the base alone would") {
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

using ReceivedRows = std::vector<std::vector<std::string>>;

Table received_of(arma::mat pattern, const std::vector<std::string>& queries,
                  const std::vector<std::string>& keys) {
  GivenAttention problem;
  problem.kind = GivenAttention::Kind::pattern;
  problem.given = std::move(pattern);
  problem.query_tokens = queries;
  problem.key_tokens = keys;
  return received_table(given_attention(problem));
}

TEST_CASE("received_table: the mean of a column and its rank") {
  const Table table = received_of({{.5, .25, .25}, {.1, .45, .45}}, {"a", "b"}, {"x", "y", "z"});
  CHECK(headings_of(table) == std::vector<std::string>{"key", "received", "rank"});
  CHECK(texts_of(table.rows) ==
        ReceivedRows{{"x", "0.300", "3"}, {"y", "0.350", "1"}, {"z", "0.350", "1"}});
}

TEST_CASE("received_table: the sums of a pattern that is no distribution, and a long walk") {
  // Row shares: 2/3 1/3; 1/4 3/4. A walk in balance is at a 3 times of 7.
  const Table table = received_of({{2, 1}, {1, 3}}, {"a", "b"}, {"a", "b"});
  CHECK(headings_of(table) ==
        std::vector<std::string>{"key", "column sum", "rank", "received", "rank", "long walk"});
  CHECK(texts_of(table.rows) == ReceivedRows{{"a", "3.000", "2", "0.458", "2", "0.429"},
                                             {"b", "4.000", "1", "0.542", "1", "0.571"}});
}

TEST_CASE("received_table: no walk between two sequences, or where tokens keep apart") {
  CHECK(received_of({{.5, .5}, {1, 0}}, {"a", "b"}, {"x", "y"}).columns.size() == 3);
  CHECK(received_of({{1, 0}, {0, 1}}, {"a", "b"}, {"a", "b"}).columns.size() == 3);
}

TEST_CASE("received_table: sums that differ by rounding share a rank, however large or small") {
  // 0.1 + 0.2 is not 0.3 in doubles, and neither is it in units of 1e15 or 1e-15.
  for (const double unit : {1.0, 1e15, 1e-15}) {
    const Table table =
        received_of(arma::mat{{.1, .3, .1}, {.2, 0, .1}} * unit, {"a", "b"}, {"x", "y", "z"});
    const ReceivedRows rows = texts_of(table.rows);
    CAPTURE(unit);
    CHECK(rows[0][2] == "1");
    CHECK(rows[1][2] == "1");
    CHECK(rows[2][2] == "3");
  }
}

}  // namespace
