#include "render/picture/trace_flow.hpp"

#include "mechanisms/attention/attention.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

Trace heads(arma::uword n_heads) {
  std::mt19937 draws(5);
  const arma::uword d = 2 * n_heads;
  const std::vector<std::string> words{"a", "b", "c"};
  MultiHeadProblem problem;
  problem.X = random_matrix(draws, 3, d);
  problem.weights.W_Q = problem.weights.W_K = problem.weights.W_V = problem.weights.W_O =
      random_matrix(draws, d, d);
  problem.counts = {n_heads, n_heads};
  problem.query_tokens = problem.key_tokens = words;
  return multi_head(problem);
}

}  // namespace

TEST_CASE("flow_text: every step of attention with its shape", "[render][picture]") {
  const std::string text = in_one_line(flow_text(by_hand_trace(), Layout{}, 1));
  for (const char* step :
       {"X (4, 4)", "Q = X W_Q (4, 4) K = X W_K (4, 4) V = X W_V (4, 4)", "S = Q Kᵀ (4, 4)",
        "scaled = S / √d_k, √4 = 2 (4, 4)", "masked = scaled + mask (4, 4)",
        "A = softmax(masked) (4, 4)", "O = A V (4, 4)"})
    CHECK(contains(text, step));
}

TEST_CASE("flow_text: heads are branches", "[render][picture]") {
  const std::string text = in_one_line(flow_text(heads(4), Layout{}, 1));
  CHECK(contains(text, "head 0 head 1 head 2 head 3"));
  CHECK(contains(text, "Q_0 (3, 2) Q_1 (3, 2)"));
  CHECK(contains(text, "A (3, 3) A (3, 3)"));
  CHECK(contains(text, "(3, 8) | v Y = concat W_O (3, 8)"));
  CHECK_FALSE(contains(text, "left out"));
}

TEST_CASE("flow_text: of many heads the first and the last", "[render][picture]") {
  for (const unsigned width : {40U, 80U, 120U}) {
    const std::string text = flow_text(heads(12), layout_of(width, Glyphs::ascii), 1);
    CHECK(misfit(text, width) == "");
    CHECK(is_ascii(text));
    CHECK(contains(text, "head 0  "));
    CHECK(contains(text, width == 40   ? ".. branches left out: 10 of 12"
                         : width == 80 ? ".. branches left out: 6 of 12"
                                       : ".. branches left out: 3 of 12"));
  }
}

TEST_CASE("flow_text: shapes have the batch in front", "[render][picture]") {
  Trace trace = by_hand_trace();
  for (Stage& stage : trace.stages) stage.n_batch = 8;
  CHECK(contains(in_one_line(flow_text(trace, Layout{}, 1)), "S = Q Kᵀ (8, 4, 4)"));
}

TEST_CASE("flow_text: one head that is wider than the screen", "[render][picture]") {
  Trace trace = heads(1);
  for (Stage& stage : trace.stages)
    if (!stage.group.empty()) stage.symbol = std::string(50, 'Q');
  CHECK(contains(flow_text(trace, layout_of(40), 1), std::string(50, 'Q')));
}

TEST_CASE("has_flow: where a result comes from words through attention", "[render][picture]") {
  CHECK(has_flow(by_hand_trace()));
  CHECK(has_flow(heads(2)));
  CHECK_FALSE(has_flow(Trace{}));
  Trace alone;
  alone.record({.id = "weights", .rule = Softmax{"masked"}});
  CHECK_FALSE(has_flow(alone));
}

TEST_CASE("has_flow: not where nothing leads from the words to the result", "[render][picture]") {
  Trace trace = by_hand_trace();
  trace.record({.id = "divided", .rows = {"T", {"T 1", "T 2"}}});
  trace.record({.id = "tempered", .rule = Softmax{"divided"}});
  trace.result = "tempered";
  CHECK_FALSE(has_flow(trace));
}

TEST_CASE("has_flow: not where groups are no heads", "[render][picture]") {
  Trace trace = by_hand_trace();
  for (const std::string draw : {"draw 1", "draw 2"})
    trace.record({.id = "dropped", .group = draw, .rule = Product{"weights", "value"}});
  trace.record({.id = "mean", .rule = Mean{"dropped"}});
  trace.result = "mean";
  CHECK_FALSE(has_flow(trace));
}
