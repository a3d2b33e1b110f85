#include "render/trace/stage_text.hpp"

#include "render/heads_trace.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("stage_text: formula then sentence then matrix then what it says", "[render][text]") {
  const Trace trace = by_hand_trace();
  CHECK(stage_text(trace, trace.stage("masked"), layout_of(80)) ==
        " masked   masked = scaled + mask   (query 4, key 4)\n"
        "   A blocked score becomes −∞, and softmax turns −∞ into exactly 0.\n"
        "\n"
        "             The     cat     sat    down\n"
        "    The ⎡  0.500    −inf    −inf    −inf ⎤\n"
        "    cat ⎢ −1.000   1.000    −inf    −inf ⎥\n"
        "    sat ⎢ −0.500   0.500   0.000    −inf ⎥\n"
        "   down ⎣  0.500  −1.000   1.000   0.000 ⎦\n"
        "\n"
        "   −inf   may not attend (causal, the future: 6)\n");
}

TEST_CASE("stage_text: weights end with a legend and a sentence", "[render][text]") {
  const Trace trace = by_hand_trace();
  const std::string text = stage_text(trace, trace.stage("weights"), layout_of(80));
  CHECK(contains(text,
                 "\n   shades   ⡀⡀ .05-  ⡄⡄ .20-  ⡇⡇ .40-  ⣷⣷ .60-  ⣿⣿ .80-\n"
                 "   .   may not attend (causal, the future: 6)\n"
                 "   read as   \"sat\" gives 0.506 of its attention to \"cat\" and 0.307 to "
                 "\"sat\".\n"));
}

TEST_CASE("stage_text: both reasons of blocked cells are counted", "[render][text]") {
  AttentionProblem problem = by_hand_problem(true);
  problem.mask = Mask(4, 4, arma::fill::ones);
  (*problem.mask)(3, 0) = 0;
  const Trace trace = scaled_dot_product(problem);
  CHECK(contains(stage_text(trace, trace.stage("masked"), layout_of(80)),
                 "   −inf   may not attend (causal, the future: 6, the mask given: 1)\n"));
}

TEST_CASE("stage_text: explains nothing or a sentence or more", "[render][text]") {
  const Trace trace = by_hand_trace();
  const Stage& stage = trace.stage("weights");
  const std::string none = stage_text(trace, stage, layout_of(80, 0));
  const std::string more = stage_text(trace, stage, layout_of(80, 2));
  CHECK_FALSE(contains(none, "Each row is one query's attention"));
  CHECK_FALSE(contains(none, "read as"));
  CHECK_FALSE(contains(none, "may not attend"));
  CHECK(contains(more, "Each row is one query's attention"));
  CHECK(contains(more, "exp makes every score positive"));
  CHECK_FALSE(contains(stage_text(trace, stage, layout_of(80)), "exp makes every score positive"));
}

TEST_CASE("stage_text: a matrix that is not wanted is left out", "[render][text]") {
  const Trace trace = by_hand_trace(false);
  CHECK(stage_text(trace, trace.stage("masked"), layout_of(80), {}, false) ==
        " masked   masked = scaled   (query 4, key 4)\n"
        "   Nothing is masked: every query may attend to every key.\n");
}

TEST_CASE("stage_text: a selected cell is marked", "[render][text]") {
  const Trace trace = by_hand_trace(false);
  CHECK(contains(stage_text(trace, trace.stage("masked"), layout_of(80), Cell{1, 1}), "> 1.000<"));
}

TEST_CASE("stage_text: a head is named with its group, and what tells it apart comes last",
          "[render][text]") {
  Trace trace = heads_trace();
  Stage& head = trace.stages[8];
  head.remark = "kv head 0";
  CHECK(stage_name(head) == "head 1 weights");
  CHECK(stage_name(trace.stage("concat")) == "concat");
  CHECK(lines_of(stage_text(trace, head, layout_of(80)))[0] ==
        " head 1 weights   A = softmax(masked)   (query 2, key 2)   kv head 0");
}

TEST_CASE("stage_text: says how many rows and columns are left out", "[render][text]") {
  const Trace trace = scaled_dot_product(
      problem_of(Projected{arma::mat(40, 2, arma::fill::ones), arma::mat(50, 2, arma::fill::ones),
                           arma::mat(50, 2, arma::fill::ones)}));
  const std::string text = stage_text(trace, trace.stage("scores"), layout_of(80, 0));
  CHECK(contains(text, "   .. rows left out: 17 of 40\n   .. columns left out: "));
}

TEST_CASE("stage_text: arithmetic follows the matrix unless a cell is selected", "[render][text]") {
  const Trace trace = by_hand_trace();
  Layout layout = layout_of(80);
  layout.arithmetic = true;
  const Stage& stage = trace.stage("scores");
  CHECK(contains(stage_text(trace, stage, layout), "\n\n   S[The, The] = 1⋅1 + 1⋅1"));
  CHECK_FALSE(contains(stage_text(trace, stage, layout, Cell{0, 0}), "S[The, The]"));
}

TEST_CASE("bare_matrix_text: the cells and nothing else", "[render][text]") {
  const Trace trace = by_hand_trace();
  CHECK(bare_matrix_text(trace, trace.stage("query"), layout_of(80)) ==
        " The ⎡  1   1  −1   0 ⎤\n cat ⎢ −1   0   1  −2 ⎥\n"
        " sat ⎢ −2   1   1  −1 ⎥\ndown ⎣  2   0   0  −1 ⎦\n");
}
