#include "render/stage_text.hpp"
#include "render/title.hpp"
#include "render/trace_text.hpp"

#include "render/rendered.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Layout layout_of(unsigned width, int explain = 1) {
  Layout layout;
  layout.width = width;
  layout.explain = explain;
  return layout;
}

std::string ids_of(const std::vector<const Stage*>& stages) {
  std::string ids;
  for (const Stage* stage : stages) ids += stage->id + " ";
  return ids;
}

Trace with_empty_row() {
  AttentionProblem problem = by_hand_problem(false);
  problem.mask = Mask(4, 4, arma::fill::ones);
  problem.mask->row(1).zeros();
  Trace trace = scaled_dot_product(problem);
  trace.notes = {"the numbers are made up"};
  return trace;
}

}  // namespace

TEST_CASE("title_text: says sizes once and where the numbers come from", "[render][text]") {
  CHECK(title_text(by_hand_trace(), layout_of(80)) ==
        " attend   \"The cat sat down\"   d_model 4   n 4   d_k 4   causal   by-hand\n");
  CHECK(title_text(by_hand_trace(), layout_of(40)) ==
        " attend   \"The cat sat down\"   d_model 4\n   n 4   d_k 4   causal   by-hand\n");
}

TEST_CASE("title_text: unlike sizes are all named", "[render][text]") {
  Trace trace = scaled_dot_product(
      problem_of(Projected{arma::mat(2, 3, arma::fill::ones), arma::mat(5, 3, arma::fill::ones),
                           arma::mat(5, 7, arma::fill::ones)}));
  trace.title = "Q, K, V";
  trace.source = "files";
  CHECK(title_text(trace, layout_of(80)) ==
        " attend   Q, K, V   n_q 2   n_k 5   d_k 3   d_v 7   files\n");
  trace.title = trace.source = "";
  CHECK(title_text(trace, layout_of(80)) == " attend   n_q 2   n_k 5   d_k 3   d_v 7\n");
}

TEST_CASE("title_text: a long sentence is cut and says so", "[render][text]") {
  Trace trace = by_hand_trace();
  trace.title = std::string(100, 'a');
  CHECK(title_text(trace, layout_of(40)) == " attend\n   " + std::string(30, 'a') +
                                                "..\n   d_model 4   n 4   d_k 4   causal\n"
                                                "   by-hand\n");
  trace.title = '"' + std::string(100, 'a') + '"';
  CHECK(contains(title_text(trace, layout_of(40)), "aaa..\"\n"));
  trace.title.clear();
  for (int i = 0; i < 50; ++i) trace.title += "猫";
  CHECK(misfit(title_text(trace, layout_of(41)), 41) == "");
}

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

TEST_CASE("stage_text: a mask that blocks nothing is not drawn again", "[render][text]") {
  const Trace trace = by_hand_trace(false);
  const std::string text =
      trace_text(trace, {&trace.stage("scaled"), &trace.stage("masked")}, layout_of(80));
  CHECK(
      text.ends_with(" masked   masked = scaled   (query 4, key 4)\n"
                     "   Nothing is masked: every query may attend to every key.\n"));
  // By itself it is.
  CHECK(contains(trace_text(trace, {&trace.stage("masked")}, layout_of(80)),
                 "down ⎣  0.500  −1.000   1.000   0.000 ⎦"));
  CHECK(contains(stage_text(trace, trace.stage("masked"), layout_of(80), Cell{1, 1}), "> 1.000<"));
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

TEST_CASE("without_operands: weights that stand in an equation need no screen of their own",
          "[render][text]") {
  const Trace trace = by_hand_trace();
  CHECK(ids_of(without_operands(trace, all_stages(trace), layout_of(80))) ==
        "input query key value scores scaled masked weights output ");
  CHECK(ids_of(without_operands(trace, all_stages(trace), layout_of(40))) ==
        ids_of(all_stages(trace)));
  // Only the products that are shown count.
  CHECK(ids_of(without_operands(trace, {&trace.stage("wq"), &trace.stage("scores")},
                                layout_of(80))) == "wq scores ");
}

TEST_CASE("trace_text: title stages warnings notes", "[render][text]") {
  const Trace trace = with_empty_row();
  const std::string text = trace_text(trace, {&trace.stage("output")}, layout_of(80));
  CHECK(text.starts_with(" attend   "));
  const std::size_t warning = text.find("\n   warning   "), note = text.find("\n   note   ");
  REQUIRE(warning != std::string::npos);
  REQUIRE(note != std::string::npos);
  CHECK(text.find(" output   ") < warning);
  CHECK(warning < note);
}

TEST_CASE("trace_text: without explanations a warning stays", "[render][text]") {
  const Trace trace = with_empty_row();
  const std::string text = trace_text(trace, {&trace.stage("output")}, layout_of(80, 0));
  CHECK(text.starts_with(" output   "));
  CHECK(contains(text, "\n   warning   "));
  CHECK_FALSE(contains(text, "made up"));
}

TEST_CASE("bare_matrix_text: the cells and nothing else", "[render][text]") {
  const Trace trace = by_hand_trace();
  CHECK(bare_matrix_text(trace, trace.stage("query"), layout_of(80)) ==
        " The ⎡  1   1  −1   0 ⎤\n cat ⎢ −1   0   1  −2 ⎥\n"
        " sat ⎢ −2   1   1  −1 ⎥\ndown ⎣  2   0   0  −1 ⎦\n");
}
