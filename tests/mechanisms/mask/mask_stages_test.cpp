#include "mechanisms/mask/mask_stages.hpp"

#include "mechanisms/attention/attention.hpp"
#include "mechanisms/mask/mask.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/plain_attention.hpp"
#include "support/table_texts.hpp"
#include "support/worked_examples.hpp"

namespace {

MaskProblem problem_of(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k) {
  return {.query_tokens = numbered_tokens(n_q == n_k ? "t" : "q", n_q),
          .key_tokens = numbered_tokens(n_q == n_k ? "t" : "k", n_k),
          .pattern = pattern};
}

std::string stage_ids(const Trace& trace) {
  std::string ids;
  for (const Stage& stage : trace.stages) ids += stage.id + " ";
  return ids;
}

std::string formula(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k) {
  return masking(problem_of(pattern, n_q, n_k)).stage("mask").formula;
}

TEST_CASE("masking: its stages, in order") {
  CHECK(stage_ids(masking(problem_of({.causal = true}, 3, 3))) == "mask additive weights ");
  const MaskPattern all{.n_prefix = 1,
                        .padded_keys = {2},
                        .documents = Documents{{0, 0, 1}, {0, 0, 1}},
                        .window = 2,
                        .half = HalfReading::literal,
                        .given = Mask(3, 3, arma::fill::ones)};
  const Trace trace = masking(problem_of(all, 3, 3));
  CHECK(stage_ids(trace) == "prefix padding segment window half given mask additive weights ");
  CHECK(trace.command == "mask");
}

TEST_CASE("masking: the mask is what its restrictions leave") {
  const MaskPattern pattern{.causal = true, .padded_keys = {1}, .window = 3};
  const Trace trace = masking(problem_of(pattern, 4, 6));
  CHECK(difference(trace.stage("mask").value, trace.stage("causal").value %
                                                  trace.stage("padding").value %
                                                  trace.stage("window").value) == "");
  const Stage& mask = trace.stage("mask");
  CHECK(difference(mask.value, arma::conv_to<arma::mat>::from(mask.blocked == 0)) == "");
  for (const char* part : {"causal", "padding", "window"}) {
    const Stage& stage = trace.stage(part);
    CHECK(difference(stage.value, arma::conv_to<arma::mat>::from(stage.blocked == 0)) == "");
  }
}

TEST_CASE("masking: added to scores, it is the mask of attention") {
  AttentionProblem attention =
      attn::problem_of(Projected{exercise1::Q, exercise1::K, exercise1::V});
  attention.causal = true;
  const Trace masked = scaled_dot_product(attention);
  const Trace trace = masking(problem_of({.causal = true}, 3, 3));
  CHECK(difference(exercise1::scaled + trace.stage("additive").value,
                   masked.stage("masked").value) == "");
  CHECK(arma::accu(trace.stage("mask").blocked != masked.stage("masked").blocked) == 0);
}

TEST_CASE("masking: equal scores are shared evenly among open keys") {
  const Trace trace = masking(problem_of({.causal = true, .padded_keys = {0}}, 3, 3));
  CHECK(difference(trace.stage("weights").value, {{0, 0, 0}, {0, 1, 0}, {0, 0.5, 0.5}}) == "");
}

TEST_CASE("masking: an empty row as it was chosen, and a warning") {
  MaskProblem problem = problem_of({.padded_queries = {1}}, 2, 2);
  CHECK(difference(masking(problem).stage("weights").value, {{0.5, 0.5}, {0, 0}}) == "");
  CHECK(masking(problem).warnings ==
        std::vector<std::string>{
            "query \"t1\" (row 1) may attend to nothing: its weights and its output are 0"});
  problem.empty_row = EmptyRow::nan;
  CHECK(difference(masking(problem).stage("weights").value, {{0.5, 0.5}, {kNaN, kNaN}}) == "");
  problem.empty_row = EmptyRow::uniform;
  CHECK(difference(masking(problem).stage("weights").value, {{0.5, 0.5}, {0.5, 0.5}}) == "");
}

TEST_CASE("masking: its formula says who may attend") {
  CHECK(formula({}, 2, 2) == "mask = 1");
  CHECK(formula({.causal = true}, 2, 2) == "j ≤ i");
  CHECK(formula({.causal = true}, 2, 5) == "j ≤ i + 3");
  CHECK(formula({.causal = true}, 5, 2) == "j ≤ i − 3");
  CHECK(formula({.causal = true, .align = Align::start}, 2, 5) == "j ≤ i");
  CHECK(formula({.n_prefix = 2}, 3, 3) == "j < 2 | j ≤ i");
  CHECK(formula({.window = 3}, 2, 5) == "|i + 3 − j| < 3");
  CHECK(formula({.padded_keys = {3, 4}}, 5, 5) == "j < 3");
  CHECK(formula({.padded_keys = {0, 4}, .padded_queries = {1}}, 5, 5) ==
        "j not in {0, 4} & i not in {1}");
  CHECK(formula({.padded_keys = {0, 1, 2, 3, 4, 5, 6}}, 9, 9) == "j not in {0, 1, 2, 3, 4, 5, ..}");
  CHECK(formula({.half = HalfReading::literal}, 5, 5) == "i < 3 | j < 3");
  CHECK(formula({.given = Mask(2, 2, arma::fill::ones)}, 2, 2) == "given[i, j]");
  MaskPattern pattern{
      .causal = true, .padded_keys = {1}, .documents = Documents{{0, 0}, {0, 0}}, .window = 1};
  CHECK(formula(pattern, 2, 2) ==
        "(j ≤ i) & (j < 1) & (document[i] = document[j]) & (|i − j| < 1)");
  pattern.join = Join::any;
  CHECK(formula(pattern, 2, 2) ==
        "((j ≤ i) | (document[i] = document[j]) | (|i − j| < 1)) & (j < 1)");
}

TEST_CASE("masking: notes tell how queries and keys stand beside each other") {
  const auto note = [](arma::uword n_q, arma::uword n_k, Align align) {
    const Trace trace = masking(problem_of({.causal = true, .align = align}, n_q, n_k));
    return trace.notes.empty() ? "" : trace.notes.front();
  };
  CHECK(note(3, 3, Align::end) == "");
  CHECK(note(2, 5, Align::end)
            .starts_with("the last query stands beside the last key, so \"q0\" is at place 3, as "
                         "in decoding"));
  CHECK(note(5, 2, Align::end)
            .starts_with("the last query stands beside the last key, which leaves queries before "
                         "every key: 3"));
  CHECK(note(2, 5, Align::start).starts_with("the first query stands beside the first key"));
  CHECK(masking(problem_of({.padded_keys = {0}}, 2, 5)).notes.empty());
}

TEST_CASE("masking: more queries than keys leave the first without keys") {
  const Trace trace = masking(problem_of({.causal = true}, 6, 2));
  CHECK(trace.warnings.back() == "queries that may attend to nothing: 4 of 6");
}

TEST_CASE("masking: padding that still looks around is noted") {
  const Trace trace = masking(problem_of({.causal = true, .padded_keys = {2}}, 3, 3));
  REQUIRE(trace.notes.size() == 1);
  CHECK(trace.notes.front() ==
        "queries that are padding still see keys (\"t2\" 2). Their outputs stand for no word: a "
        "mean or a loss has to leave them out. --pad-queries blocks them too, which leaves their "
        "rows empty.");
  CHECK(masking(problem_of({.padded_keys = {2}, .padded_queries = {2}}, 3, 3)).notes.empty());
}

TEST_CASE("masking: both readings of the second half say which they are") {
  CHECK(masking(problem_of({.half = HalfReading::literal}, 4, 4))
            .notes.front()
            .starts_with("this is \"the second half sees the first half\" word by word"));
  CHECK(masking(problem_of({.half = HalfReading::causal}, 4, 4))
            .notes.front()
            .starts_with("\"the second half sees the first half\" is read as the causal mask"));
}

TEST_CASE("masking: the first look") {
  using Ids = std::vector<std::string>;
  MaskProblem problem = problem_of({.causal = true}, 3, 3);
  CHECK(masking(problem).overview == Ids{"mask", "conventions"});
  problem.pattern.padded_keys = {0};
  CHECK(masking(problem).overview == Ids{"mask", "empty_row"});
  problem.cell = {2, 1};
  CHECK(masking(problem).overview == Ids{"mask", "empty_row", "conventions"});
}

TEST_CASE("masking: what was chosen is in the configuration") {
  const MaskPattern pattern{.causal = true, .padded_keys = {1, 2}, .window = 3, .join = Join::any};
  std::string names;
  for (const auto& [name, setting] : masking(problem_of(pattern, 3, 3)).config) names += name + " ";
  CHECK(names == "n_q n_k causal pad window mask join align empty_row ");
}

TEST_CASE("masking: refuses what it could not keep, and cells that do not exist") {
  CHECK_REFUSED(masking(problem_of({.causal = true}, 4097, 4096)),
                "every stage is kept, and 4097 queries x 4096 keys make more score cells than fit: "
                "the limit is 16777216. Use shorter sequences.");
  MaskProblem problem = problem_of({.causal = true}, 2, 3);
  problem.cell = {2, 0};
  CHECK_REFUSED(masking(problem),
                "there is no cell [2, 0]: the mask has 2 rows and 3 columns, counted from 0.");
}

TEST_CASE("masking: padding that sees nothing is not said to look around") {
  // The first of them sees itself alone, which is padding: its row is empty already.
  CHECK(masking(problem_of({.causal = true, .padded_keys = {0}}, 4, 4)).notes.empty());
  const Trace some = masking(problem_of({.causal = true, .padded_keys = {0, 3}}, 4, 4));
  REQUIRE(some.notes.size() == 1);
  CHECK(some.notes.front().starts_with("queries that are padding still see keys (\"t3\" 2)."));
  // The fourth that looks around is only hinted at; one that sees nothing takes no place.
  const Trace many = masking(problem_of({.causal = true, .padded_keys = {0, 2, 3, 4, 5}}, 6, 6));
  CHECK(many.notes.front().starts_with(
      "queries that are padding still see keys (\"t2\" 1, \"t3\" 1, \"t4\" 1, ..)."));
}

LeakTest random_test(arma::uword n, arma::uword place) {
  std::mt19937 draws(7);
  LeakTest test{.before = {.X = random_matrix(draws, n, 4),
                           .memory = {},
                           .W_Q = random_matrix(draws, 4, 3),
                           .W_K = random_matrix(draws, 4, 3),
                           .W_V = random_matrix(draws, 4, 2)},
                .changed_X = {},
                .place = place,
                .word = "old",
                .other = "new"};
  test.changed_X = test.before.X;
  test.changed_X.row(place) = random_matrix(draws, 1, 4);
  return test;
}

Trace leaked(const MaskPattern& pattern, arma::uword n, arma::uword place,
             EmptyRow empty = EmptyRow::zero) {
  const std::vector<std::string> tokens(n, "t");
  return masking({.query_tokens = tokens,
                  .key_tokens = tokens,
                  .pattern = pattern,
                  .empty_row = empty,
                  .leak = random_test(n, place)});
}

arma::mat leak_of(const MaskPattern& pattern, arma::uword n, arma::uword place,
                  EmptyRow empty = EmptyRow::zero) {
  return leaked(pattern, n, place, empty).stage("leak").value;
}

TEST_CASE("record_leak: under a causal mask the past does not move by one bit") {
  for (arma::uword place = 1; place < 6; ++place) {
    const arma::mat leak = leak_of({.causal = true}, 6, place);
    for (arma::uword i = 0; i < 6; ++i) {
      CAPTURE(place, i);
      CHECK((leak(i, 0) == 0.0) == (i < place));
      CHECK(leak(i, 1) > 0.0);  // masked late, every row has seen the change
      CHECK(leak(i, 2) > 0.0);
    }
  }
}

TEST_CASE("record_leak: names the other word if somebody chose it") {
  const auto note_of_leak = [](bool is_any_other) {
    MaskProblem problem{.query_tokens = {"t", "t"}, .key_tokens = {"t", "t"}};
    problem.leak = random_test(2, 1);
    problem.leak->is_any_other = is_any_other;
    return masking(problem).stage("leak").note;
  };
  CHECK(note_of_leak(false).starts_with("\"old\" at place 1 becomes \"new\". How far"));
  CHECK(note_of_leak(true).starts_with("\"old\" at place 1 becomes another word. How far"));
}

TEST_CASE("record_leak: only queries that may attend to the change move, and the changed one") {
  const MaskPattern pattern{.documents = Documents{{0, 0, 1, 1, 1}, {0, 0, 1, 1, 1}}, .window = 2};
  const Trace trace = leaked(pattern, 5, 3);
  const arma::mat& mask = trace.stage("mask").value;
  for (arma::uword i = 0; i < 5; ++i)
    CHECK((trace.stage("leak").value(i, 0) > 0.0) == (mask(i, 3) == 1.0 || i == 3));
}

TEST_CASE("record_leak: agrees with attention computed by loops") {
  const LeakTest test = random_test(4, 2);
  const auto output = [&test](const arma::mat& X, const Mask& mask) {
    return plain_attention(X * test.before.W_Q, X * test.before.W_K, X * test.before.W_V, mask)
        .output;
  };
  const arma::mat leak = leak_of({.window = 2}, 4, 2);
  const Mask masks[] = {window_mask(4, 4, 2), Mask(4, 4, arma::fill::ones)};
  for (const arma::uword column : {0, 1}) {
    const arma::mat moved =
        arma::abs(output(test.changed_X, masks[column]) - output(test.before.X, masks[column]));
    CHECK(difference(leak.col(column == 0 ? 0 : 2), arma::max(moved, 1)) == "");
  }
}

TEST_CASE("record_leak: says who leaks, and who does not") {
  const Trace open = leaked({.window = 9}, 3, 2);
  REQUIRE(open.warnings.size() == 1);
  CHECK(open.warnings.front().starts_with(
      "the future leaks: \"old\" comes later, but it moves the output of \"t\", \"t\" (by up to"));
  CHECK(open.notes.back() == "--causal would hide it.");

  const Trace closed = leaked({.causal = true}, 3, 2);
  CHECK(closed.warnings.empty());
  CHECK(
      closed.notes.front() ==
      "no query before \"old\" moves at all, not by the last bit: nothing leaks from the future.");
  CHECK(closed.notes.back().starts_with("a late mask, weights set to 0 after softmax, does leak"));

  const Trace prefix = leaked({.n_prefix = 3}, 3, 2);
  CHECK(prefix.warnings.size() == 1);
  CHECK(prefix.notes.empty());  // causal already, as far as was asked

  CHECK(leaked({.window = 9}, 3, 0).notes.front().starts_with("no token comes before the change"));
  CHECK(contains(leaked({.window = 9}, 9, 8).warnings.front(), "and others (8 in all)"));
}

TEST_CASE("record_leak: an empty row counts as zeros, or leaks where it is uniform") {
  const MaskPattern pattern{.causal = true, .padded_queries = {0}};
  CHECK(leak_of(pattern, 3, 2)(0, 0) == 0.0);
  CHECK(leak_of(pattern, 3, 2, EmptyRow::nan)(0, 0) == 0.0);
  CHECK(leak_of(pattern, 3, 2, EmptyRow::uniform)(0, 0) > 0.0);
}

const Axis kQuery{"query", {"a", "b", "c"}};
const Axis kKey{"key", {"a", "b", "c"}};

Stage mask_of(const MaskPattern& pattern) {
  const std::vector<Restriction> restrictions = restrictions_of(pattern, 3, 3);
  return mask_stage(restrictions, pattern, blocked_cells(restrictions, pattern.join), kQuery, kKey);
}

// What each restriction of a pattern means where it blocks.
std::string meanings(const MaskPattern& pattern) {
  std::string text;
  for (const Restriction& restriction : restrictions_of(pattern, 3, 3))
    text += meaning_of(restriction, pattern) + "; ";
  return text;
}

TEST_CASE("meaning_of: a few words for each restriction") {
  CHECK(meanings({.causal = true,
                  .padded_keys = {0},
                  .documents = Documents{{0, 0, 1}, {0, 0, 1}},
                  .window = 2,
                  .half = HalfReading::literal,
                  .given = Mask(3, 3, arma::fill::ones)}) ==
        "the future; padding; another document; outside the window of 2; the second half; the mask "
        "given; ");
  CHECK(meanings({.n_prefix = 2}) == "the future, behind the prefix of 2; ");
}

TEST_CASE("restriction_stage: bears the name of its restriction") {
  const MaskPattern pattern{.window = 1};
  const Restriction window = restrictions_of(pattern, 3, 3).front();
  const Stage stage = restriction_stage(window, pattern, kQuery, kKey);
  CHECK(stage.id == "window");
  CHECK(stage.formula == "|i − j| < 1");
  CHECK(difference(stage.value, arma::eye(3, 3)) == "");
  CHECK(stage.blocked(0, 1) == 'w');
  CHECK(stage.blocked(1, 1) == 0);
}

TEST_CASE("mask_stage: a prefix and causal are one reason") {
  const Stage mask = mask_of({.n_prefix = 1, .half = HalfReading::causal});
  CHECK(std::get<Permission>(mask.rule).reasons.size() == 1);
}

TEST_CASE("mask_stage: padding is not only a matter of attention") {
  CHECK(contains(mask_of({.padded_keys = {2}}).detail, "a mean over all positions"));
  CHECK_FALSE(contains(mask_of({.causal = true}).detail, "a mean over all positions"));
}

TEST_CASE("additive_stage: zero where open, minus infinity where not") {
  const Stage additive = additive_stage(mask_of({.causal = true}));
  CHECK(difference(additive.value, {{0, -kInfinity, -kInfinity}, {0, 0, -kInfinity}, {0, 0, 0}}) ==
        "");
  CHECK(additive.blocked(0, 1) == 'c');
}

TEST_CASE("equal_weights_stage: made from the additive mask") {
  const Stage weights = equal_weights_stage(mask_of({.causal = true}));
  CHECK(weights.id == "weights");
  CHECK(std::get<Softmax>(weights.rule).of == "additive");
  CHECK(weights.value.is_empty());
}

const MaskPattern kPattern{.causal = true, .padded_keys = {2}};

Table conventions(arma::uword row, arma::uword col) {
  const std::vector<std::string> tokens{"a", "b", "<pad>"};
  const Trace trace = masking({.query_tokens = tokens, .key_tokens = tokens, .pattern = kPattern});
  return conventions_table(trace.stage("mask"), kPattern, row, col);
}

// What each convention writes for the cell.
std::string last_column(const Table& table) {
  std::string text;
  for (const auto& row : table.rows) text += text_of(row.back()) + "; ";
  return text;
}

TEST_CASE("conventions_table: an open cell, a future one, and padding") {
  CHECK(last_column(conventions(1, 0)) == "True; False; False (per key); 1 (per key); 0; ");
  CHECK(last_column(conventions(0, 1)) == "False; True; False (per key); 1 (per key); −inf; ");
  CHECK(last_column(conventions(2, 2)) == "False; True; True (per key); 0 (per key); −inf; ");
  CHECK(conventions(1, 0).title == "\"b\" may attend to \"a\", said in each convention:");
  CHECK(conventions(0, 1).title == "\"a\" may not attend to \"b\", said in each convention:");
}

TEST_CASE("conventions_table: says which masks cannot say it") {
  CHECK(conventions(1, 0).note.empty());
  CHECK(conventions(0, 1).note.starts_with("a mask with one value a key can only say padding"));
  CHECK(conventions(2, 2).note.starts_with("a mask of shape (batch, n_k) has to become"));
}

TEST_CASE("empty_row_table: each way to block a row, in its own precision") {
  const Table table = empty_row_table();
  std::string weights;
  for (const auto& row : table.rows) weights += text_of(row[1]) + "\n";
  // NumPy and PyTorch give the same numbers: softmax of 2, 1, 0, -1 where nothing is masked.
  CHECK(weights ==
        "0.000 0.000 0.000 0.000\n"
        "nan nan nan nan\n"
        "0.250 0.250 0.250 0.250\n"
        "0.250 0.250 0.250 0.250\n"
        "0.644 0.237 0.087 0.032\n"
        "-\n");
}

}  // namespace
