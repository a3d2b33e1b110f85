#include "render/drawing/legends.hpp"

#include "mechanisms/mask/mask.hpp"
#include "render/drawing/drawn.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("color_legend: ten steps of shares from 0 to 1", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  const Drawing legend = color_legend(trace.stage("weights"), 60.0);
  CHECK(n_filled(legend.items, Shape::Fill::color) == 10);
  CHECK(words_of(legend.items) == std::vector<std::string>{"0", "0.5", "1"});
  CHECK(misplaced(legend.items, legend.width, legend.height) == "");
}

TEST_CASE("color_legend: no wider than it may be", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  CHECK(color_legend(trace.stage("weights"), 30.0).width <= 30.0);
}

TEST_CASE("color_legend: seven steps to both sides of 0", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  const Drawing legend = color_legend(trace.stage("scores"), 60.0);
  CHECK(n_filled(legend.items, Shape::Fill::color) == 7);
  CHECK(words_of(legend.items) == std::vector<std::string>{"−4", "0", "4"});
}

TEST_CASE("blocked_legends: what several stages share is said once", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  const std::vector<Drawing> legends =
      blocked_legends({&trace.stage("masked"), &trace.stage("weights")}, 160.0);
  REQUIRE(legends.size() == 1);
  CHECK(says(legends.front().items, "may not attend (causal, the future: 6)"));
  CHECK(n_filled(legends.front().items, Shape::Fill::hatching) == 1);
  CHECK(blocked_legends({&trace.stage("scores")}, 160.0).empty());
}

TEST_CASE("blocked_legends: each letter of a mask", "[render][drawing]") {
  const std::vector<std::string> words{"a", "b", "c", "d"};
  MaskProblem problem{.query_tokens = words, .key_tokens = words};
  problem.pattern.causal = true;
  problem.pattern.window = 2;
  const Trace trace = masking(problem);
  const std::vector<Drawing> legends = blocked_legends({&trace.stage("mask")}, 160.0);
  REQUIRE(legends.size() == 3);
  CHECK(says(legends[0].items, "may attend: 7 of 16"));
  CHECK(words_of(legends[1].items).front() == "c");
  CHECK(words_of(legends[2].items).front() == "w");
}

TEST_CASE("color_legend: weights of a scale that ends before 1", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  const auto words = [&trace](ShareScale scale) {
    const Drawing legend = color_legend(trace.stage("weights"), 60.0, scale);
    CHECK(misplaced(legend.items, legend.width, legend.height) == "");
    return words_of(legend.items);
  };
  CHECK(words({0.026, false}) == std::vector<std::string>{"0", "0.013", "0.026"});
  CHECK(words({0.026, true}) == std::vector<std::string>{"0", "0.013", "≥ 0.026"});
}
