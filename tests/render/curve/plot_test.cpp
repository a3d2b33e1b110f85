#include "render/curve/plot.hpp"

#include <algorithm>

#include "render/text/display_width.hpp"
#include "render/text/wrap.hpp"
#include "support/catch.hpp"
#include "support/lines_of.hpp"

using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("plot_text: two powers, their crossing and both axes", "[render][plot]") {
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

TEST_CASE("plot_text: the same in ASCII", "[render][plot]") {
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

TEST_CASE("plot_text: a small range is linear and starts at zero", "[render][plot]") {
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

TEST_CASE("plot_text: a number near the right edge stands to the left of its line",
          "[render][plot]") {
  Plot plot = doubled();
  plot.marks = {8000};
  const auto lines = lines_of(plot_text(plot, narrow(Glyphs::unicode), 0));
  CHECK(lines.back().ends_with("tokens 8,000 ^"));
}

TEST_CASE("plot_text: a zero leaves a gap on a logarithmic axis", "[render][plot]") {
  Plot plot = doubled();
  plot.marks.clear();
  plot.curves[0].values = std::vector<Count>(plot.places.size(), 0);
  const std::string text = plot_text(plot, narrow(Glyphs::unicode), 0);
  CHECK(text.find("pairs") == std::string::npos);
  CHECK(text.find("rest") != std::string::npos);
  plot.curves[1].values = plot.curves[0].values;
  CHECK(plot_text(plot, narrow(Glyphs::unicode), 0).find("rest") == std::string::npos);
}

TEST_CASE("plot_text: names that meet keep apart, and the higher curve comes first",
          "[render][plot]") {
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

TEST_CASE("plot_text: fits the width, whatever the numbers", "[render][plot][property]") {
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

TEST_CASE("plot_legend: how each curve is drawn, the axes, and what K is", "[render][plot]") {
  const auto legend = [](const Plot& plot) { return wrap(plot_legend(plot, Layout{}), 80, 0); };
  CHECK(legend(doubled()) == "pairs: line; rest: dashes; both axes logarithmic; 1K = 1,024\n");
  CHECK(legend(powers({100, 200})) == "pairs: line; rest: dashes; both axes linear\n");
}
