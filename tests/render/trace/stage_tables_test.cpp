#include "render/rendered.hpp"
#include "render/trace/trace.hpp"
#include "support/catch.hpp"

namespace {

std::string line_with(const std::string& text, const std::string& start) {
  for (const std::string& line : lines_of(text))
    if (line.starts_with(start)) return line;
  return "";
}

}  // namespace

TEST_CASE("shapes_text: one line a stage") {
  const Trace trace = by_hand_trace();
  const std::string text = shapes_text(trace, all_stages(trace), layout_of(80));
  CHECK(lines_of(text).size() == 2 + 12);
  CHECK(line_with(text, " scores") == " scores   (query 4, key 4)      S = Q Kᵀ");
  CHECK(line_with(text, " wq") == " wq       (d_model 4, d_k 4)    W_Q");
  CHECK(line_with(text, " scaled") == " scaled   (query 4, key 4)      scaled = S / √d_k, √4 = 2");
}

TEST_CASE("shapes_text: an example says why it is shown") {
  Trace trace = by_hand_trace();
  trace.notes = {"made up"};
  CHECK_FALSE(contains(shapes_text(trace, all_stages(trace), layout_of(80)), "made up"));
  trace.about = "Shapes by example.";
  CHECK(shapes_text(trace, all_stages(trace), layout_of(80)).ends_with("\n   note   made up\n"));
  CHECK_FALSE(contains(shapes_text(trace, all_stages(trace), layout_of(80, 0)), "made up"));
}

TEST_CASE("shapes_text: ASCII glyphs") {
  const Trace trace = by_hand_trace();
  CHECK(is_ascii(shapes_text(trace, all_stages(trace), layout_of(80, Glyphs::ascii))));
}

TEST_CASE("summary_text: one line a stage") {
  const Trace trace = by_hand_trace();
  const std::string text =
      summary_text(trace, {&trace.stage("scores"), &trace.stage("masked")}, layout_of(80));
  const auto lines = lines_of(text);
  REQUIRE(lines.size() == 5);
  CHECK(lines[2] == " stage   shape  min  max    mean     sd  zeros  blocked");
  CHECK(lines[3] == " scores  4 x 4   −4    2  −0.625  1.833      2        0");
  CHECK(lines[4] == " masked  4 x 4   −1    1   0.100  0.700      2        6");
}

TEST_CASE("summary_text: the mean entropy of weights beside the largest") {
  const Axis query{"query", {"a", "b"}}, key{"key", {"c", "d"}};
  Trace trace;
  trace.record({.id = "weights",
                .value = {{0.5, 0.5}, {1, 0}},
                .rows = query,
                .cols = key,
                .rule = Softmax{"masked"}});
  const std::string text = summary_text(trace, all_stages(trace), layout_of(80));
  // ln 2 and 0: 0 ln 0 counts as 0.
  CHECK(line_with(text, "   weights") == "   weights         0.347  0.693  50.0 %");
  const Trace by_hand = by_hand_trace();
  CHECK_FALSE(
      contains(summary_text(by_hand, {&by_hand.stage("scores")}, layout_of(80)), "mean entropy"));
}

TEST_CASE("summary_text: a stage without a finite cell has no statistics") {
  Trace trace;
  arma::mat nothing(2, 2);
  nothing.fill(-kInfinity);
  trace.record({.id = "masked", .value = nothing});
  const std::string line =
      line_with(summary_text(trace, all_stages(trace), layout_of(80)), " masked");
  CHECK(line == " masked  2 x 2    -    -     -   -      0        0");
}

TEST_CASE("tables: a row that is too wide becomes a record") {
  const Trace trace = by_hand_trace();
  const std::string shapes = shapes_text(trace, all_stages(trace), layout_of(40));
  CHECK(contains(shapes, " scaled\n   (query 4, key 4)  scaled = S / √d_k,\n   √4 = 2\n"));
  const std::string summary = summary_text(trace, {&trace.stage("output")}, layout_of(40));
  CHECK(contains(summary, " output\n   4 x 4  min −1.774  max 1.881"));
}

TEST_CASE("tables: fit every width with no trailing spaces") {
  for (const bool causal : {false, true}) {
    const Trace trace = by_hand_trace(causal);
    for (unsigned width = kMinWidth; width <= 120; ++width)
      for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
        CAPTURE(width);
        const Layout layout = layout_of(width, glyphs);
        CHECK(misfit(shapes_text(trace, all_stages(trace), layout), width) == "");
        CHECK(misfit(summary_text(trace, all_stages(trace), layout), width) == "");
      }
  }
}
