#include "mechanisms/backward/gradient_stages.hpp"

#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/backward/backward.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"
#include "support/table_texts.hpp"

using namespace attn;

TEST_CASE("gradient_stage: has the axes, the head and the blocked cells of its stage",
          "[mechanisms][gradient_stages]") {
  const BlockedCells blocked{{0, 'c'}, {0, 0}};
  Stage weights = weights_stage({"query", {"a", "b"}}, {"key", {"c", "d"}}, blocked);
  weights.group = "head 1";
  weights.remark = "kv head 0";
  const Stage gradient = gradient_stage(weights);
  CHECK(gradient.id == "d_weights");
  CHECK(gradient.symbol == "dA");
  CHECK(gradient.gradient_of == "weights");
  CHECK(gradient.group == "head 1");
  CHECK(gradient.remark == "kv head 0");
  CHECK(gradient.rows.labels == weights.rows.labels);
  CHECK(gradient.cols.labels == weights.cols.labels);
  CHECK(arma::all(arma::vectorise(gradient.blocked == blocked)));
  CHECK(std::holds_alternative<Given>(gradient.rule));
}

TEST_CASE("gradient_stage: what has no symbol of its own goes by its id",
          "[mechanisms][gradient_stages]") {
  CHECK(gradient_stage(scaled_stage({}, {}, 4, {})).symbol == "d_scaled");
  CHECK(gradient_stage(concat_stage({}, 2)).symbol == "d_concat");
  CHECK(gradient_stage(query_weight_stage()).symbol == "dW_Q");
}

TEST_CASE("gradient_stage: each stage of a layer says something", "[mechanisms][gradient_stages]") {
  std::mt19937 draws(1);
  MultiHeadProblem problem = random_problem(draws, {.bias = true});
  problem.rope = Rotary{};
  Trace trace = multi_head(problem);
  record_backward(trace, {});
  for (const Stage& stage : trace.stages) {
    CAPTURE(stage.id, stage.group);
    CHECK(stage.note != "");
    if (!stage.gradient_of.empty()) CHECK(stage.formula.starts_with(stage.symbol));
  }
}

namespace {

// Three equal weights of which a mask may block the last.
Trace equal_weights(bool blocks_last, const Backward& backward) {
  AttentionProblem problem =
      problem_of(Projected{.Q = single_cell(0), .K = arma::vec{1, -1, 3}, .V = arma::vec{2, 4, 9}});
  if (blocks_last) problem.mask = Mask{{1, 1, 0}};
  Trace trace = scaled_dot_product(problem);
  record_backward(trace, backward);
  return trace;
}

}  // namespace

TEST_CASE("softmax_row_table: one row by hand", "[mechanisms][backward_tables]") {
  const Trace trace = equal_weights(true, {});
  const Table table = softmax_row_table(trace, {});
  CHECK(texts_of(table.rows) ==
        std::vector<std::vector<std::string>>{{"k0", "0.500", "2.000", "1.000", "−1.000", "−0.500"},
                                              {"k1", "0.500", "4.000", "2.000", "1.000", "0.500"},
                                              {"k2", ".", ".", ".", ".", "0.000"},
                                              {"total", "1.000", "", "3.000", "", "0.000"}});
  CHECK(table.title ==
        "d_scaled by hand, row \"q0\": d_scaled = A ∘ (dA − D), and D = Σ A⋅dA = 3 is what its "
        "attention is worth on average.");
}

TEST_CASE("softmax_row_table: leaves out the middle of many keys",
          "[mechanisms][backward_tables]") {
  AttentionProblem problem =
      problem_of(Projected{.Q = single_cell(0), .K = arma::zeros(30), .V = arma::zeros(30)});
  Trace trace = scaled_dot_product(problem);
  record_backward(trace, {});
  const Table table = softmax_row_table(trace, {});
  REQUIRE(table.rows.size() == 25);  // 22, a gap, the last and the sum
  CHECK(std::get<cell::Gap>(table.rows[22][0]).n_rows == 7);
  CHECK(text_of(table.rows[23][0]) == "k29");
}

TEST_CASE("row_to_show: the row of the Jacobian, else of the loss, else the steepest",
          "[mechanisms][backward_tables]") {
  AttentionProblem problem =
      problem_of(Projected{.Q = arma::vec{9, 0, 1}, .K = arma::vec{1, -1}, .V = arma::vec{2, 4}});
  const Trace before = scaled_dot_product(problem);
  const auto row = [&before](const Backward& backward) {
    Trace trace = before;
    record_backward(trace, backward);
    return row_to_show(trace, backward).row;
  };
  CHECK(row({}) == 1);  // even weights move most
  const Loss cell{.kind = Loss::Kind::cell, .of = "output", .row = 2};
  CHECK(row({.loss = cell}) == 2);
  CHECK(row({.loss = cell, .jacobian_row = 0}) == 0);
}

TEST_CASE("row_to_show: the head whose slopes there are the largest",
          "[mechanisms][backward_tables]") {
  // Head 0 looks evenly and its values differ by 1, in head 1 by 10.
  MultiHeadProblem problem;
  problem.X = {{0, 2}, {0, 4}};
  problem.weights.W_Q = problem.weights.W_K = arma::zeros(2, 2);
  problem.weights.W_V = {{0, 0}, {1, 10}};
  problem.counts = {2, 2};
  problem.query_tokens = problem.key_tokens = {"a", "b"};
  Trace trace = multi_head(problem);
  record_backward(trace, {});
  CHECK(row_to_show(trace, {}).group == "head 1");
  CHECK(trace.tables[trace.tables.size() - 2].note.ends_with(
      "Among all heads, head 1 has the largest gradient here; --head N shows another."));
}

TEST_CASE("gradient_table: what was given, the largest slope and the norm",
          "[mechanisms][backward_tables]") {
  CHECK(texts_of(gradient_table(equal_weights(true, {})).rows) ==
        std::vector<std::vector<std::string>>{{"d_value", "3 x 1", "0.500", "[k0, 0]", "0.707"},
                                              {"d_query", "1 x 1", "−1.000", "[q0, 0]", "1.000"},
                                              {"d_key", "3 x 1", "< 1e-12", "-", "< 1e-12"}});
}

TEST_CASE("gradient_table: rounding errors have no digits", "[mechanisms][backward_tables]") {
  std::mt19937 draws(1);
  Trace trace = multi_head(random_problem(draws, {.bias = true}));
  record_backward(trace, {});
  for (const TableRow& row : gradient_table(trace).rows)
    if (text_of(row[0]) == "d_bk")
      CHECK(texts_of(row) == std::vector<std::string>{"d_bk", "1 x 4", "< 1e-12", "-", "< 1e-12"});
}
