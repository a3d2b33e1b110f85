#include "mechanisms/attention/record_attention.hpp"

#include "base/message.hpp"
#include "mechanisms/attention/attention_stages.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/plain_attention.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("record_attention: records five stages in order and returns the last",
          "[mechanisms][record_attention]") {
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

TEST_CASE("record_attention: scores whose exponential overflows are told of once",
          "[mechanisms][record_attention]") {
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

TEST_CASE("record_attention: a group is computed from its own stages",
          "[mechanisms][record_attention]") {
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

TEST_CASE("record_attention: other stages may be compared than query and key",
          "[mechanisms][record_attention]") {
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

TEST_CASE("record_attention: scale and blocked cells are those of the settings",
          "[mechanisms][record_attention]") {
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

TEST_CASE("record_attention: refuses shapes that do not fit",
          "[mechanisms][record_attention][error]") {
  Trace widths;
  record_tensors(widths, "", arma::ones(2, 3), arma::ones(4, 2), arma::ones(4, 2));
  CHECK_THROWS_MATCHES(record_attention(widths, {}), InputError,
                       Message("Q and K must have the same number of columns: Q is 2 x 3, K is "
                               "4 x 2."));
  Trace heights;
  record_tensors(heights, "", arma::ones(2, 3), arma::ones(4, 3), arma::ones(5, 2));
  CHECK_THROWS_MATCHES(record_attention(heights, {}), InputError,
                       Message("A times V needs as many columns in A as rows in V: A is 2 x 4, "
                               "V is 5 x 2."));
}

TEST_CASE("record_projection: says what was multiplied, and adds a bias where there is one",
          "[mechanisms][record_attention]") {
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

TEST_CASE("settings_for: joins the causal mask and the one that is given",
          "[mechanisms][record_attention]") {
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

TEST_CASE("settings_for: a window and padding at the end", "[mechanisms][record_attention]") {
  AttentionOptions options;
  options.causal = true;
  options.window = 2;
  options.n_padded = 1;
  const BlockedCells blocked = settings_for(options, 3, 3).blocked;
  CHECK(arma::all(
      arma::vectorise(blocked == BlockedCells{{0, 'c', 'c'}, {0, 0, 'c'}, {'w', 0, 'p'}})));
  options.n_padded = 4;
  CHECK_THROWS_MATCHES(settings_for(options, 3, 3), InputError,
                       Message("--pad 4 marks more keys as padding than there are: 3."));
  options.n_padded = 0;
  options.window = 0;
  CHECK_THROWS_AS(settings_for(options, 3, 3), InputError);
}

TEST_CASE("settings_for: refuses a mask of another shape",
          "[mechanisms][record_attention][error]") {
  const AttentionOptions options{.mask = Mask(2, 3, arma::fill::ones)};
  CHECK_THROWS_MATCHES(
      settings_for(options, 3, 2), InputError,
      Message("the mask (one row per query, one column per key) must be 3 x 2, but it is "
              "2 x 3."));
}

TEST_CASE("settings_for: the score cells of all heads have one limit",
          "[mechanisms][record_attention][error]") {
  CHECK_NOTHROW(settings_for({}, 4096, 4096));
  CHECK_THROWS_MATCHES(
      settings_for({}, 4097, 4096), InputError,
      Message("every stage is kept, and 4097 queries x 4096 keys make more score cells than fit: "
              "the limit is 16777216. Use shorter sequences."));
  CHECK_NOTHROW(settings_for({}, 1024, 1024, 16));
  CHECK_THROWS_MATCHES(
      settings_for({}, 1024, 1024, 17), InputError,
      Message("every stage is kept, and 17 heads x 1024 queries x 1024 keys make more score cells "
              "than fit: the limit is 16777216. Use shorter sequences or fewer heads."));
  // As large as numbers get: the product must not wrap around.
  const arma::uword huge = arma::uword{1} << 40;
  CHECK_THROWS_AS(settings_for({}, huge, huge, huge), InputError);
}

TEST_CASE("warn_of_empty_rows: names the first queries and counts when there are many",
          "[mechanisms][record_attention]") {
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

TEST_CASE("warn_of_empty_rows: says what was chosen for them", "[mechanisms][record_attention]") {
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

TEST_CASE("add_attention_config: what scores are multiplied by, and the mask",
          "[mechanisms][record_attention]") {
  using Config = std::vector<std::pair<std::string, Setting>>;
  Trace trace;
  add_attention_config(trace, {}, {.rule = Scaling{"scores", 4.0, true}});
  CHECK(trace.config == Config{{"scale", 0.25},
                               {"causal", false},
                               {"mask", false},
                               {"empty_row", std::string("zero")}});
  trace.config.clear();
  const AttentionOptions options{
      .causal = true, .mask = Mask(1, 1, arma::fill::ones), .empty_row = EmptyRow::nan};
  add_attention_config(trace, options, {.rule = Scaling{"scores", 3.0, false}});
  CHECK(
      trace.config ==
      Config{{"scale", 3.0}, {"causal", true}, {"mask", true}, {"empty_row", std::string("nan")}});
}

TEST_CASE("require_one_label_per_row: refuses tokens too few or too many",
          "[mechanisms][record_attention][error]") {
  CHECK_NOTHROW(require_one_label_per_row({"a", "b"}, arma::ones(2, 5), "Q"));
  CHECK_THROWS_MATCHES(require_one_label_per_row({"a", "b"}, arma::ones(3, 2), "Q"), InputError,
                       Message("Q needs one token a row: rows 3, tokens given 2. Check --tokens "
                               "and --key-tokens."));
}
