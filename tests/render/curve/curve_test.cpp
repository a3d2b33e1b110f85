#include "render/curve/curve.hpp"

#include "core/positions.hpp"
#include "render/rendered.hpp"
#include "render/text/text.hpp"
#include "render/trace/trace.hpp"
#include "support/catch.hpp"
#include "support/lines_of.hpp"
#include "support/worked_examples.hpp"

namespace {

using Lines = std::vector<std::string>;

TEST_CASE("Canvas: an empty one is blank") {
  CHECK(Canvas(3, 2, Glyphs::unicode).lines() == Lines{"   ", "   "});
  CHECK(Canvas(2, 1, Glyphs::ascii).lines() == Lines{"  "});
}

TEST_CASE("Canvas: every Braille dot has its place") {
  const Lines expected{"⡀", "⠄", "⠂", "⠁", "⢀", "⠠", "⠐", "⠈"};
  for (unsigned x = 0; x < 2; ++x)
    for (unsigned y = 0; y < 4; ++y) {
      Canvas canvas(1, 1, Glyphs::unicode);
      canvas.set(x, y);
      CHECK(canvas.lines() == Lines{expected[4 * x + y]});
    }
}

TEST_CASE("Canvas: all dots fill a character, and lines count from the top") {
  Canvas canvas(2, 2, Glyphs::unicode);
  REQUIRE(canvas.n_across() == 4);
  REQUIRE(canvas.n_up() == 8);
  for (unsigned x = 0; x < 2; ++x)
    for (unsigned y = 0; y < 4; ++y) canvas.set(x, y);
  canvas.set(3, 7);
  CHECK(canvas.lines() == Lines{" ⠈", "⣿ "});
}

TEST_CASE("Canvas: ASCII has three heights a line, and a stroke for more") {
  Canvas canvas(5, 1, Glyphs::ascii);
  REQUIRE(canvas.n_across() == 5);
  REQUIRE(canvas.n_up() == 3);
  canvas.set(0, 0);
  canvas.set(1, 1);
  canvas.set(2, 2);
  canvas.set(4, 0);
  canvas.set(4, 2);
  CHECK(canvas.lines() == Lines{".-' |"});
}

TEST_CASE("Canvas: a dotted line stands behind the dots") {
  Canvas canvas(2, 2, Glyphs::unicode);
  canvas.rule(1);
  canvas.set(0, 7);
  canvas.set(1, 7);
  canvas.set(2, 0);
  CHECK(canvas.lines() == Lines{"⠩ ", "⠨⡀"});

  Canvas ascii(2, 3, Glyphs::ascii);
  ascii.rule(0);
  ascii.set(0, 4);
  CHECK(ascii.lines() == Lines{": ", "- ", ": "});
}

TEST_CASE("Canvas: the nearest of several dots") {
  CHECK(Canvas::nearest(0.0, 5) == 0);
  CHECK(Canvas::nearest(0.3, 5) == 1);
  CHECK(Canvas::nearest(0.625, 5) == 3);  // halfway from 2 to 3
  CHECK(Canvas::nearest(1.0, 5) == 4);
}

using Counts = std::vector<Count>;
using ScaleKind = PlotScale::Kind;

Count ten_to(unsigned exponent) { return Count("1" + std::string(exponent, '0')); }

TEST_CASE("PlotScale: shares of a linear and of a logarithmic axis") {
  const PlotScale even(ScaleKind::linear, 0, 200), powers(ScaleKind::logarithmic, 1, 10000);
  CHECK(even.share_of(50) == 0.25);
  CHECK(powers.share_of(1) == 0.0);
  CHECK(powers.share_of(100) == Approx(0.5));
  CHECK(powers.share_of(10000) == 1.0);
  CHECK(even.holds(0));
  CHECK_FALSE(powers.holds(0));
  CHECK(PlotScale(ScaleKind::linear, 7, 7).share_of(7) == 0.5);
}

TEST_CASE("PlotScale: beyond the range of a double") {
  const PlotScale powers(ScaleKind::logarithmic, ten_to(100), ten_to(900));
  CHECK(powers.share_of(ten_to(500)) == Approx(0.5));
  const PlotScale even(ScaleKind::linear, 0, ten_to(900));
  CHECK(even.share_of(ten_to(900) / 4) == Approx(0.25));
}

TEST_CASE("PlotScale: ticks of a logarithmic axis are powers of ten, or 1, 2, 5 times them") {
  CHECK(PlotScale(ScaleKind::logarithmic, 30, 70000).ticks(6) == Counts{100, 1000, 10000});
  CHECK(PlotScale(ScaleKind::logarithmic, 3, 70000).ticks(2) == Counts{100, 10000});
  CHECK(PlotScale(ScaleKind::logarithmic, 3, 70).ticks(6) == Counts{5, 10, 20, 50});
  CHECK(PlotScale(ScaleKind::logarithmic, 101, 25800).ticks(6) == Counts{300, 1000, 3000, 10000});
  CHECK(PlotScale(ScaleKind::logarithmic, 61, 69).ticks(6) == Counts{62, 64, 66, 68});
}

TEST_CASE("PlotScale: ticks of a linear axis stand in even steps") {
  CHECK(PlotScale(ScaleKind::linear, 0, 105).ticks(6) == Counts{0, 20, 40, 60, 80, 100});
  CHECK(PlotScale(ScaleKind::linear, 1024, 8192).ticks(4) == Counts{2000, 4000, 6000, 8000});
  CHECK(PlotScale(ScaleKind::linear, 5, 5).ticks(3) == Counts{5});
}

TEST_CASE("PlotScale: ticks rise, lie on the axis and are not too many") {
  for (const ScaleKind kind : {ScaleKind::linear, ScaleKind::logarithmic})
    for (unsigned low = 1; low < 40; low += 7)
      for (unsigned exponent = 0; exponent < 50; exponent += 3) {
        const Count least = low, greatest = low + 3 * ten_to(exponent);
        const Counts ticks = PlotScale(kind, least, greatest).ticks(6);
        CHECK(!ticks.empty());
        CHECK(ticks.size() <= 6);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
          CHECK(ticks[i] >= least);
          CHECK(ticks[i] <= greatest);
          if (i > 0) CHECK(ticks[i] > ticks[i - 1]);
        }
      }
}

TEST_CASE("tick_text: a round number with a prefix") {
  CHECK(tick_text(0) == "0");
  CHECK(tick_text(500) == "500");
  CHECK(tick_text(20000) == "20 k");
  CHECK(tick_text(1500000) == "1.5 M");
  CHECK(tick_text(ten_to(14)) == "100 T");
  CHECK(tick_text(ten_to(32)) == "100 Q");
  CHECK(tick_text(ten_to(33)) == "10^33");
  CHECK(tick_text(5 * ten_to(40)) == "5 10^40");
}

TEST_CASE("place_texts: K is 1,024 where every number is a multiple of it") {
  using Texts = std::vector<std::string>;
  CHECK(place_texts({512, 1024, 131072, 1048576, 1310720}) ==
        Texts{"512", "1K", "128K", "1M", "1,280K"});
  CHECK(place_texts({1000, 2000, 4096}) == Texts{"1,000", "2,000", "4,096"});
  CHECK(place_texts({1, 2, 1023}) == Texts{"1", "2", "1,023"});
}

TEST_CASE("tick_text and place_texts: counts of a decimal part") {
  CHECK(tick_text(250, 3) == "0.25");
  CHECK(tick_text(7, 3) == "0.007");
  CHECK(tick_text(1500, 3) == "1.5");
  CHECK(tick_text(0, 3) == "0");
  CHECK(tick_text(20'000'000, 3) == "20 k");
  CHECK(place_texts({100, 1000, 10000}, 3) == std::vector<std::string>{"0.1", "1", "10"});
}

// T² and 1000 T, which meet at 1000.
Plot powers(const std::vector<Count>& places) {
  Plot plot{.x_name = "tokens",
            .y_name = "FLOP",
            .places = places,
            .curves = {{"pairs", {}}, {"rest", {}}}};
  for (const Count& place : places) {
    plot.curves[0].values.push_back(place * place);
    plot.curves[1].values.push_back(1000 * place);
  }
  return plot;
}

Plot doubled() {
  Plot plot = powers({64, 128, 256, 512, 1024, 2048, 4096, 8192});
  plot.marks = {1000};
  return plot;
}

Layout narrow(Glyphs glyphs) {
  Layout layout;
  layout.width = 40;
  layout.glyphs = glyphs;
  return layout;
}

TEST_CASE("plot_text: two powers, their crossing and both axes") {
  CHECK(plot_text(doubled(), narrow(Glyphs::unicode), 3) ==
        "   FLOP\n"
        "         ⢸             ⠨       ⢀⠔⠊ pairs\n"
        "    10 M ⣸             ⠨    ⢀⡠⠊⠁\n"
        "         ⢸             ⠨  ⣀⠔⢁⣀ ⠒⠊  rest\n"
        "     1 M ⣸             ⣨⠤⠮⠒ ⠁\n"
        "         ⢸       ⢀ ⠤⢔⡠⠋⠩\n"
        "   100 k ⣸   ⣀⠤ ⠊⠁⡠⠒⠁  ⠨\n"
        "         ⢸⠒⠉   ⣀⠔⠉     ⠨\n"
        "         ⢸  ⢀⡠⠊        ⠨\n"
        "    10 k ⢹⡠⠔⠁          ⠨\n"
        "         ⠈⠋⠉⠉⠉⠉⠉⠙⠉⠉⠉⠉⠉⠉⠙⠉⠉⠉⠉⠉⠉⠉⠉⠉⠙\n"
        "         64    256    1K        8K\n"
        "                       ^ tokens 1,000\n");
}

TEST_CASE("plot_text: the same in ASCII") {
  CHECK(plot_text(doubled(), narrow(Glyphs::ascii), 3) ==
        "   FLOP\n"
        "         |             :       .-' pairs\n"
        "    10 M +             :     .-'\n"
        "         |             :  |'|. -'  rest\n"
        "     1 M +             .-|'\n"
        "         |         .-.|:\n"
        "   100 k +   .- ''.-'  :\n"
        "         |-'   .--'    :\n"
        "         |   |'        :\n"
        "    10 k +.-'          :\n"
        "         '|''''''|'''''|'''''''''|\n"
        "         64     256   1K        8K\n"
        "                       ^ tokens 1,000\n");
}

TEST_CASE("plot_text: a small range is linear and starts at zero") {
  CHECK(plot_text(powers({100, 200, 300, 400, 500}), narrow(Glyphs::unicode), 0) ==
        "FLOP\n"
        "      ⢸                        ⡠⠔  rest\n"
        "400 k ⣸                     ⠔⠊\n"
        "      ⢸                ⣀ ⠒⠉\n"
        "      ⢸            ⣀⠤ ⠉\n"
        "      ⢸         ⠤⠒             ⢀⡠⠔ pairs\n"
        "200 k ⢺    ⢀ ⠔⠉            ⢀⡠⠔⠊⠁\n"
        "      ⢸⢀⡠ ⠊⠁          ⢀⡠⠤⠒⠊⠁\n"
        "      ⢸⠁       ⣀⣀⠤⠤⠒⠒⠉⠁\n"
        "    0 ⣸⠤⠤⠔⠒⠒⠒⠉⠉\n"
        "      ⠈⠋⠉⠉⠉⠉⠉⠙⠉⠉⠉⠉⠉⠉⠙⠉⠉⠉⠉⠉⠉⠋⠉⠉⠉⠉⠉⠙\n"
        "      100   200    300    400   500\n");
}

TEST_CASE("plot_text: a number near the right edge stands to the left of its line") {
  Plot plot = doubled();
  plot.marks = {8000};
  const auto lines = lines_of(plot_text(plot, narrow(Glyphs::unicode), 0));
  CHECK(lines.back().ends_with("tokens 8,000 ^"));
}

TEST_CASE("plot_text: a zero leaves a gap on a logarithmic axis") {
  Plot plot = doubled();
  plot.marks.clear();
  plot.curves[0].values = std::vector<Count>(plot.places.size(), 0);
  const std::string text = plot_text(plot, narrow(Glyphs::unicode), 0);
  CHECK_FALSE(contains(text, "pairs"));
  CHECK(contains(text, "rest"));
  plot.curves[1].values = plot.curves[0].values;
  CHECK_FALSE(contains(plot_text(plot, narrow(Glyphs::unicode), 0), "rest"));
}

TEST_CASE("plot_text: names that meet keep apart, and the higher curve comes first") {
  Plot plot = doubled();
  plot.curves[1].values.back() = plot.curves[0].values.back() - 1;
  plot.curves.push_back({"third", plot.curves[1].values});
  const std::string text = plot_text(plot, narrow(Glyphs::unicode), 0);
  CHECK(text.find("pairs") < text.find("rest"));
  CHECK(text.find("rest") < text.find("third"));
  const auto lines = lines_of(text);
  CHECK(std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
          return line.ends_with("pairs") || line.ends_with("rest") || line.ends_with("third");
        }) == 3);
}

TEST_CASE("plot_text: fits the width, whatever the numbers") {
  const Count huge("1" + std::string(400, '0'));
  std::vector<Count> many;
  for (unsigned i = 1; i <= 1000; ++i) many.emplace_back(3 * i);
  for (const unsigned width : {40U, 59U, 60U, 80U, 133U, 250U})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii})
      for (const std::vector<Count>& places :
           {std::vector<Count>{1, 2}, std::vector<Count>{1, 1000000},
            std::vector<Count>{huge, huge + 1}, std::vector<Count>{1, huge}, many}) {
        Layout layout = narrow(glyphs);
        layout.width = width;
        Plot plot = powers(places);
        if (places.back() < 1000000) plot.marks = {places.front(), places.back()};
        for (const std::string& line : lines_of(plot_text(plot, layout, 3))) {
          if (places.back() < huge) CHECK(display_width(line) <= width);
          if (glyphs == Glyphs::ascii)
            CHECK(std::all_of(line.begin(), line.end(), [](char c) { return c > 0; }));
        }
      }
}

TEST_CASE("plot_legend: how each curve is drawn, the axes, and what K is") {
  const auto legend = [](const Plot& plot) { return wrap(plot_legend(plot, Layout{}), 80, 0); };
  CHECK(legend(doubled()) == "pairs: line; rest: dashes; both axes logarithmic; 1K = 1,024\n");
  CHECK(legend(powers({100, 200})) == "pairs: line; rest: dashes; both axes linear\n");
}

Curves one_curve(const arma::vec& values) {
  return {.values = values,
          .names = {"x"},
          .axis = "at",
          .places = numbered(values.n_elem),
          .lowest = -1,
          .highest = 1};
}

std::string drawn(const Curves& curves, unsigned width, Glyphs glyphs = Glyphs::unicode) {
  Layout layout;
  layout.glyphs = glyphs;
  std::string text;
  for (std::string line : draw_waves(curves, layout, width).lines) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

TEST_CASE("draw_waves: one dot a place where there is room for no more") {
  // Eight levels of Braille from −1 to 1, each place one dot further right.
  CHECK(drawn(one_curve(arma::linspace(-1, 1, 16)), 12) ==
        "x       ⣀⠤⠒⠉\n"
        "    ⣀⠤⠒⠉\n"
        "at  0 4 8 15\n");
}

TEST_CASE("draw_waves: dots between two places join them") {
  CHECK(drawn(one_curve({-1, 1}), 12) ==
        "x       ⣀⠤⠒⠉\n"
        "    ⣀⠤⠒⠉\n"
        "at  0      1\n");
}

TEST_CASE("draw_waves: a steep curve has no gaps") {
  CHECK(drawn(one_curve({-1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1}), 12) ==
        "x    ⡏⡆⡏⡆⡏⡆⡏\n"
        "    ⣀⠇⣇⠇⣇⠇⣇⠇\n"
        "at  0 4 8 15\n");
}

TEST_CASE("draw_waves: more places than dots become strokes") {
  arma::vec values(160, arma::fill::zeros);
  values(75) = 1;
  values(76) = -1;
  const Curves curves = one_curve(values);
  CHECK(places_per_dot(curves, Layout{}, 12) == 10);
  CHECK(places_per_dot(one_curve(values.head(16)), Layout{}, 12) == 1);
  const std::string picture = drawn(curves, 12);
  CHECK(contains(picture, "⢸"));
}

TEST_CASE("draw_waves: what is not finite leaves a gap") {
  CHECK(
      drawn(one_curve({0, 0, 0, 0, kNaN, kInfinity, -kInfinity, 0, 0, 0, 0, 0, 0, 0, 0, 0}), 12) ==
      "x   ⣀⣀ ⢀⣀⣀⣀⣀\n"
      "\n"
      "at  0 4 8 15\n");
}

TEST_CASE("draw_waves: names and remarks stand in one margin") {
  Curves curves{.values = arma::zeros(16, 2),
                .names = {"dim 0", "dim 2"},
                .remarks = {"every 6.28", "every 62.8"},
                .axis = "position",
                .places = numbered(16),
                .lowest = 0,
                .highest = 1};
  CHECK(drawn(curves, 20) ==
        "dim 0\n"
        "every 6.28  ⣀⣀⣀⣀⣀⣀⣀⣀\n"
        "dim 2\n"
        "every 62.8  ⣀⣀⣀⣀⣀⣀⣀⣀\n"
        "position    0 4 8 15\n");
}

TEST_CASE("draw_waves: ASCII draws with marks at three heights") {
  CHECK(drawn(one_curve(arma::sin(arma::regspace(0, 7) * 0.8)), 12, Glyphs::ascii) ==
        "x    |'-.\n"
        "    -'  |.\n"
        "         |.-\n"
        "at  0 2 4  7\n");
}

TEST_CASE("draw_waves: a single place, or a curve that is flat everywhere") {
  CHECK(contains(drawn(one_curve({0.5}), 30), "at  0\n"));
  Curves flat = one_curve(arma::ones(16));
  flat.lowest = flat.highest = 1;
  CHECK_FALSE(contains(drawn(flat, 12), "⠉⠉⠉⠉⠉⠉⠉⠉"));
}

TEST_CASE("draw_waves: fits the width it is given") {
  for (const arma::uword n : {1, 2, 7, 33, 64, 96, 500, 5000})
    for (const unsigned width : {37U, 60U, 77U, 200U})
      for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
        Layout layout;
        layout.glyphs = glyphs;
        const arma::mat values = sinusoidal_encoding(first_positions(n), 4);
        const Curves curves{.values = values,
                            .names = {"dim 0", "dim 1", "dim 2", "dim 3"},
                            .axis = "position",
                            .places = numbered(n),
                            .lowest = -1,
                            .highest = 1};
        const Block block = draw_waves(curves, layout, width);
        CHECK(block.width <= width);
        for (const std::string& line : block.lines) CHECK(display_width(line) == block.width);
      }
}

Stage stage_over(const std::vector<double>& points, arma::mat value) {
  Stage stage{.id = "spread", .value = std::move(value), .rows = {"T", {}}};
  stage.rows.points = points;
  stage.cols = {"share", {"largest", "entropy", "third", "fourth"}};
  return stage;
}

Layout plot_layout(unsigned width) {
  Layout layout;
  layout.width = width;
  return layout;
}

TEST_CASE("draws_plot: few columns over points, and nothing negative") {
  CHECK(draws_plot(stage_over({1, 2, 3}, {{1, 2}, {3, 4}, {5, 6}})));
  CHECK_FALSE(draws_plot(stage_over({}, {{1, 2}, {3, 4}, {5, 6}})));
  CHECK_FALSE(draws_plot(stage_over({1, 2}, {{1, 2}, {3, 4}})));
  CHECK_FALSE(draws_plot(stage_over({1, 2, 3}, {{1, 2}, {3, -4}, {5, 6}})));
  CHECK_FALSE(draws_plot(stage_over({1, 2, 3}, arma::mat(3, 4))));
  CHECK_FALSE(draws_plot(stage_over({1, 2, 3}, arma::vec{1, arma::datum::nan, 2})));
}

TEST_CASE("stage_plot_text: shares between 0 and 1 over a logarithmic axis") {
  const Stage stage = stage_over({.1, 1, 10}, {{1, 0}, {.6, .5}, {.25, .99}});
  const std::string text = stage_plot_text(stage, plot_layout(60), 3);
  CHECK(text.find("   share\n") == 0);
  for (const char* part : {"0.2", "0.8", "0.1 ", " 10", "largest", "entropy"}) {
    CAPTURE(part, text);
    CHECK(contains(text, part));
  }
  CHECK(in_one_line(text).ends_with(
      "picture largest: line; entropy: dashes; T on a logarithmic axis"));
}

TEST_CASE("stage_plot_text: far apart and beyond 1, values are logarithmic, too") {
  const Stage stage = stage_over({8, 64, 512}, arma::vec{8.3, 61, 520});
  CHECK(in_one_line(stage_plot_text(stage, plot_layout(60), 3))
            .ends_with("largest: line; T on a logarithmic axis"));
  const Stage wide = stage_over({8, 64, 512}, arma::vec{.9, 61, 520});
  CHECK(in_one_line(stage_plot_text(wide, plot_layout(60), 3))
            .ends_with("largest: line; both axes logarithmic"));
}

TEST_CASE("stage_plot_text: fits the width, in ASCII too") {
  const Stage stage = stage_over({.1, 1, 10}, {{1, 0}, {.6, .5}, {.25, .99}});
  for (const unsigned width : {40U, 80U})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
      Layout layout = plot_layout(width);
      layout.glyphs = glyphs;
      for (const std::string& line : lines_of(stage_plot_text(stage, layout, 3)))
        CHECK(display_width(line) <= width);
    }
}

Stage encoding(arma::uword length, arma::uword d_model) {
  const arma::vec positions = first_positions(length);
  return {
      .id = "encoding",
      .symbol = "PE",
      .formula = "PE",
      .value = sinusoidal_encoding(positions, d_model),
      .rows = {"position", numbered(length), true},
      .cols = {"dim", numbered(d_model)},
      .rule = Waves{positions, arma::regspace<arma::uvec>(0, d_model - 1), d_model, kPositionBase}};
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

TEST_CASE("draws_waves: along a scale with places enough") {
  CHECK(draws_waves(encoding(16, 4)));
  CHECK_FALSE(draws_waves(encoding(15, 4)));
  Stage across{.value = arma::zeros(1, 20), .cols = {"distance", numbered(20), true}};
  CHECK(draws_waves(across));
  across.value = arma::zeros(9, 20);  // too many rows for a curve each
  CHECK_FALSE(draws_waves(across));
  CHECK_FALSE(draws_waves({.value = arma::zeros(20, 20), .rows = {"query", numbered(20)}}));
}

TEST_CASE("waves_text: the sines of pairs that still bend") {
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

TEST_CASE("waves_text: a few columns are all drawn") {
  Stage stage = encoding(20, 16);
  stage.value = stage.value.cols(arma::uvec{1, 5});
  stage.cols.labels = {"1", "5"};
  stage.rule = Waves{first_positions(20), {1, 5}, 16, kPositionBase};
  const std::string text = waves_text(stage, Layout{}, 3);
  CHECK(names_in(text) == std::vector<std::string>{"dim 1", "every 6.28", "dim 5", "every 62.83",
                                                   "position", "curves"});
  CHECK_FALSE(contains(text, "columns drawn"));
}

TEST_CASE("waves_text: the column of the selected cell is among the curves") {
  const Stage stage = encoding(64, 16);
  CHECK_FALSE(contains(waves_text(stage, Layout{}, 3), "dim 13"));
  CHECK(contains(waves_text(stage, Layout{}, 3, Cell{5, 13}), "dim 13"));
}

TEST_CASE("waves_text: fewer curves where fewer rows have a place") {
  Layout low;
  low.max_rows = 3;
  CHECK(names_in(waves_text(encoding(64, 16), low, 3, Cell{0, 5}))[0] == "dim 5");
  CHECK(contains(waves_text(encoding(64, 16), low, 3), "columns drawn: 1 of 16"));
}

TEST_CASE("waves_text: a single row over a scale is one curve") {
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

TEST_CASE("waves_text: says how many places one dot stands for") {
  Layout narrow;
  narrow.width = 40;
  CHECK(contains(waves_text(encoding(640, 4), narrow, 3), "one dot is"));
  CHECK_FALSE(contains(waves_text(encoding(32, 4), narrow, 3), "one dot is"));
}

TEST_CASE("stage_text: curves stand above a few rows of numbers") {
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

TEST_CASE("stage_text: any matrix can be drawn as curves") {
  const Trace trace = by_hand_trace();
  const std::string text = stage_text(trace, trace.stage("scores"), waves_only());
  CHECK(contains(text, "key The"));
  CHECK(contains(text, "\n   query     The"));
}

TEST_CASE("row_curves_text: the first rows, or the one that is asked for") {
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

TEST_CASE("row_curves_text: shares start at 0, other values at the least") {
  Stage stage{.id = "scores", .value = {{0.25, 0.75}}, .rows = {"query", {"a"}}};
  stage.cols = {"key", {"x", "y"}};
  CHECK(contains(row_curves_text(stage, Layout{}, 3), "each from 0.250 to 0.750"));
  stage.rule = Softmax{"masked"};
  CHECK(contains(row_curves_text(stage, Layout{}, 3), "each from 0 to .750"));
}

TEST_CASE("curves_sentence: which curves of how many") {
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

}  // namespace
