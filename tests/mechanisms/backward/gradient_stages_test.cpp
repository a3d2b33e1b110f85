#include "mechanisms/backward/gradient_stages.hpp"

#include "mechanisms/attention/attention_stages.hpp"
#include "mechanisms/attention/head_stages.hpp"
#include "mechanisms/attention/multi_head.hpp"
#include "mechanisms/backward/backward.hpp"
#include "support/catch.hpp"
#include "support/multi_head_problem.hpp"

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
