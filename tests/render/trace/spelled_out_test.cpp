#include "render/trace/spelled_out.hpp"

#include <cmath>
#include <random>

#include "render/rendered.hpp"
#include "render/spelled_parts.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

Layout layout_with(int precision, Glyphs glyphs = Glyphs::unicode) {
  Layout layout;
  layout.precision = precision;
  layout.glyphs = glyphs;
  return layout;
}

arma::mat column(const std::vector<double>& cells) { return arma::vec(cells); }

std::string line_of(const Trace& trace, const std::string& id, Cell cell, int precision = 3) {
  return spelled_out(trace, trace.stage(id), cell, layout_with(precision));
}

void check_lines(const Trace& trace, int precision, double tolerance) {
  for (const Stage& stage : trace.stages) {
    const auto* const scaling = std::get_if<Scaling>(&stage.rule);
    const bool is_as_before =
        scaling != nullptr && scaling->asked && scaling->asked->kind == Scale::Kind::off;
    check_lines(trace, stage, layout_with(precision), tolerance, is_as_before);
  }
}

}  // namespace

TEST_CASE("cell_name: places go by their labels or else by number", "[render][arithmetic]") {
  const Trace trace = by_hand_trace();
  CHECK(cell_name(trace.stage("scores"), {2, 1}) == "S[sat, cat]");
  CHECK(cell_name(trace.stage("query"), {3, 0}) == "Q[down, 0]");
  CHECK(cell_name(trace.stage("wq"), {1, 2}) == "W_Q[1, 2]");
}

TEST_CASE("spelled_out: every kind of stage as one works it by hand", "[render][arithmetic]") {
  const Trace trace = by_hand_trace();
  CHECK(line_of(trace, "input", {0, 0}) == "");
  CHECK(line_of(trace, "query", {1, 3}) == "Q[cat, 3] = 0⋅0 + 2⋅(−1) + 0⋅0 + 1⋅0 = −2");
  CHECK(line_of(trace, "scores", {2, 1}) == "S[sat, cat] = (−2)⋅(−1) + 1⋅(−2) + 1⋅1 + (−1)⋅0 = 1");
  CHECK(line_of(trace, "scaled", {1, 3}) == "scaled[cat, down] = −3 / 2 = −1.5");
  CHECK(line_of(trace, "masked", {1, 0}) == "masked[cat, The] = −1 + 0 = −1");
  CHECK(line_of(trace, "masked", {0, 1}) == "masked[The, cat] = −2 + (−∞) = −∞");
  CHECK(line_of(trace, "weights", {2, 1}) ==
        "A[sat, cat] = e^0.5 / (e^(−0.5) + e^0.5 + e^0 + 0) ≈ 1.649 / 3.255 ≈ 0.506");
  CHECK(line_of(trace, "weights", {0, 1}) == "A[The, cat] = 0, may not attend");
  CHECK(line_of(trace, "output", {2, 0}) ==
        "O[sat, 0] = 0.186⋅(−1) + 0.506⋅(−1) + 0.307⋅(−3) + 0⋅0 ≈ −1.614");
}

TEST_CASE("spelled_out: ASCII glyphs", "[render][arithmetic]") {
  const Trace trace = by_hand_trace();
  for (const Stage& stage : trace.stages)
    for (arma::uword j = 0; j < stage.value.n_cols; ++j)
      CHECK(is_ascii(spelled_out(trace, stage, {1, j}, layout_with(3, Glyphs::ascii))));
  CHECK(spelled_out(trace, trace.stage("scores"), {2, 1}, layout_with(3, Glyphs::ascii)) ==
        "S[sat, cat] = (-2)*(-1) + 1*(-2) + 1*1 + (-1)*0 = 1");
}

TEST_CASE("spelled_out: numbers have the same digits with either sign and in either glyph set",
          "[render][arithmetic]") {
  for (const double x : {0.123456, 0.5, 1234567.0, 200000.0, 0.00001}) {
    const Trace plus =
        scaled_dot_product(problem_of(Projected{column({x}), column({1}), column({1})}));
    const Trace minus =
        scaled_dot_product(problem_of(Projected{column({-x}), column({1}), column({1})}));
    const std::string positive = parts_of(line_of(plus, "scores", {0, 0})).back();
    const std::string negative = parts_of(line_of(minus, "scores", {0, 0})).back();
    CHECK(negative == (positive.starts_with('<') ? ">−" + positive.substr(1) : "−" + positive));
    CHECK(in_plain_signs(negative) ==
          parts_of(spelled_out(minus, minus.stage("scores"), {0, 0}, layout_with(3, Glyphs::ascii)))
              .back());
  }
}

TEST_CASE("spelled_out: whole numbers stay bare however large", "[render][arithmetic]") {
  const Trace trace = scaled_dot_product(
      problem_of(Projected{{{200000, 0}}, {{1, 0}, {0, 1}}, {{100000, 1}, {1, 3000000}}}));
  CHECK(line_of(trace, "scores", {0, 0}) == "S[q0, k0] = 200000⋅1 + 0⋅0 = 200000");
  CHECK(line_of(trace, "output", {0, 0}) == "O[q0, 0] = 1⋅100000 + 0⋅1 = 100000");
}

TEST_CASE("spelled_out: large scores are shifted by their maximum", "[render][arithmetic]") {
  AttentionProblem problem =
      problem_of(Projected{{{1e4, 1}, {-1e4, 0}}, {{1, 0}, {1, -1}, {-1, 0}}, column({1, 2, 3})});
  problem.scale = {.kind = Scale::Kind::off};
  const Trace trace = scaled_dot_product(problem);
  CHECK(line_of(trace, "weights", {0, 1}) ==
        "A[q0, k1] = e^(9999 − 10000) / (e^(10000 − 10000) + e^(9999 − 10000) + e^(−10000 − "
        "10000)) ≈ 0.368 / 1.368 ≈ 0.269");
  check_lines(trace, 3, 2e-3);
}

TEST_CASE("spelled_out: what is near but not equal has a sign of its own", "[render][arithmetic]") {
  const Trace trace = by_hand_trace();
  for (const Stage& stage : trace.stages)
    for (arma::uword i = 0; i < stage.value.n_rows; ++i)
      for (arma::uword j = 0; j < stage.value.n_cols; ++j) {
        const std::string line = spelled_out(trace, stage, {i, j}, layout_with(3));
        // Until the powers of e, everything is a whole number or a half.
        const bool may_be_rounded = stage.id == "weights" || stage.id == "output";
        CAPTURE(line);
        if (contains(line, "≈")) CHECK(may_be_rounded);
        if (!contains(line, "≈") && stage.id == "weights") CHECK(contains(line, "may not attend"));
      }
  CHECK(spelled_out(trace, trace.stage("output"), {2, 0}, layout_with(3, Glyphs::ascii)) ==
        "O[sat, 0] = 0.186*(-1) + 0.506*(-1) + 0.307*(-3) + 0*0 ~= -1.614");
  CHECK(line_of(trace, "output", {0, 0}) == "O[The, 0] = 1⋅(−1) + 0⋅(−1) + 0⋅(−3) + 0⋅0 = −1");
}

TEST_CASE("spelled_out: a long sum shows its beginning and its end", "[render][arithmetic]") {
  arma::mat Q(1, 9), K(1, 9);
  for (arma::uword c = 0; c < 9; ++c) Q(0, c) = static_cast<double>(c + 1), K(0, c) = 1.0;
  const auto line = [&](arma::uword d_k) {
    const Projected tensors{Q.head_cols(d_k), K.head_cols(d_k), column({1})};
    return line_of(scaled_dot_product(problem_of(tensors)), "scores", {0, 0});
  };
  CHECK(line(9) == "S[q0, k0] = 1⋅1 + 2⋅1 + 3⋅1 + 4⋅1 + 5⋅1 + 6⋅1 + .. + 9⋅1 = 45");
  CHECK(line(8) == "S[q0, k0] = 1⋅1 + 2⋅1 + 3⋅1 + 4⋅1 + 5⋅1 + 6⋅1 + 7⋅1 + 8⋅1 = 36");
}

TEST_CASE("spelled_out: a chosen factor multiplies", "[render][arithmetic]") {
  AttentionProblem problem = by_hand_problem(false);
  problem.scale = {.kind = Scale::Kind::factor, .factor = 0.25};
  CHECK(line_of(scaled_dot_product(problem), "scaled", {1, 3}) ==
        "scaled[cat, down] = (−3)⋅0.25 = −0.75");
}

TEST_CASE("spelled_out: a score that is not scaled is divided by nothing", "[render][arithmetic]") {
  AttentionProblem problem = by_hand_problem(false);
  problem.scale = {.kind = Scale::Kind::off};
  CHECK(line_of(scaled_dot_product(problem), "scaled", {1, 3}) ==
        "scaled[cat, down] = S[cat, down] = −3");
  problem.scale.temperature = 2.0;
  CHECK(line_of(scaled_dot_product(problem), "scaled", {1, 3}) ==
        "scaled[cat, down] = −3 / 2 = −1.5");
}

TEST_CASE("spelled_out: an empty row says what its query got", "[render][arithmetic]") {
  AttentionProblem problem = by_hand_problem(false);
  problem.mask = Mask(4, 4, arma::fill::ones);
  problem.mask->row(1).zeros();
  CHECK(line_of(scaled_dot_product(problem), "weights", {1, 0}) ==
        "A[cat, The] = 0, may not attend");
  problem.empty_row = EmptyRow::nan;
  const Trace trace = scaled_dot_product(problem);
  CHECK(line_of(trace, "weights", {1, 0}) == "A[cat, The] = nan, may not attend");
  CHECK(parts_of(line_of(trace, "output", {1, 0})).back() == "nan");
}

TEST_CASE("spelled_out: infinity keeps its sign", "[render][arithmetic]") {
  Trace trace;
  trace.record({.id = "query", .symbol = "Q", .value = {{1e300, 0}}});
  trace.record({.id = "key", .symbol = "K", .value = {{1e300, 0}}});
  trace.record({.id = "scores",
                .symbol = "S",
                .value = column({kInfinity}),
                .rule = Product{"query", "key", true}});
  CHECK(parts_of(line_of(trace, "scores", {0, 0})).back() == "∞");
}

TEST_CASE("spelled_out: the terms give the result", "[render][arithmetic][property]") {
  check_lines(by_hand_trace(true), 3, 4e-3);
  check_lines(by_hand_trace(false), 3, 4e-3);
  std::mt19937 draws(4);
  for (const int precision : {2, 4, 8}) {
    // Each of up to eight products is off by at most the rounding of its two factors, below 2.
    const double tolerance = 20 * std::pow(10.0, -precision);
    AttentionProblem cross = problem_of(Embedded{.X = random_matrix(draws, 3, 4),
                                                 .memory = random_matrix(draws, 5, 4),
                                                 .W_Q = random_matrix(draws, 4, 2),
                                                 .W_K = random_matrix(draws, 4, 2),
                                                 .W_V = random_matrix(draws, 4, 3)});
    check_lines(scaled_dot_product(cross), precision, tolerance);
    cross.causal = true;
    check_lines(scaled_dot_product(cross), precision, tolerance);
  }
}

TEST_CASE("arithmetic_text: spells out every cell in order and fits", "[render][arithmetic]") {
  const Trace trace = by_hand_trace();
  Layout layout = layout_with(3);
  const std::string text = arithmetic_text(trace, trace.stage("scores"), layout, 3);
  CHECK(lines_of(text).size() == 16);
  CHECK(lines_of(text)[4] == "   S[cat, The] = (−1)⋅1 + 0⋅1 + 1⋅1 + (−2)⋅1 = −2");
  layout.width = 40;
  for (const Stage& stage : trace.stages)
    CHECK(misfit(arithmetic_text(trace, stage, layout, 3), 40) == "");
  CHECK(arithmetic_text(trace, trace.stage("wq"), layout, 3) == "");
}

TEST_CASE("arithmetic_text: stops after so many cells and says so", "[render][arithmetic]") {
  std::mt19937 draws(5);
  const Trace trace = scaled_dot_product(problem_of(Projected{
      random_matrix(draws, 13, 2), random_matrix(draws, 13, 2), random_matrix(draws, 13, 2)}));
  const auto lines = lines_of(arithmetic_text(trace, trace.stage("scores"), layout_with(3), 3));
  REQUIRE(lines.size() == 145);
  CHECK(lines.back() == "   cells spelled out: 144 of 169");
}
