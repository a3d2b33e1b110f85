#include "render/curve/stage_waves.hpp"

#include "render/rendered.hpp"
#include "render/text/wrap.hpp"
#include "render/trace/stage_text.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Stage encoding(arma::uword length, arma::uword d_model) {
  const arma::vec positions = first_positions(length);
  return {.id = "encoding",
          .symbol = "PE",
          .formula = "PE",
          .value = sinusoidal_encoding(positions, d_model),
          .rows = {"position", numbered(length), true},
          .cols = {"dim", numbered(d_model)},
          .rule = Sinusoid{positions, arma::regspace<arma::uvec>(0, d_model - 1), d_model,
                           kPositionBase}};
}

// The words at the left of the curves: "dim 0", "every 6.28"...
std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  for (const std::string& line : lines_of(text))
    if (const std::string name = line.substr(0, line.find("  ", 3)); name.size() > 3)
      names.push_back(name.substr(3));
  return names;
}

Layout waves_only() {
  Layout layout;
  layout.view = View::waves;
  return layout;
}

}  // namespace

TEST_CASE("draws_waves: along a scale with places enough", "[render][waves]") {
  CHECK(draws_waves(encoding(16, 4)));
  CHECK_FALSE(draws_waves(encoding(15, 4)));
  Stage across{.value = arma::zeros(1, 20), .cols = {"distance", numbered(20), true}};
  CHECK(draws_waves(across));
  across.value = arma::zeros(9, 20);  // too many rows for a curve each
  CHECK_FALSE(draws_waves(across));
  CHECK_FALSE(draws_waves({.value = arma::zeros(20, 20), .rows = {"query", numbered(20)}}));
}

TEST_CASE("waves_text: the sines of pairs that still bend", "[render][waves]") {
  const Layout layout;
  const std::string of_16 = waves_text(encoding(64, 16), layout, 3);
  CHECK(names_in(of_16) == std::vector<std::string>{"dim 0", "every 6.28", "dim 2", "every 19.87",
                                                    "dim 4", "every 62.83", "dim 6", "every 198.69",
                                                    "position", "curves"});
  CHECK(contains(of_16, "\n   curves   each from −1 to 1; columns drawn: 4 of 16\n"));
  // In 512 dimensions the first pairs are all alike: spread the curves.
  const auto of_512 = names_in(waves_text(encoding(100, 512), layout, 3));
  CHECK(of_512[2] == "dim 76");
  CHECK(of_512[6] == "dim 230");
}

TEST_CASE("waves_text: a few columns are all drawn", "[render][waves]") {
  Stage stage = encoding(20, 16);
  stage.value = stage.value.cols(arma::uvec{1, 5});
  stage.cols.labels = {"1", "5"};
  stage.rule = Sinusoid{first_positions(20), {1, 5}, 16, kPositionBase};
  const std::string text = waves_text(stage, Layout{}, 3);
  CHECK(names_in(text) == std::vector<std::string>{"dim 1", "every 6.28", "dim 5", "every 62.83",
                                                   "position", "curves"});
  CHECK_FALSE(contains(text, "columns drawn"));
}

TEST_CASE("waves_text: the column of the selected cell is among the curves", "[render][waves]") {
  const Stage stage = encoding(64, 16);
  CHECK_FALSE(contains(waves_text(stage, Layout{}, 3), "dim 13"));
  CHECK(contains(waves_text(stage, Layout{}, 3, Cell{5, 13}), "dim 13"));
}

TEST_CASE("waves_text: fewer curves where fewer rows have a place", "[render][waves]") {
  Layout low;
  low.max_rows = 3;
  CHECK(names_in(waves_text(encoding(64, 16), low, 3, Cell{0, 5}))[0] == "dim 5");
  CHECK(contains(waves_text(encoding(64, 16), low, 3), "columns drawn: 1 of 16"));
}

TEST_CASE("waves_text: a single row over a scale is one curve", "[render][waves]") {
  const Stage stage{.id = "cosine",
                    .symbol = "cos",
                    .value = arma::cos(arma::linspace(0, 6, 30)).t(),
                    .rows = {"position", {"0"}},
                    .cols = {"distance", numbered(30), true}};
  const std::string text = waves_text(stage, Layout{}, 3);
  CHECK(lines_of(text).front().starts_with("   cos  "));
  CHECK(contains(text, "\n   distance  0 "));
  CHECK(contains(text, "each from −0.9"));
}

TEST_CASE("waves_text: says how many places one dot stands for", "[render][waves]") {
  Layout narrow;
  narrow.width = 40;
  CHECK(contains(waves_text(encoding(640, 4), narrow, 3), "one dot is"));
  CHECK_FALSE(contains(waves_text(encoding(32, 4), narrow, 3), "one dot is"));
}

TEST_CASE("stage_text: curves stand above a few rows of numbers", "[render][waves][text]") {
  Trace trace;
  trace.record(encoding(64, 4));
  const Stage& stage = trace.stages.front();
  const std::string both = stage_text(trace, stage, Layout{});
  CHECK(contains(both, "every 6.28"));
  CHECK(contains(both, ".. rows left out: 59 of 64"));
  const std::string curves = stage_text(trace, stage, waves_only());
  CHECK(contains(curves, "every 6.28"));
  CHECK_FALSE(contains(curves, "rows left out"));
  Layout layout;
  layout.view = View::numbers;
  CHECK_FALSE(contains(stage_text(trace, stage, layout), "every 6.28"));
  CHECK(contains(stage_text(trace, stage, layout), "rows left out: 41 of 64"));
}

TEST_CASE("stage_text: any matrix can be drawn as curves", "[render][waves][text]") {
  const Trace trace = by_hand_trace();
  const std::string text = stage_text(trace, trace.stage("scores"), waves_only());
  CHECK(contains(text, "key The"));
  CHECK(contains(text, "\n   query     The"));
}

TEST_CASE("row_curves_text: the first rows, or the one that is asked for", "[render][waves]") {
  const Stage stage{.id = "weights",
                    .value = arma::eye(6, 6),
                    .rows = {"query", {"a", "b", "c", "d", "e", "f"}},
                    .cols = {"key", {"u", "v", "w", "x", "y", "z"}},
                    .rule = Softmax{"masked"}};
  const std::string first = row_curves_text(stage, Layout{}, 3);
  CHECK(names_in(first) == std::vector<std::string>{"a", "b", "c", "d", "key", "curves"});
  CHECK(contains(first, "each from 0 to 1; rows drawn: 4 of 6"));
  CHECK(names_in(row_curves_text(stage, Layout{}, 3, 4)) ==
        std::vector<std::string>{"e", "key", "curves"});
}

TEST_CASE("row_curves_text: shares start at 0, other values at the least", "[render][waves]") {
  Stage stage{.id = "scores", .value = {{0.25, 0.75}}, .rows = {"query", {"a"}}};
  stage.cols = {"key", {"x", "y"}};
  CHECK(contains(row_curves_text(stage, Layout{}, 3), "each from 0.250 to 0.750"));
  stage.rule = Softmax{"masked"};
  CHECK(contains(row_curves_text(stage, Layout{}, 3), "each from 0 to .750"));
}

TEST_CASE("curves_sentence: which curves of how many", "[render][waves]") {
  const Stage stage = encoding(64, 16);
  const Curves some = wave_curves(stage, {});
  std::string names;
  for (const std::string name : {"dim 0", "dim 2", "dim 4", "dim 6"})
    names += (names.empty() ? "" : ", ") + unbroken(name);
  CHECK(curves_sentence(stage, some, {}) ==
        "Curves of 4 of the 16 columns: " + names + "; each from −1 to 1.");
  CHECK(curves_sentence(stage, some, {}, true).ends_with("1. The colours show all 16."));
  const Stage weights{.value = {{0.5, 0.5}, {0.75, 0.25}},
                      .rows = {"query", {"The", "cat"}},
                      .cols = {"key", {"The", "cat"}},
                      .rule = Softmax{"masked"}};
  CHECK(curves_sentence(weights, row_curves(weights, 1), {}) ==
        "Curves of 1 of the 2 rows: " + unbroken("cat") + "; each from 0 to .750.");
  CHECK(curves_sentence(weights, row_curves(weights), {}) == "each from 0 to .750");
}
