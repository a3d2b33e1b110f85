#include "render/figure/trace_figure.hpp"

#include <set>

#include "mechanisms/attention/attention.hpp"
#include "render/drawing/drawn.hpp"
#include "render/figure/svg.hpp"
#include "render/heads_trace.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Layout overview_layout() {
  Layout layout;
  layout.is_overview = true;
  return layout;
}

// Attention over n words of one letter each, where nothing but the number of words matters.
Trace trace_of_words(arma::uword n, bool causal = true) {
  arma::arma_rng::set_seed(1);
  const arma::mat X(n, 4, arma::fill::randu), W(4, 4, arma::fill::eye);
  AttentionProblem problem{.tensors = Embedded{.X = X, .memory = {}, .W_Q = W, .W_K = W, .W_V = W},
                           .query_tokens = numbered(n),
                           .key_tokens = numbered(n)};
  problem.causal = causal;
  return scaled_dot_product(problem);
}

std::string misplaced_in(const Figure& figure) {
  return misplaced(figure.items, figure.width, figure.height);
}

}  // namespace

TEST_CASE("trace_figure: an overview of attention is two equations", "[render][figure]") {
  const Trace trace = by_hand_trace();
  const Figure figure = trace_figure(trace, all_stages(trace), overview_layout(), {});
  const std::vector<std::string> words = words_of(figure.items);
  for (const std::string symbol : {"Q", "Kᵀ", "S", "A", "V", "O", "·", "="})
    CHECK(std::count(words.begin(), words.end(), symbol) >= 1);
  CHECK(says(figure.items, "A = softmax(masked)"));
  CHECK(says(figure.items, ".881"));
  CHECK(says(figure.items, "may not attend (causal, the future: 6)"));
  CHECK(figure.title.find("The cat sat down") != std::string::npos);
  CHECK(figure.description.find("weights") != std::string::npos);
  CHECK(misplaced_in(figure) == "");
}

TEST_CASE("trace_figure: a single stage stands under its name", "[render][figure]") {
  const Trace trace = by_hand_trace();
  const Figure figure = trace_figure(trace, {&trace.stage("weights")}, {}, {});
  CHECK(says(figure.items, "weights"));
  CHECK(says(figure.items, "(query 4, key 4)"));
  CHECK(figure.description.find("attention") != std::string::npos);
  CHECK(misplaced_in(figure) == "");
}

TEST_CASE("trace_figure: fewer words where that was asked for", "[render][figure]") {
  const Trace trace = by_hand_trace();
  Layout layout;
  layout.explain = 0;
  const Figure bare = trace_figure(trace, {&trace.stage("weights")}, layout, {});
  CHECK_FALSE(says(bare.items, "softmax"));
  CHECK_FALSE(says(bare.items, "may not attend"));
  layout.explain = 2;
  const Figure full = trace_figure(trace, {&trace.stage("weights")}, layout, {});
  CHECK(says(full.items, "Each row is one query's attention"));
}

TEST_CASE("trace_figure: heads of a first look are small maps", "[render][figure]") {
  const Trace trace = heads_trace();
  const Figure figure = trace_figure(trace, trace.in_every_group("weights"), overview_layout(), {});
  for (const std::string words : {"head 0", "head 1", "entropy", "One small map a head"})
    CHECK(says(figure.items, words));
  CHECK_FALSE(says(figure.items, ".250"));
  CHECK(misplaced_in(figure) == "");
}

TEST_CASE("trace_figure: it is as wide as was said, and no text meets another",
          "[render][figure]") {
  for (const arma::uword n : {1, 2, 4, 7, 12, 24, 25, 40, 70})
    for (const double width : {40.0, 84.0, 160.0})
      for (const bool is_overview : {false, true}) {
        CAPTURE(n, width, is_overview);
        const Trace trace = trace_of_words(n);
        Layout layout;
        layout.is_overview = is_overview;
        const Figure figure = trace_figure(trace, all_stages(trace), layout, {width, true});
        CHECK(figure.width == width);
        CHECK(misplaced_in(figure) == "");
      }
}

TEST_CASE("trace_figure: many cells take few bytes", "[render][figure]") {
  const auto bytes_of = [](arma::uword n) {
    const Trace trace = trace_of_words(n, false);
    return svg_text(trace_figure(trace, {&trace.stage("weights")}, {}, {})).size();
  };
  CHECK(bytes_of(24) < 60'000);    // with numbers
  CHECK(bytes_of(64) < 200'000);   // a path for each colour
  CHECK(bytes_of(300) < 150'000);  // dots
}

TEST_CASE("trace_figure: the same trace gives the same bytes", "[render][figure]") {
  const Trace trace = by_hand_trace();
  const auto written = [&trace] {
    return svg_text(trace_figure(trace, all_stages(trace), overview_layout(), {}));
  };
  CHECK(written() == written());
}

TEST_CASE("trace_figure: what a terminal cannot show is no matter", "[render][figure]") {
  const Trace trace = by_hand_trace();
  Layout poor = overview_layout(), rich = overview_layout();
  poor.glyphs = Glyphs::ascii;
  rich.color = true;
  CHECK(svg_text(trace_figure(trace, all_stages(trace), poor, {})) ==
        svg_text(trace_figure(trace, all_stages(trace), rich, {})));
}

TEST_CASE("trace_figure: the weights of a long text are told apart", "[render][figure]") {
  const auto drawn_of = [](arma::uword n) {
    const Trace trace = trace_of_words(n, false);
    return trace_figure(trace, {&trace.stage("weights")}, {}, {});
  };
  const auto levels_of = [](const std::vector<Item>& items) {
    std::set<int> levels;
    for (const Raster& raster : items_of<Raster>(items))
      for (const Color& color : raster.cells) levels.insert(color.level);
    return levels.size();
  };
  CHECK(levels_of(drawn_of(300).items) > 3);
  CHECK(says(drawn_of(300).items, "≥ 0.00"));
  CHECK(says(drawn_of(24).items, "0.5"));
}
