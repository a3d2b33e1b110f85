#include "render/trace/spelled_gradients.hpp"

#include "mechanisms/attention/attention.hpp"
#include "mechanisms/backward/backward.hpp"
#include "render/spelled_parts.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"

using namespace attn;

namespace {

Trace way_back_by_hand(const Loss& loss) {
  Trace trace = by_hand_trace();
  record_backward(trace, {.loss = loss, .jacobian_row = 2});
  return trace;
}

const Loss kCell{.kind = Loss::Kind::cell, .of = "output", .row = 2, .col = 1};

std::string spelled_cell(const Trace& trace, const std::string& id, Cell cell) {
  return spelled_out(trace, trace.stage(id), cell, {});
}

// Every line of every stage on the way back, worked out again.
void check_way_back(const Trace& trace) {
  Layout layout;
  layout.precision = 9;
  for (const Stage& stage : trace.stages) {
    if (stage.gradient_of.empty() && stage.id != "loss" && stage.id != "jacobian") continue;
    CAPTURE(stage.id, stage.group);
    const bool names_sources =
        std::holds_alternative<Columns>(stage.rule) || std::holds_alternative<Concat>(stage.rule) ||
        std::holds_alternative<Rotation>(stage.rule) || std::holds_alternative<Part>(stage.rule);
    check_lines(trace, stage, layout, 1e-6, names_sources);
  }
}

}  // namespace

TEST_CASE("spelled_out: the way back as one works it by hand", "[render][arithmetic][backward]") {
  const Trace trace = way_back_by_hand(kCell);
  CHECK(spelled_cell(trace, "loss", {0, 0}) == "L = O[sat, 1] ≈ 1.506");
  CHECK(spelled_cell(trace, "d_output", {2, 1}) == "");
  CHECK(spelled_cell(trace, "d_weights", {2, 1}) ==
        "dA[sat, cat] = 0⋅(−1) + 1⋅2 + 0⋅(−1) + 0⋅0 = 2");
  CHECK(spelled_cell(trace, "d_weights", {2, 3}) ==
        "dA[sat, down] = 0⋅0 + 1⋅3 + 0⋅(−3) + 0⋅0 = 3, may not attend");
  CHECK(spelled_cell(trace, "d_value", {1, 1}) ==
        "dV[cat, 1] = 0⋅0 + 0.881⋅0 + 0.506⋅1 + 0.064⋅0 ≈ 0.506");
  CHECK(spelled_cell(trace, "jacobian", {0, 0}) == "J[The, The] = 0.186⋅(1 − 0.186) ≈ 0.152");
  CHECK(spelled_cell(trace, "jacobian", {0, 1}) == "J[The, cat] = −(0.186⋅0.506) ≈ −0.094");
  CHECK(spelled_cell(trace, "jacobian", {3, 1}) == "J[down, cat] = 0, may not attend");
  CHECK(spelled_cell(trace, "d_scaled", {2, 1}) ==
        "d_scaled[sat, cat] = 0.506⋅(2 − (0.186⋅1 + 0.506⋅2 + 0.307⋅1)) ≈ 0.506⋅(2 − 1.506) ≈ "
        "0.250");
  CHECK(spelled_cell(trace, "d_scaled", {2, 3}) == "d_scaled[sat, down] = 0, may not attend");
  CHECK(spelled_cell(trace, "d_scores", {2, 1}) == "dS[sat, cat] = 0.250 / 2 ≈ 0.125");
  CHECK(spelled_cell(trace, "d_key", {1, 0}) ==
        "dK[cat, 0] = 0⋅1 + 0⋅(−1) + 0.125⋅(−2) + 0⋅2 ≈ −0.250");
  CHECK(spelled_cell(trace, "d_input", {2, 1}) ==
        "dX[sat, 1] = ((−0.250)⋅0 + (−0.297)⋅0 + (−0.078)⋅0 + (−0.047)⋅(−1)) + (0.156⋅(−1) + "
        "(−0.078)⋅(−1) + (−0.078)⋅0 + 0.078⋅0) + (0⋅0 + 0.307⋅1 + 0⋅(−1) + 0⋅0) ≈ 0.047 + "
        "(−0.078) + 0.307 ≈ 0.277");
}

TEST_CASE("spelled_out: losses and where they begin", "[render][arithmetic][backward]") {
  AttentionProblem problem =
      problem_of(Projected{.Q = single_cell(0), .K = arma::vec{1, -1}, .V = {{2, 0}, {4, 1}}});
  Trace sum = scaled_dot_product(problem);
  record_backward(sum, {});
  CHECK(spelled_cell(sum, "loss", {0, 0}) == "L = 3 + 0.5 = 3.5");
  Trace target = scaled_dot_product(problem);
  record_backward(target, {.loss = {.kind = Loss::Kind::target, .target = {{1, -1}}}});
  CHECK(spelled_cell(target, "loss", {0, 0}) == "L = ((3 − 1)² + (0.5 − (−1))²) / 2 = 3.125");
  CHECK(spelled_cell(target, "d_output", {0, 1}) == "dO[q0, 1] = 2⋅(0.5 − (−1)) / 2 = 1.5");
}

TEST_CASE("spelled_out: every line of the way back gives its number",
          "[render][arithmetic][backward][property]") {
  std::mt19937 draws(7);
  check_way_back(way_back_by_hand(kCell));
  check_way_back(way_back_by_hand({}));
  check_way_back(
      way_back_by_hand({.kind = Loss::Kind::target, .target = random_matrix(draws, 4, 4)}));
  MultiHeadProblem problem =
      random_problem(draws, {.counts = {4, 2}, .d_model = 3, .n_q = 2, .n_k = 2, .bias = true});
  for (const bool turns : {false, true}) {
    if (turns) problem.rope = Rotary{};
    Trace trace = multi_head(problem);
    record_backward(trace, {});
    check_way_back(trace);
  }
}

TEST_CASE("spelled_out: heads that share keys add up, rotations go back",
          "[render][arithmetic][backward]") {
  std::mt19937 draws(8);
  MultiHeadProblem problem =
      random_problem(draws, {.counts = {2, 1}, .d_model = 2, .n_q = 2, .n_k = 2});
  problem.rope = Rotary{};
  Trace trace = multi_head(problem);
  record_backward(trace, {});
  CHECK(contains(spelled_cell(trace, "d_key", {1, 0}),
                 "dK[q1, 0] = head 0 dK_0[q1, 0] + head 1 dK_1[q1, 0] "));
  Layout layout;
  const auto turned = [&](Cell cell) {
    return spelled_out(trace, trace.stage("d_query", "head 0"), cell, layout);
  };
  CHECK(contains(turned({1, 0}), "⋅cos(1) + "));  // the other way round than forward
  CHECK(contains(turned({1, 1}), "⋅cos(1) − "));
}
