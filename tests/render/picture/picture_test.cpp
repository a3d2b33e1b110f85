#include "render/picture/picture.hpp"

#include "core/attention.hpp"
#include "mechanisms/attention/attention.hpp"
#include "render/picture/pictured.hpp"
#include "render/rendered.hpp"
#include "render/trace/trace.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

std::string bars_in(const std::vector<Bar>& bars, unsigned width, Glyphs glyphs) {
  BarScale scale;
  take_in(scale, bars);
  const Block block = draw_bars(bars, scale, layout_of(width, glyphs), width);
  std::string text = "\n";
  for (const std::string& line : block.lines) text += line + "\n";
  return text;
}

TEST_CASE("draw_bars: from a common zero, the longest over all the room") {
  const std::vector<Bar> bars{{"fox", 0.8, ".8"}, {"dog", 0.4, ".4"}, {"the", 0.0, "0"}};
  CHECK(bars_in(bars, 19, Glyphs::ascii) == R"(
fox  ##########  .8
dog  #####       .4
the               0
)");
}

TEST_CASE("draw_bars: half a column is seen") {
  const std::vector<Bar> bars{{"a", 10, "10"}, {"b", 3.5, "3.5"}};
  CHECK(bars_in(bars, 18, Glyphs::unicode) == R"(
a  ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿   10
b  ⣿⣿⣿⡇        3.5
)");
}

TEST_CASE("draw_bars: what is negative grows to the left of an axis") {
  const std::vector<Bar> bars{{"a", -4, "-4"}, {"b", 6, "6"}, {"c", arma::datum::nan, "nan"}};
  CHECK(bars_in(bars, 19, Glyphs::ascii) == R"(
a  ####|         -4
b      |######    6
c      |        nan
)");
}

TEST_CASE("draw_bars: both sides of an axis fit into the width") {
  const std::vector<Bar> bars{{"a", -3, "-3"}, {"b", 2, "2"}};
  for (unsigned width = 24; width <= 60; ++width) {
    const Block block = draw_bars(
        bars,
        [&] {
          BarScale scale;
          take_in(scale, bars);
          return scale;
        }(),
        layout_of(width, Glyphs::ascii), width);
    CAPTURE(width);
    CHECK(block.width <= width);
  }
}

TEST_CASE("draw_bars: remarks, long labels and bars that end") {
  const std::vector<Bar> bars{{"internationalisation", 1, "1", "share"}};
  const std::string text = bars_in(bars, 200, Glyphs::ascii);
  CHECK(text == "\ninternational.  " + std::string(50, '#') + "  1  share\n");
}

TEST_CASE("draw_bars: zeros have no bars") {
  CHECK(bars_in({{"a", 0, "0"}}, 13, Glyphs::ascii) == "\na           0\n");
}

TEST_CASE("links_of: what exceeds mean and deviation, the largest first") {
  // Mean 2, deviation √(12/6) = √2: cells above 3.414.
  Stage stage{.value = {{1, 4, 1}, {1, 1, 4}}, .rows = {"query", {"a", "b"}}};
  stage.cols = {"key", {"x", "y", "z"}};
  const Links links = links_of(stage);
  CHECK(links.mean == Approx(2.0));
  CHECK(links.threshold == Approx(2.0 + std::sqrt(2.0)));
  CHECK(links.n_pairs == 6);
  CHECK_FALSE(links.is_self);
  REQUIRE(links.links.size() == 2);
  CHECK(links.links[0].query == 0);
  CHECK(links.links[0].key == 1);
  CHECK(links.links[1].query == 1);
  CHECK(links.links[1].key == 2);
}

TEST_CASE("links_of: a word's own cell counts for the mean and is no link") {
  const Links links = links_of(pronoun_weights());
  CHECK(links.is_self);
  CHECK(links.n_pairs == 110);
  // The squares of all cells: 9 ones, then it and tired.
  const double squares = 9.0 + 0.62 * 0.62 + 0.22 * 0.22 + 0.16 * 0.16 + 2 * 0.25;
  CHECK(links.mean == Approx(1.0 / 11.0));
  CHECK(links.standard_deviation == Approx(std::sqrt(squares / 121.0 - 1.0 / 121.0)));
  REQUIRE(links.links.size() == 2);  // 0.22 is below 0.0909 + 0.2721
  CHECK(links.links[0].value == 0.62);
  CHECK(links.links[1].query == 10);
}

TEST_CASE("links_of: the mean of rows that sum to 1 is 1/n") {
  std::mt19937 draws(3);
  for (const arma::uword n : {2U, 7U, 20U}) {
    Stage stage = weights_among(numbered(n), softmax_rows(random_matrix(draws, n, n)));
    CHECK(links_of(stage).mean == Approx(1.0 / static_cast<double>(n)).epsilon(1e-14));
  }
}

TEST_CASE("links_of: cells that are all alike have no links") {
  for (const arma::uword n : {3U, 6U, 7U, 11U})
    CHECK(links_of(weights_among(numbered(n),
                                 arma::mat(n, n, arma::fill::value(1.0 / static_cast<double>(n)))))
              .links.empty());
}

TEST_CASE("links_of: one row's alone, by the same threshold") {
  const Links all = links_of(pronoun_weights()), one = links_of(pronoun_weights(), 7);
  CHECK(one.threshold == all.threshold);
  CHECK(one.n_pairs == 10);
  REQUIRE(one.links.size() == 1);
  CHECK(one.links[0].key == 1);
}

TEST_CASE("links_of: a blocked cell is no pair") {
  Stage stage = weights_among({"a", "b"}, {{1, 0}, {0.4, 0.6}});
  stage.blocked = {{0, 1}, {0, 0}};
  CHECK(links_of(stage).n_pairs == 1);
}

TEST_CASE("distance_of: 6 from it to animal, 2 to street, however it is read") {
  CHECK(distance_of({7, 1}) == 6);
  CHECK(distance_of({7, 5}) == 2);
  CHECK(distance_of({1, 7}) == 6);
}

TEST_CASE("strongest_link: itself apart, the first of equals") {
  const auto link = strongest_link(pronoun_weights(), 7);
  REQUIRE(link);
  CHECK(link->key == 1);
  const Stage equal = weights_among({"a", "b", "c"}, {{0.2, 0.4, 0.4}, {1, 0, 0}, {0, 0, 1}});
  CHECK(strongest_link(equal, 0)->key == 1);
  Stage blocked = weights_among({"a", "b"}, {{1, 0}, {0.4, 0.6}});
  blocked.blocked = {{0, 1}, {0, 0}};
  CHECK_FALSE(strongest_link(blocked, 0));
}

TEST_CASE("is_query_by_key: labels on both sides, and more than yes or no") {
  Stage stage = weights_among({"a", "b"}, arma::eye(2, 2));
  CHECK(is_query_by_key(stage));
  stage.rule = Permission{};
  CHECK_FALSE(is_query_by_key(stage));
  stage.rule = Given{};
  stage.cols = {"d_model", {}};
  CHECK_FALSE(is_query_by_key(stage));
}

std::string drawn(const Block& block) {
  std::string text;
  for (const std::string& line : block.lines) {
    CHECK(display_width(line) == block.width);
    text += line + "\n";
  }
  return "\n" + without_trailing_spaces(text);
}

TEST_CASE("lanes_of: arcs that meet lie in different lanes, short ones first") {
  CHECK(lanes_of({{7, 1}, {7, 5}, {10, 1}}) == std::vector<std::size_t>{1, 0, 2});
  CHECK(lanes_of({{0, 1}, {2, 3}}) == std::vector<std::size_t>{0, 0});
  CHECK(lanes_of({{0, 1}, {1, 2}}) == std::vector<std::size_t>{0, 1});  // an end in common
  CHECK(lanes_of({{0, 1}, {1, 0}}) == std::vector<std::size_t>{0, 1});
  CHECK(lanes_of({}).empty());
}

TEST_CASE("draw_on_a_line: to earlier words above, to later ones below") {
  const auto drawing =
      draw_on_a_line({{"a", "b", "c", "d"}, {{3, 0, ".62"}, {1, 2, ".5"}}, {}}, 40);
  REQUIRE(drawing);
  CHECK(drawing->n_drawn == 2);
  CHECK(drawn(drawing->block) == R"(
.---.62----.
v          |
a  b    c  d
   |    ^
   '-.5-'
)");
}

TEST_CASE("draw_on_a_line: an arc in the way of another keeps its value") {
  const auto drawing =
      draw_on_a_line({{"The", "cat", "sat"}, {{1, 0, ".9"}, {2, 0, ".7"}, {2, 1, ".8"}}, {}}, 40);
  REQUIRE(drawing);
  CHECK(drawn(drawing->block) == R"(
 .---.7----.
 |    .-.8-|
 |-.9-|    |
 v    v    |
The  cat  sat
)");
}

TEST_CASE("draw_on_a_line: wide characters count twice") {
  const auto drawing = draw_on_a_line({{"猫", "魚", "食べた"}, {{2, 0, ".4"}}, {}}, 40);
  REQUIRE(drawing);
  CHECK(drawn(drawing->block) == R"(
.---.4----.
v         |
猫  魚  食べた
)");
}

TEST_CASE("draw_on_a_line: not where the words or the arcs have no room") {
  CHECK_FALSE(draw_on_a_line({{"word", "word"}, {}, {}}, 9));
  CHECK(draw_on_a_line({{"word", "word"}, {}, {}}, 10));
  ArcPicture picture{numbered(9), {}, {}};
  for (std::size_t i = 1; i <= 6; ++i) picture.arcs.push_back({i, 0, ""});
  CHECK(draw_on_a_line(picture, 80));
  picture.arcs.push_back({7, 0, ""});  // a seventh level
  CHECK_FALSE(draw_on_a_line(picture, 80));
}

TEST_CASE("draw_below_one_another: brackets, and remarks where they fit") {
  const ArcPicture picture{{"animal", "the", "street", "it"},
                           {{3, 0, ".62"}, {3, 2, ".22"}},
                           {"", "", "", "animal .62, street .22"}};
  const ArcDrawing wide = draw_below_one_another(picture, layout_of(80), 77);
  CHECK(wide.has_remarks);
  CHECK(drawn(wide.block) == R"(
animal <---.
   the     |
street <-. |
    it --'-'  animal .62, street .22
)");
  const ArcDrawing narrow = draw_below_one_another(picture, layout_of(40), 30);
  CHECK_FALSE(narrow.has_remarks);
  CHECK(narrow.n_drawn == 2);
  CHECK(drawn(narrow.block) == R"(
animal <---.
   the     |
street <-. |
    it --'-'
)");
}

TEST_CASE("draw_below_one_another: the first arcs go before the others") {
  ArcPicture picture{{"a", "b", "c"}, {{2, 0, ""}, {1, 0, ""}, {2, 1, ""}}, {}};
  const ArcDrawing drawing = draw_below_one_another(picture, layout_of(40), 6);
  CHECK(drawing.n_drawn == 1);
  CHECK(drawn(drawing.block) == R"(
a <-.
b   |
c --'
)");
}

TEST_CASE("draw_below_one_another: a long word is cut with a mark") {
  const ArcPicture picture{{"uncharacteristically", "a"}, {{1, 0, ""}}, {}};
  CHECK(contains(draw_below_one_another(picture, layout_of(40), 40).block.lines[0],
                 "uncharacter… <-."));
  CHECK(contains(draw_below_one_another(picture, layout_of(40, Glyphs::ascii), 40).block.lines[0],
                 "uncharacter. <-."));
}

std::string flow(const std::vector<FlowRank>& ranks) {
  std::string text;
  for (const std::string& line : draw_flow(ranks).lines) text += line + "\n";
  return "\n" + without_trailing_spaces(text);
}

TEST_CASE("draw_flow: one after another") {
  CHECK(flow({{{{"S"}}}, {{{"A"}}}}) == R"(
 S
 |
 v
 A
)");
}

TEST_CASE("draw_flow: lines part and meet again") {
  CHECK(flow({{{{"X"}}}, {{{"Q"}}, {{"K"}}, {{"V"}}}, {{{"O = A V"}}}}) == R"(
    X
    |
 +--+--+
 v  v  v
 Q  K  V
 |  |  |
 +--+--+
    v
 O = A V
)");
}

TEST_CASE("draw_flow: no line leads to what is left out") {
  CHECK(flow({{{{"X"}}}, {{{"head 0", "Q"}}, {{".."}, true}, {{"head 9", "Q"}}}}) == R"(
          X
          |
    +-----+-----+
    v           v
 head 0  ..  head 9
   Q           Q
)");
}

TEST_CASE("width_of: boxes and what is between them") {
  CHECK(width_of({{{"ab", "abc"}}, {{"猫"}}}) == 3 + 2 + 2);
}

// A diagonal of eight dots.
Sketch diagonal(const std::string& name, const std::string& caption) {
  Sketch sketch{.name = name, .caption = caption, .n_rows = 8, .n_cols = 8};
  sketch.dots.resize(64);
  for (std::size_t i = 0; i < 8; ++i) sketch.dots[i * 9] = true;
  return sketch;
}

Layout bare_layout(unsigned width) {
  Layout layout;
  layout.width = width;
  layout.explain = 0;
  return layout;
}

TEST_CASE("sketch_sheet_text: names once above, layers beside, captions below") {
  const SketchSheet sheet{.title = "Heads",
                          .rows = {{"0", {diagonal("0", "s.9"), diagonal("1", "-")}},
                                   {"1", {diagonal("0", "-"), diagonal("1", "-")}}}};
  CHECK(sketch_sheet_text(sheet, bare_layout(80)) ==
        "    0     1\n"
        " 0  ⠑⢄    ⠑⢄\n"
        "      ⠑⢄    ⠑⢄\n"
        "    s.9   -\n"
        " 1  ⠑⢄    ⠑⢄\n"
        "      ⠑⢄    ⠑⢄\n"
        "    -     -\n");
}

TEST_CASE("sketch_sheet_text: what does not fit goes on below, under its own names") {
  SketchSheet sheet{.rows = {{"", {}}}};
  for (int i = 0; i < 8; ++i)
    sheet.rows.front().sketches.push_back(diagonal("5." + std::to_string(i), ""));
  const std::string text = sketch_sheet_text(sheet, bare_layout(40));
  CHECK(text.starts_with(" 5.0   5.1   5.2   5.3   5.4   5.5\n"));
  CHECK(contains(text, "\n 5.6   5.7\n"));
}

TEST_CASE("sketch_sheet_text: ASCII has no other glyph") {
  Layout layout = bare_layout(40);
  layout.glyphs = Glyphs::ascii;
  const SketchSheet sheet{.rows = {{"0", {diagonal("0", "")}}}};
  for (const char c : sketch_sheet_text(sheet, layout))
    CHECK((c == '\n' || (c >= ' ' && c <= '~')));
}

TEST_CASE("arcs_text: distances are counted from token to token") {
  const std::string text = in_one_line(arcs_text(pronoun_weights(), Layout{}, 3));
  CHECK(contains(text, "it → animal .620 (6 back)"));  // 6 = 7 − 1, not 7
  CHECK(contains(text, "tired → animal .500 (9 back)"));
  CHECK(contains(text, "linked 2 of 110 pairs: those above mean .091 + sd .272 = .363"));
  CHECK(contains(text, "mean 1/11, whatever the words: each row sums to 1"));
  CHECK(contains(text, "on itself The 1.000 animal 1.000"));
}

TEST_CASE("arcs_text: every width, in ASCII, and in wide characters") {
  Stage stage = pronoun_weights();
  for (const unsigned width : {40U, 57U, 80U, 200U}) {
    CHECK(misfit(arcs_text(stage, layout_of(width), 3), width) == "");
    const std::string ascii = arcs_text(stage, layout_of(width, Glyphs::ascii), 3);
    CHECK(is_ascii(ascii));
    CHECK(contains(in_one_line(ascii), "animal .620 (6 back)"));
  }
  for (std::string& word : stage.rows.labels) word = "食べた";
  stage.cols.labels = stage.rows.labels;
  CHECK(misfit(arcs_text(stage, layout_of(40), 3), 40) == "");
}

TEST_CASE("arcs_text: one query's arcs") {
  const std::string text = in_one_line(arcs_text(pronoun_weights(), Layout{}, 3, 7));
  CHECK(contains(text, "it → animal"));
  CHECK_FALSE(contains(text, "tired → animal"));
  CHECK(contains(text, "linked 1 of 10 pairs"));
  CHECK(contains(text, "only those of \"it\""));
  CHECK(contains(text, "on itself it .160"));
}

TEST_CASE("arcs_text: two sentences stand one below the other") {
  Stage stage = weights_among({"I", "like"}, {{0.9, 0.1, 0}, {0, 0.1, 0.9}});
  stage.cols.labels = {"私", "は", "好き"};
  Layout layout;
  layout.explain = 0;
  CHECK(arcs_text(stage, layout, 3) == R"(      I --.    私 .900
   like --|-.  好き .900
          | |
     私 <-' |
     は     |
   好き <---'
)");
}

TEST_CASE("arcs_text: of scores no mean is foretold, and no share is its own") {
  Stage stage = pronoun_weights();
  stage.rule = Product{"query", "key", true};
  stage.value *= 2.0;
  const std::string text = in_one_line(arcs_text(stage, Layout{}, 3));
  CHECK(contains(text, "it → animal 1.240 (6 back)"));
  CHECK_FALSE(contains(text, "whatever the words"));
  CHECK_FALSE(contains(text, "on itself"));
}

TEST_CASE("arcs_text: where nobody looks at himself, that is not listed word by word") {
  const Stage apart = weights_among({"a", "b"}, {{0, 1}, {1, 0}});
  CHECK_FALSE(contains(arcs_text(apart, Layout{}, 3), "on itself"));
  const Stage one = weights_among({"a", "b"}, {{0, 1}, {.9, .1}});
  CHECK(contains(in_one_line(arcs_text(one, Layout{}, 3)), "on itself a 0 b .100"));
}

TEST_CASE("arcs_text: what is left out is counted") {
  const arma::uword n = 30;
  arma::mat value(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i) value(i, (i + 1) % n) = 1.0;
  const Stage long_one = weights_among(numbered(n), value);
  const std::string text = in_one_line(arcs_text(long_one, Layout{}, 3));
  CHECK(contains(text, ".. no picture: 30 words are too many for it"));
  CHECK(contains(text, ".. weaker links not listed: 6 of 30"));

  arma::mat many(12, 12, arma::fill::zeros);
  for (arma::uword i = 1; i < 12; ++i) many(i, 0) = 1.0;  // eleven arcs that all meet in one word
  const std::string crowded =
      in_one_line(arcs_text(weights_among(numbered(12), many), layout_of(40), 3));
  CHECK(contains(crowded, ".. weaker links left out of the picture: 1 of 11"));
}

TEST_CASE("arcs_text: where nothing stands out it says so") {
  const Stage even = weights_among({"a", "b"}, {{0.5, 0.5}, {0.5, 0.5}});
  Layout layout;
  layout.explain = 0;
  CHECK(contains(arcs_text(even, layout, 3),
                 "linked   none of 2 pairs: nothing lies above mean .500 + sd 0 = .500"));
}

TEST_CASE("bars_text: every row on one scale") {
  const Stage stage = weights_among({"cat", "sat"}, {{0.5, 0.5}, {0.75, 0.25}});
  const std::string text = bars_text(stage, layout_of(40, Glyphs::ascii), 3);
  CHECK(contains(text, "   query cat   sum 1.000\n   cat  #################           .500\n"));
  CHECK(contains(in_one_line(text), "bars the longest bar is .750, on one scale for all rows"));
  CHECK_FALSE(contains(text, "shares"));
  CHECK(misfit(text, 40) == "");
}

TEST_CASE("bars_text: scores that sum to 2.8 have shares beside them") {
  Stage stage = weights_among({"a", "b", "c"}, {{2.0, 0.5, 0.3}});
  stage.rule = Given{};
  stage.rows.labels = {"What"};
  const std::string text = in_one_line(bars_text(stage, Layout{}, 3));
  CHECK(contains(text, "query What sum 2.800"));
  CHECK(contains(text, "2.000 .714"));
  CHECK(contains(text, "0.300 .107"));
  CHECK(contains(text, "shares These are scores, not weights: they sum to 2.800. Beside each"));
  stage.value = {{0.5, 0.25, 0.25}};
  CHECK_FALSE(contains(bars_text(stage, Layout{}, 3), "shares"));
  stage.value = {{0.5, -0.25, 0.25}};
  CHECK_FALSE(contains(bars_text(stage, Layout{}, 3), "shares"));
  CHECK(contains(bars_text(stage, Layout{}, 3), "| is 0"));
}

TEST_CASE("bars_text: a row of weights says that it sums to 1") {
  const Stage stage = weights_among({"a", "b"}, {{.25, .75}, {.5, .5}});
  CHECK(contains(in_one_line(bars_text(stage, Layout{}, 3)), "query b sum 1.000"));
}

TEST_CASE("bars_text: one row, and what is left out of many") {
  const Stage one = pronoun_weights();
  const std::string it = in_one_line(bars_text(one, Layout{}, 3, 7));
  CHECK(contains(it, "query it"));
  CHECK_FALSE(contains(it, "query was"));
  CHECK_FALSE(contains(it, "left out"));
  CHECK(contains(in_one_line(bars_text(one, Layout{}, 3)),
                 ".. rows left out: 7 of 11. --row NAME shows one of them."));
  const Stage wide = weights_among(numbered(40), arma::eye(40, 40));
  CHECK(contains(in_one_line(bars_text(wide, Layout{}, 3)),
                 ".. bars left out of each row: 17 of 40"));
}

TEST_CASE("bars_text: a blocked share is a dot, a row of zeros is said to be one") {
  Stage stage = weights_among({"a", "b"}, {{1, 0}, {0.5, 0.5}});
  stage.blocked = {{0, 1}, {0, 0}};
  const auto lines = lines_of(bars_text(stage, layout_of(40), 3));
  CHECK(lines[2].back() == '.');
  stage.value.zeros();
  CHECK(contains(bars_text(stage, Layout{}, 3), "every value is 0"));
}

TEST_CASE("chain_text: 6 steps from animal to it, 1 by attention") {
  const std::string text = chain_text(pronoun_weights(), Layout{}, 3, 7);
  CHECK(text.starts_with(R"(   .      The
   o   animal <-.
   1   didn't   |
   2    cross   |
   3      the   |
   4   street   |
   5  because   |
   6       it --'
   .      was
   .      too
   .    tired
)"));
  const std::string words = in_one_line(text);
  CHECK(contains(words, "6 steps from \"animal\" to \"it\", |7 − 1| = 6"));
  CHECK(contains(words, "attention 1 step, however far: \"it\" weights \"animal\" with .620."));
  CHECK(contains(words, "with both ends there are 7 words"));  // which is what 7 counts
}

TEST_CASE("chain_text: a network that reads on has not seen a later word") {
  const Stage stage = weights_among({"a", "b", "c"}, {{0.2, 0.1, 0.7}, {0, 1, 0}, {0, 0, 1}});
  const std::string words = in_one_line(chain_text(stage, Layout{}, 3, 0));
  CHECK(contains(words, "\"c\" comes after \"a\""));
  CHECK(contains(words, "takes 2 steps, |0 − 2| = 2."));
}

TEST_CASE("chain_text: neighbours need no word about both ends") {
  const Stage stage = weights_among({"a", "b"}, {{1, 0}, {0.7, 0.3}});
  const std::string words = in_one_line(chain_text(stage, Layout{}, 3, 1));
  CHECK(contains(words, "1 step from \"a\" to \"b\", |1 − 0| = 1"));
  CHECK_FALSE(contains(words, "both ends"));
}

TEST_CASE("chain_text: a query that sees no other word") {
  Stage stage = weights_among({"a", "b"}, {{1, 0}, {0.7, 0.3}});
  stage.blocked = {{0, 1}, {0, 0}};
  CHECK(chain_text(stage, Layout{}, 3, 0) ==
        "   \"a\" may attend to no other word, so there is no way to count.\n");
}

TEST_CASE("chain_text: of a long sentence the way, or its ends") {
  arma::mat value = arma::eye(60, 60);
  value(50, 40) = 2.0;
  value(55, 5) = 2.0;
  const Stage stage = weights_among(numbered(60), value);
  const std::string near = chain_text(stage, layout_of(40), 3, 50);
  CHECK(near.starts_with("    o  40 <-.\n    1  41   |\n"));
  CHECK(contains(near, "   10  50 --'\n"));
  CHECK(contains(near, ".. words left out: 49 of 60"));
  const std::string far = chain_text(stage, layout_of(40), 3, 55);
  CHECK(contains(far, "   50  55 --'\n"));
  CHECK(contains(far, "  ..   |\n"));
  CHECK(contains(far, ".. words left out: 37 of 60"));
  CHECK(misfit(far, 40) == "");
}

std::string panels_of(const Trace& trace, const Layout& layout) {
  std::vector<const Stage*> stages;
  for (const char* id : {"scores", "scaled", "masked", "weights"})
    stages.push_back(&trace.stage(id));
  return panels_text(stages, layout, 3);
}

TEST_CASE("panels_text: the scale of signed stages is symmetric about 0") {
  const Trace trace = by_hand_trace();
  const std::string text = panels_of(trace, layout_of(80));
  CHECK(contains(text, "   scores     scaled            masked            weights\n"));
  CHECK(contains(text, "   −4 .. 4    −2.000 .. 2.000   −1.000 .. 1.000   0 .. 1\n"));
  CHECK(contains(in_one_line(text), "each stage has its own, symmetric about 0"));
  CHECK(contains(text, "   rows of weights\n"));
  CHECK(contains(in_one_line(text), "curves each from 0 to 1"));
}

TEST_CASE("panels_text: side by side or below one another") {
  const Trace trace = by_hand_trace();
  for (const unsigned width : {40U, 60U, 80U, 120U})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
      const std::string text = panels_of(trace, layout_of(width, glyphs));
      CHECK(misfit(text, width) == "");
      CHECK(is_ascii(text) == (glyphs == Glyphs::ascii));
      CHECK(contains(text, "scores     scaled            masked") == (width > 40));
    }
}

TEST_CASE("panels_text: colours are explained, and need no shades") {
  Layout layout;
  layout.color = true;
  const std::string text = in_one_line(without_escapes(panels_of(by_hand_trace(), layout)));
  CHECK(contains(text, "blue is negative, red positive, white 0"));
  CHECK_FALSE(contains(text, "shades"));
}

TEST_CASE("panels_text: a picture for each group, and large maps are cut") {
  Stage first = weights_among(numbered(50), arma::eye(50, 50)), second = first;
  first.group = "head 0";
  second.group = "head 1";
  const std::string text = panels_text({&first, &second}, layout_of(60), 3);
  CHECK(contains(text, " head 0\n\n"));
  CHECK(contains(text, " head 1\n\n"));
  CHECK(contains(in_one_line(text), ".. cells left out of large maps"));
  CHECK(contains(in_one_line(text), "rows drawn: 4 of 50"));
}

TEST_CASE("why_not_drawn: what each picture needs") {
  const Stage weights = pronoun_weights();
  Stage scores = weights, input = weights, mask = weights, cross = weights;
  scores.rule = Product{"query", "key", true};
  input.rule = Given{};
  input.cols = {"d_model", {}};
  mask.rule = Permission{};
  cross.cols.labels[0] = "Das";
  for (const View view : {View::rows, View::bars, View::boxes, View::arcs}) {
    CHECK(why_not_drawn(view, weights) == "");
    CHECK(why_not_drawn(view, scores) == "");
    CHECK(why_not_drawn(view, cross) == "");
    CHECK(why_not_drawn(view, mask) != "");
    CHECK((why_not_drawn(view, input) == "") == (view != View::arcs));
  }
  CHECK(why_not_drawn(View::chain, weights) == "");
  CHECK(why_not_drawn(View::chain, scores) ==
        "a chain is counted to the key with the largest attention weight");
  CHECK(why_not_drawn(View::chain, cross) ==
        "queries and keys are different sentences, so no chain joins them");
  CHECK(why_not_drawn(View::chain, weights_among({"a"}, arma::mat{1.0})) ==
        "a chain needs two words");
  CHECK(why_not_drawn(View::heat, mask) == "");
  CHECK(why_not_drawn(View::bars, Stage{}) == "it has no cells");
}

TEST_CASE("picture_text: a selected cell chooses the row, else the layout") {
  Layout layout;
  layout.view = View::bars;
  layout.row = "it";
  CHECK(contains(picture_text(pronoun_weights(), layout, 3), "query it"));
  CHECK(contains(picture_text(pronoun_weights(), layout, 3, Cell{8, 0}), "query was"));
  layout.view = View::chain;
  layout.row.clear();
  CHECK(contains(picture_text(pronoun_weights(), layout, 3), "   6       it --'"));
}

TEST_CASE("find_row: by its word, else by its number") {
  const Stage stage = weights_among({"a", "0", "b", "b"}, arma::eye(4, 4));
  CHECK(find_row(stage, "a") == 0);
  CHECK(find_row(stage, "0") == 1);
  CHECK(find_row(stage, "3") == 3);
  for (const std::string none : {"", "b", "4", "c", "-1", "99999999999"})
    CHECK_FALSE(find_row(stage, none));
}

TEST_CASE("stage_text: a picture in the place of the matrix, or why there is none") {
  const Trace trace = by_hand_trace();
  Layout layout;
  layout.view = View::arcs;
  const std::string weights = stage_text(trace, trace.stage("weights"), layout);
  CHECK(contains(weights, "   The  cat  sat  down\n"));
  CHECK_FALSE(contains(weights, "entropy"));
  const std::string input = in_one_line(stage_text(trace, trace.stage("input"), layout));
  CHECK(contains(input, "No arcs here: arcs link queries with keys"));
  CHECK(contains(input, "The ⎡"));
}

TEST_CASE("most_telling_row: the largest share for another word") {
  CHECK(most_telling_row(pronoun_weights()) == 7);
  CHECK(most_telling_row(weights_among({"the", "The"}, {{0.1, 0.9}, {0.2, 0.8}})) == 0);
}

TEST_CASE("picture_text: fits every width, with any words") {
  const std::vector<std::string> some{"a", "猫", "because", "食べた", "internationalisation", "."};
  std::mt19937 draws(23);
  for (int round = 0; round < 60; ++round) {
    const arma::uword n = 2 + draws() % 26;
    std::vector<std::string> words;
    for (arma::uword i = 0; i < n; ++i) words.push_back(some[draws() % some.size()]);
    Stage stage = weights_among(words, softmax_rows(4.0 * random_matrix(draws, n, n)));
    if (draws() % 3 == 0) stage.rule = Given{};
    if (draws() % 3 == 0) stage.cols.labels.back() = "another";
    for (const View view : {View::rows, View::bars, View::arcs, View::chain}) {
      Layout layout = layout_of(static_cast<unsigned>(40 + draws() % 60));
      layout.view = view;
      if (draws() % 2 == 0) layout.row = std::to_string(draws() % n);
      if (!why_not_drawn(view, stage).empty()) continue;
      CAPTURE(round, n, layout.width, static_cast<int>(view));
      CHECK(misfit(picture_text(stage, layout, 3), layout.width) == "");
    }
  }
}

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

TEST_CASE("flow_text: every step of attention with its shape") {
  const std::string text = in_one_line(flow_text(by_hand_trace(), Layout{}, 1));
  for (const char* step :
       {"X (4, 4)", "Q = X W_Q (4, 4) K = X W_K (4, 4) V = X W_V (4, 4)", "S = Q Kᵀ (4, 4)",
        "scaled = S / √d_k, √4 = 2 (4, 4)", "masked = scaled + mask (4, 4)",
        "A = softmax(masked) (4, 4)", "O = A V (4, 4)"})
    CHECK(contains(text, step));
}

TEST_CASE("flow_text: heads are branches") {
  const std::string text = in_one_line(flow_text(heads(4), Layout{}, 1));
  CHECK(contains(text, "head 0 head 1 head 2 head 3"));
  CHECK(contains(text, "Q_0 (3, 2) Q_1 (3, 2)"));
  CHECK(contains(text, "A (3, 3) A (3, 3)"));
  CHECK(contains(text, "(3, 8) | v Y = concat W_O (3, 8)"));
  CHECK_FALSE(contains(text, "left out"));
}

TEST_CASE("flow_text: of many heads the first and the last") {
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

TEST_CASE("flow_text: shapes have the batch in front") {
  Trace trace = by_hand_trace();
  for (Stage& stage : trace.stages) stage.n_batch = 8;
  CHECK(contains(in_one_line(flow_text(trace, Layout{}, 1)), "S = Q Kᵀ (8, 4, 4)"));
}

TEST_CASE("flow_text: one head that is wider than the screen") {
  Trace trace = heads(1);
  for (Stage& stage : trace.stages)
    if (!stage.group.empty()) stage.symbol = std::string(50, 'Q');
  CHECK(contains(flow_text(trace, layout_of(40), 1), std::string(50, 'Q')));
}

TEST_CASE("has_flow: where a result comes from words through attention") {
  CHECK(has_flow(by_hand_trace()));
  CHECK(has_flow(heads(2)));
  CHECK_FALSE(has_flow(Trace{}));
  Trace alone;
  alone.record({.id = "weights", .rule = Softmax{"masked"}});
  CHECK_FALSE(has_flow(alone));
}

TEST_CASE("has_flow: not where nothing leads from the words to the result") {
  Trace trace = by_hand_trace();
  trace.record({.id = "divided", .rows = {"T", {"T 1", "T 2"}}});
  trace.record({.id = "tempered", .rule = Softmax{"divided"}});
  trace.result = "tempered";
  CHECK_FALSE(has_flow(trace));
}

TEST_CASE("has_flow: not where groups are no heads") {
  Trace trace = by_hand_trace();
  for (const std::string draw : {"draw 1", "draw 2"})
    trace.record({.id = "dropped", .group = draw, .rule = Product{"weights", "value"}});
  trace.record({.id = "mean", .rule = Mean{"dropped"}});
  trace.result = "mean";
  CHECK_FALSE(has_flow(trace));
}

}  // namespace
