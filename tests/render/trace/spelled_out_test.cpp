#include "render/trace/spelled_out.hpp"

#include "mechanisms/attention/attention.hpp"
#include "mechanisms/backward/backward.hpp"
#include "render/rendered.hpp"
#include "render/spelled_parts.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"
#include "trace/trace.hpp"

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

TEST_CASE("cell_name: places go by their labels or else by number") {
  const Trace trace = by_hand_trace();
  CHECK(cell_name(trace.stage("scores"), {2, 1}) == "S[sat, cat]");
  CHECK(cell_name(trace.stage("query"), {3, 0}) == "Q[down, 0]");
  CHECK(cell_name(trace.stage("wq"), {1, 2}) == "W_Q[1, 2]");
}

TEST_CASE("spelled_out: every kind of stage as one works it by hand") {
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

TEST_CASE("spelled_out: ASCII glyphs") {
  const Trace trace = by_hand_trace();
  for (const Stage& stage : trace.stages)
    for (arma::uword j = 0; j < stage.value.n_cols; ++j)
      CHECK(is_ascii(spelled_out(trace, stage, {1, j}, layout_with(3, Glyphs::ascii))));
  CHECK(spelled_out(trace, trace.stage("scores"), {2, 1}, layout_with(3, Glyphs::ascii)) ==
        "S[sat, cat] = (-2)*(-1) + 1*(-2) + 1*1 + (-1)*0 = 1");
}

TEST_CASE("spelled_out: numbers have the same digits with either sign and in either glyph set") {
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

TEST_CASE("spelled_out: whole numbers stay bare however large") {
  const Trace trace = scaled_dot_product(
      problem_of(Projected{{{200000, 0}}, {{1, 0}, {0, 1}}, {{100000, 1}, {1, 3000000}}}));
  CHECK(line_of(trace, "scores", {0, 0}) == "S[q0, k0] = 200000⋅1 + 0⋅0 = 200000");
  CHECK(line_of(trace, "output", {0, 0}) == "O[q0, 0] = 1⋅100000 + 0⋅1 = 100000");
}

TEST_CASE("spelled_out: large scores are shifted by their maximum") {
  AttentionProblem problem =
      problem_of(Projected{{{1e4, 1}, {-1e4, 0}}, {{1, 0}, {1, -1}, {-1, 0}}, column({1, 2, 3})});
  problem.scale = {.kind = Scale::Kind::off};
  const Trace trace = scaled_dot_product(problem);
  CHECK(line_of(trace, "weights", {0, 1}) ==
        "A[q0, k1] = e^(9999 − 10000) / (e^(10000 − 10000) + e^(9999 − 10000) + e^(−10000 − "
        "10000)) ≈ 0.368 / 1.368 ≈ 0.269");
  check_lines(trace, 3, 2e-3);
}

TEST_CASE("spelled_out: what is near but not equal has a sign of its own") {
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

TEST_CASE("spelled_out: a long sum shows its beginning and its end") {
  arma::mat Q(1, 9), K(1, 9);
  for (arma::uword c = 0; c < 9; ++c) Q(0, c) = static_cast<double>(c + 1), K(0, c) = 1.0;
  const auto line = [&](arma::uword d_k) {
    const Projected tensors{Q.head_cols(d_k), K.head_cols(d_k), column({1})};
    return line_of(scaled_dot_product(problem_of(tensors)), "scores", {0, 0});
  };
  CHECK(line(9) == "S[q0, k0] = 1⋅1 + 2⋅1 + 3⋅1 + 4⋅1 + 5⋅1 + 6⋅1 + .. + 9⋅1 = 45");
  CHECK(line(8) == "S[q0, k0] = 1⋅1 + 2⋅1 + 3⋅1 + 4⋅1 + 5⋅1 + 6⋅1 + 7⋅1 + 8⋅1 = 36");
}

TEST_CASE("spelled_out: a chosen factor multiplies") {
  AttentionProblem problem = by_hand_problem(false);
  problem.scale = {.kind = Scale::Kind::factor, .factor = 0.25};
  CHECK(line_of(scaled_dot_product(problem), "scaled", {1, 3}) ==
        "scaled[cat, down] = (−3)⋅0.25 = −0.75");
}

TEST_CASE("spelled_out: a score that is not scaled is divided by nothing") {
  AttentionProblem problem = by_hand_problem(false);
  problem.scale = {.kind = Scale::Kind::off};
  CHECK(line_of(scaled_dot_product(problem), "scaled", {1, 3}) ==
        "scaled[cat, down] = S[cat, down] = −3");
  problem.scale.temperature = 2.0;
  CHECK(line_of(scaled_dot_product(problem), "scaled", {1, 3}) ==
        "scaled[cat, down] = −3 / 2 = −1.5");
}

TEST_CASE("spelled_out: what is scaled may be more than a score") {
  const auto line = [](const Scale& scale, double number) {
    const CellFormula capped =
        50.0 * rule::function_of("tanh", std::tanh, rule::cell("scores") / 50.0);
    Trace trace = by_hand_trace();
    Stage& scaled = *std::find_if(trace.stages.begin(), trace.stages.end(),
                                  [](const Stage& stage) { return stage.id == "scaled"; });
    scaled.rule = Scaling{capped, number, true, scale};
    scaled.value(1, 3) = 50.0 * std::tanh(-3.0 / 50.0) / number;
    return line_of(trace, "scaled", {1, 3});
  };
  CHECK(line({}, 2.0) == "scaled[cat, down] = 50⋅tanh(−3 / 50) / 2 ≈ −1.498");
  CHECK(line({.kind = Scale::Kind::off}, 1.0) == "scaled[cat, down] = 50⋅tanh(−3 / 50) ≈ −2.996");
}

TEST_CASE("spelled_out: an empty row says what its query got") {
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

TEST_CASE("spelled_out: infinity keeps its sign") {
  Trace trace;
  trace.record({.id = "query", .symbol = "Q", .value = {{1e300, 0}}});
  trace.record({.id = "key", .symbol = "K", .value = {{1e300, 0}}});
  trace.record({.id = "scores",
                .symbol = "S",
                .value = column({kInfinity}),
                .rule = Product{"query", "key", true}});
  CHECK(parts_of(line_of(trace, "scores", {0, 0})).back() == "∞");
}

TEST_CASE("spelled_out: the terms give the result") {
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

TEST_CASE("arithmetic_text: spells out every cell in order and fits") {
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

TEST_CASE("arithmetic_text: stops after so many cells and says so") {
  std::mt19937 draws(5);
  const Trace trace = scaled_dot_product(problem_of(Projected{
      random_matrix(draws, 13, 2), random_matrix(draws, 13, 2), random_matrix(draws, 13, 2)}));
  const auto lines = lines_of(arithmetic_text(trace, trace.stage("scores"), layout_with(3), 3));
  REQUIRE(lines.size() == 145);
  CHECK(lines.back() == "   cells spelled out: 144 of 169");
}

// Records a stage and spells out one of its cells.
std::string spelled(Trace& trace, Stage stage, Cell cell, Glyphs glyphs = Glyphs::unicode) {
  Layout layout;
  layout.glyphs = glyphs;
  trace.record(std::move(stage));
  return spelled_out(trace, trace.stages.back(), cell, layout);
}

arma::uvec dims(arma::uword n) { return arma::regspace<arma::uvec>(0, n - 1); }

TEST_CASE("spelled_out: a cell of a sinusoidal encoding") {
  Trace trace;
  const arma::vec positions{0, 3};
  Stage stage{.id = "encoding",
              .symbol = "PE",
              .value = sinusoidal_encoding(positions, 8),
              .rows = {"position", {"0", "3"}},
              .cols = {"dim", {"0", "1", "2", "3", "4", "5", "6", "7"}},
              .rule = Waves{positions, dims(8), 8, 10000.0}};
  CHECK(spelled(trace, stage, {1, 2}) == "PE[3, 2] = sin(3 / 10000^(2/8)) = sin(0.3) ≈ 0.296");
  CHECK(spelled(trace, stage, {1, 7}) == "PE[3, 7] = cos(3 / 10000^(6/8)) = cos(0.003) ≈ 1.000");
  CHECK(spelled(trace, stage, {0, 1}) == "PE[0, 1] = cos(0 / 10000^(0/8)) = cos(0) = 1");
  // Some of its columns keep the numbers of their dimensions.
  stage.value = stage.value.cols(4, 5);
  stage.cols.labels = {"4", "5"};
  stage.rule = Waves{positions, {4, 5}, 8, 10000.0};
  CHECK(spelled(trace, stage, {1, 0}) == "PE[3, 4] = sin(3 / 10000^(4/8)) = sin(0.03) ≈ 0.030");
}

TEST_CASE("spelled_out: angles, their sines, and wavelengths") {
  Trace trace;
  const arma::vec positions{0, 3};
  const Stage angles{.id = "angles",
                     .symbol = "θ",
                     .value = rotation_angles(positions, 4),
                     .rows = {"position", {"0", "3"}},
                     .rule = Angle{positions, 4, 10000.0}};
  CHECK(spelled(trace, angles, {1, 1}) == "θ[3, 1] = 3 / 10000^(2/4) = 0.03");
  CHECK(spelled(trace, angles, {1, 1}, Glyphs::ascii) == "theta[3, 1] = 3 / 10000^(2/4) = 0.03");
  const Stage sines{.id = "sin",
                    .symbol = "sin",
                    .value = arma::sin(angles.value),
                    .rule = rule::sine_of("angles")};
  CHECK(spelled(trace, sines, {1, 0}) == "sin[1, 0] = sin(3) ≈ 0.141");
  const Stage wavelengths{.id = "wavelength",
                          .symbol = "wavelength",
                          .value = pair_wavelengths(4).t(),
                          .rows = {"", {"all"}},
                          .rule = rule::wavelength(4, 10000.0)};
  CHECK(spelled(trace, wavelengths, {0, 1}) ==
        "wavelength[all, 1] = 2π⋅10000^(2/4) = 2π⋅100 ≈ 628.319");
}

TEST_CASE("spelled_out: a rotated cell, for either pairing") {
  Trace trace;
  const arma::mat angles = rotation_angles(arma::vec{0, 3}, 4);
  const arma::mat Q{{1, 2, 3, 4}, {1, 2, 3, 4}};
  trace.record({.id = "query", .symbol = "Q", .value = Q});
  trace.record({.id = "angles", .symbol = "θ", .value = angles});
  Stage stage{.id = "rotated",
              .group = "head 0",
              .symbol = "Q'",
              .value = rotated(Q, angles, Pairing::interleaved),
              .rule = Rotation{"query", "angles", Pairing::interleaved}};
  CHECK(spelled(trace, stage, {1, 0}) ==
        "Q'[1, 0] = 1⋅cos(3) − 2⋅sin(3) ≈ 1⋅(−0.990) − 2⋅0.141 ≈ −1.272");
  CHECK(spelled(trace, stage, {1, 1}) ==
        "Q'[1, 1] = 2⋅cos(3) + 1⋅sin(3) ≈ 2⋅(−0.990) + 1⋅0.141 ≈ −1.839");
  stage.value = rotated(Q, angles, Pairing::half_split);
  stage.rule = Rotation{"query", "angles", Pairing::half_split};
  CHECK(spelled(trace, stage, {1, 1}) ==
        "Q'[1, 1] = 2⋅cos(0.03) − 4⋅sin(0.03) ≈ 2⋅1.000 − 4⋅0.030 ≈ 1.879");
  CHECK(spelled(trace, stage, {1, 3}, Glyphs::ascii) ==
        "Q'[1, 3] = 4*cos(0.03) + 2*sin(0.03) ~= 4*1.000 + 2*0.030 ~= 4.058");
}

TEST_CASE("spelled_out: the slopes of ALiBi") {
  Trace trace;
  const Stage stage{.id = "slopes",
                    .symbol = "m",
                    .value = alibi_slopes(6),
                    .rows = {"head", {"head 0", "head 1", "head 2", "head 3", "head 4", "head 5"}},
                    .rule = rule::alibi_slope(6)};
  CHECK(spelled(trace, stage, {2, 0}) == "m[head 2, 0] = 2^(−8⋅3/4) ≈ 0.016");
  CHECK(spelled(trace, stage, {5, 0}) == "m[head 5, 0] = 2^(−8⋅3/8) = 0.125");
}

TEST_CASE("spelled_out: sums, parts, means of rows, and directions compared") {
  Trace trace;
  trace.record({.id = "a", .symbol = "A", .value = {{3, 4}, {1, 0}}});
  trace.record({.id = "b", .symbol = "B", .value = {{-6, -8}, {0, 2}}});
  const arma::mat sum{{-3, -4}, {1, 2}};
  CHECK(spelled(trace, {.id = "sum", .symbol = "X", .value = sum, .rule = rule::sum("a", "b")},
                {0, 1}) == "X[0, 1] = 4 + (−8) = −4");
  CHECK(spelled(trace,
                {.id = "part",
                 .symbol = "P",
                 .value = {{0, 1}, {4, 3}},
                 .rule = rule::part_of("a", {1, 0}, {1, 0})},
                {1, 0}) == "P[1, 0] = A[0, 1] = 4");
  CHECK(spelled(trace,
                {.id = "pooled",
                 .symbol = "mean",
                 .value = arma::rowvec{2, 2},
                 .rule = rule::mean_row("a")},
                {0, 0}) == "mean[0, 0] = (3 + 1) / 2 = 2");
  CHECK(spelled(trace,
                {.id = "cosine",
                 .symbol = "cos",
                 .value = {{-1, 0.8}, {-0.6, 0}},
                 .rule = rule::alignment("a", "b")},
                {0, 0}) == "cos[0, 0] = −50 / (5⋅10) = −1");
}

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
    const auto formula = cell_formula(stage.rule);
    const bool names_sources =
        formula && (std::holds_alternative<Rotation>(stage.rule) || uses(*formula, Op::name));
    check_lines(trace, stage, layout, 1e-6, names_sources);
  }
}

TEST_CASE("spelled_out: the way back as one works it by hand") {
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

TEST_CASE("spelled_out: losses and where they begin") {
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

TEST_CASE("spelled_out: every line of the way back gives its number") {
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

TEST_CASE("spelled_out: heads that share keys add up, rotations go back") {
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

}  // namespace
