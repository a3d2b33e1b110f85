#include "render/trace/spelled_out.hpp"
#include "support/catch.hpp"
#include "trace/trace.hpp"

using namespace attn;

namespace {

// Records a stage and spells out one of its cells.
std::string spelled(Trace& trace, Stage stage, Cell cell, Glyphs glyphs = Glyphs::unicode) {
  Layout layout;
  layout.glyphs = glyphs;
  trace.record(std::move(stage));
  return spelled_out(trace, trace.stages.back(), cell, layout);
}

arma::uvec dims(arma::uword n) { return arma::regspace<arma::uvec>(0, n - 1); }

}  // namespace

TEST_CASE("spelled_out: a cell of a sinusoidal encoding", "[render][arithmetic][positions]") {
  Trace trace;
  const arma::vec positions{0, 3};
  Stage stage{.id = "encoding",
              .symbol = "PE",
              .value = sinusoidal_encoding(positions, 8),
              .rows = {"position", {"0", "3"}},
              .cols = {"dim", {"0", "1", "2", "3", "4", "5", "6", "7"}},
              .rule = Sinusoid{positions, dims(8), 8, 10000.0}};
  CHECK(spelled(trace, stage, {1, 2}) == "PE[3, 2] = sin(3 / 10000^(2/8)) = sin(0.3) ≈ 0.296");
  CHECK(spelled(trace, stage, {1, 7}) == "PE[3, 7] = cos(3 / 10000^(6/8)) = cos(0.003) ≈ 1.000");
  CHECK(spelled(trace, stage, {0, 1}) == "PE[0, 1] = cos(0 / 10000^(0/8)) = cos(0) = 1");
  // Some of its columns keep the numbers of their dimensions.
  stage.value = stage.value.cols(4, 5);
  stage.cols.labels = {"4", "5"};
  stage.rule = Sinusoid{positions, {4, 5}, 8, 10000.0};
  CHECK(spelled(trace, stage, {1, 0}) == "PE[3, 4] = sin(3 / 10000^(4/8)) = sin(0.03) ≈ 0.030");
}

TEST_CASE("spelled_out: angles, their sines, and wavelengths", "[render][arithmetic][positions]") {
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
                    .rule = Trigonometric{"angles", true}};
  CHECK(spelled(trace, sines, {1, 0}) == "sin[1, 0] = sin(3) ≈ 0.141");
  const Stage wavelengths{.id = "wavelength",
                          .symbol = "wavelength",
                          .value = pair_wavelengths(4).t(),
                          .rows = {"", {"all"}},
                          .rule = Wavelength{4, 10000.0}};
  CHECK(spelled(trace, wavelengths, {0, 1}) ==
        "wavelength[all, 1] = 2π⋅10000^(2/4) = 2π⋅100 ≈ 628.319");
}

TEST_CASE("spelled_out: a rotated cell, for either pairing", "[render][arithmetic][positions]") {
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

TEST_CASE("spelled_out: the slopes of ALiBi", "[render][arithmetic][positions]") {
  Trace trace;
  const Stage stage{.id = "slopes",
                    .symbol = "m",
                    .value = alibi_slopes(6),
                    .rows = {"head", {"head 0", "head 1", "head 2", "head 3", "head 4", "head 5"}},
                    .rule = Slope{6}};
  CHECK(spelled(trace, stage, {2, 0}) == "m[head 2, 0] = 2^(−8⋅3/4) ≈ 0.016");
  CHECK(spelled(trace, stage, {5, 0}) == "m[head 5, 0] = 2^(−8⋅3/8) = 0.125");
}

TEST_CASE("spelled_out: sums, parts, means of rows, and directions compared",
          "[render][arithmetic][positions]") {
  Trace trace;
  trace.record({.id = "a", .symbol = "A", .value = {{3, 4}, {1, 0}}});
  trace.record({.id = "b", .symbol = "B", .value = {{-6, -8}, {0, 2}}});
  const arma::mat sum{{-3, -4}, {1, 2}};
  CHECK(spelled(trace, {.id = "sum", .symbol = "X", .value = sum, .rule = Sum{"a", "b"}}, {0, 1}) ==
        "X[0, 1] = 4 + (−8) = −4");
  CHECK(spelled(trace,
                {.id = "part",
                 .symbol = "P",
                 .value = {{0, 1}, {4, 3}},
                 .rule = Part{"a", {1, 0}, {1, 0}}},
                {1, 0}) == "P[1, 0] = A[0, 1] = 4");
  CHECK(
      spelled(trace,
              {.id = "pooled", .symbol = "mean", .value = arma::rowvec{2, 2}, .rule = Pooling{"a"}},
              {0, 0}) == "mean[0, 0] = (3 + 1) / 2 = 2");
  CHECK(spelled(trace,
                {.id = "cosine",
                 .symbol = "cos",
                 .value = {{-1, 0.8}, {-0.6, 0}},
                 .rule = Alignment{"a", "b"}},
                {0, 0}) == "cos[0, 0] = −50 / (5⋅10) = −1");
}
