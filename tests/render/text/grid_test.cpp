#include "render/text/grid.hpp"

#include <fmt/format.h>

#include "render/rendered.hpp"
#include "support/catch.hpp"
#include "support/rounds.hpp"

namespace {

const auto kGap = std::optional<arma::uword>{};

TEST_CASE("places: all of them where there is room") {
  CHECK(places(3, 3) == Places{0, 1, 2});
  CHECK(places(0, 5).empty());
}

TEST_CASE("places: two thirds from the start and one from the end") {
  // Room for 7: the gap and six places, 0 to 3 and the last two.
  CHECK(places(100, 7) == Places{0, 1, 2, 3, kGap, 98, 99});
  CHECK(places(100, 3) == Places{0, kGap, 99});  // the two ends come first
  CHECK(places(100, 2) == Places{0, kGap});
}

TEST_CASE("places: the focus stays in view and takes no more room") {
  CHECK(places(100, 7, 50) == Places{kGap, 48, 49, 50, 51, 52, kGap});
  CHECK(places(100, 8, 97) == Places{kGap, 94, 95, 96, 97, 98, 99});  // as far as the end
  for (arma::uword focus = 0; focus < 40; ++focus) {
    const Places shown = places(40, 9, focus);
    CHECK(std::count(shown.begin(), shown.end(), std::optional(focus)) == 1);
    CHECK(shown.size() <= 9);
  }
}

TEST_CASE("n_left_out: counts what the gaps stand for") {
  CHECK(n_left_out(places(100, 7), 100) == 94);
  CHECK(n_left_out(places(3, 3), 3) == 0);
}

using Lines = std::vector<std::string>;

std::vector<std::string> labels_of(const std::string& start, arma::uword n) {
  std::vector<std::string> labels;
  for (arma::uword i = 0; i < n; ++i) labels.push_back(start + std::to_string(i));
  return labels;
}

// A grid whose cell (i, j) says "i" "j", with decimals for the places asked for.
Grid numbered_grid(arma::uword n_rows, arma::uword n_cols) {
  return {.title = "",
          .n_rows = n_rows,
          .n_cols = n_cols,
          .row_labels = labels_of("r", n_rows),
          .col_labels = labels_of("c", n_cols),
          .precision = 3,
          .text =
              [](arma::uword i, arma::uword j, int precision) {
                return fmt::format("{}.{}", i % 10,
                                   std::string(static_cast<std::size_t>(precision),
                                               static_cast<char>('0' + j % 10)));
              },
          .style = {},
          .side_columns = {}};
}

Block drawn(const Grid& grid, unsigned width, std::size_t max_rows = 24) {
  return draw_grid(grid, fit_grid(grid, width, max_rows), Layout{});
}

std::size_t n_gaps(const Places& places) {
  std::size_t n = 0;
  for (const auto& place : places) n += place ? 0 : 1;
  return n;
}

bool shows(const Places& places, arma::uword wanted) {
  return std::find(places.begin(), places.end(), wanted) != places.end();
}

// How much of the grid is given up, in the stated order: side columns, labels, decimals, columns.
std::vector<int> given_up(const Grid& grid, const Fit& fit) {
  return {static_cast<int>(fit.label_width), static_cast<int>(fit.n_side_columns), fit.precision,
          static_cast<int>(fit.cols.size() - n_gaps(fit.cols)), static_cast<int>(grid.n_cols)};
}

TEST_CASE("draw_grid: labels stand above their columns and beside their rows") {
  const Block block = drawn(numbered_grid(3, 2), 80);
  CHECK(block.lines == std::vector<std::string>{"        c0     c1  ",  //
                                                "r0 ⎡ 0.000  0.111 ⎤",  //
                                                "r1 ⎢ 1.000  1.111 ⎥",  //
                                                "r2 ⎣ 2.000  2.111 ⎦"});
  CHECK(block.width == 19);
}

TEST_CASE("draw_grid: a single row has plain brackets and a title its place") {
  Grid grid = numbered_grid(1, 1);
  grid.row_labels.clear();
  grid.col_labels.clear();
  CHECK(drawn(grid, 80).lines == std::vector<std::string>{"[ 0.000 ]"});
  grid.title = "Q";
  CHECK(drawn(grid, 80).lines == std::vector<std::string>{"    Q    ", "[ 0.000 ]"});
}

TEST_CASE("draw_grid: ASCII glyphs use no other brackets") {
  const Grid grid = numbered_grid(3, 3);
  Layout layout;
  layout.glyphs = Glyphs::ascii;
  for (const std::string& line : draw_grid(grid, fit_grid(grid, 80, 24), layout).lines)
    CHECK(is_ascii(line));
}

TEST_CASE("draw_grid: labels of wide characters keep the columns straight") {
  Grid grid = numbered_grid(2, 2);
  grid.row_labels = {"猫", "食べた"};
  grid.col_labels = {"ｶﾞ", "👨‍👩‍👧"};
  CHECK(drawn(grid, 80).lines ==
        std::vector<std::string>{"            ｶﾞ     👨‍👩‍👧  ",
                                 "    猫 ⎡ 0.000  0.111 ⎤", "食べた ⎣ 1.000  1.111 ⎦"});
}

TEST_CASE("draw_grid: no selection without colour goes unmarked") {
  Grid grid = numbered_grid(2, 2);
  grid.style = [](arma::uword i, arma::uword j) {
    return Style{i == 1 && j == 0 ? Style::Kind::selected : Style::Kind::plain};
  };
  CHECK(drawn(grid, 80).lines[2] == "r1 ⎣>1.000< 1.111 ⎦");
  Layout layout;
  layout.color = true;
  const std::string painted = draw_grid(grid, fit_grid(grid, 80, 24), layout).lines[2];
  CHECK(contains(painted, "\033[7m 1.000 \033[0m"));
  CHECK(without_escapes(painted) == "r1 ⎣ 1.000  1.111 ⎦");
}

TEST_CASE("fit_grid: gives up side columns together then labels then decimals then columns") {
  Grid grid = numbered_grid(6, 6);
  grid.col_labels = labels_of("a-long-labe", 6);
  grid.row_labels = labels_of("a-long-labe", 6);
  grid.side_columns = {{"sum", std::vector<std::string>(6, "1.000")},
                       {"most", std::vector<std::string>(6, "c0")}};
  std::vector<std::vector<int>> seen;
  for (unsigned width = 140; width >= 12; --width) {
    const std::vector<int> now = given_up(grid, fit_grid(grid, width, 24));
    if (seen.empty() || seen.back() != now) seen.push_back(now);
  }
  CHECK(seen == std::vector<std::vector<int>>{{12, 2, 3, 6, 6},
                                              {12, 0, 3, 6, 6},
                                              {8, 0, 3, 6, 6},
                                              {4, 0, 3, 6, 6},
                                              {4, 0, 2, 6, 6},
                                              {4, 0, 2, 4, 6},
                                              {4, 0, 2, 3, 6},
                                              {4, 0, 2, 2, 6},
                                              {4, 0, 3, 1, 6},
                                              {4, 0, 2, 1, 6},
                                              {4, 0, 0, 1, 6}});
}

TEST_CASE("fit_grid: side columns say less before they go") {
  Grid grid = numbered_grid(2, 2);
  grid.side_columns = {{.header = "a", .cells = {"1", "2"}},
                       {.header = "entropy/ln n",
                        .cells = {"1.000/1.386", "1.000/1.386"},
                        .short_header = "entropy",
                        .short_cells = {"1.00/1.39", "1.00/1.39"}}};
  const unsigned whole = fit_grid(grid, 80, 24).width;
  const Block narrower = drawn(grid, whole - 1);
  CHECK(narrower.lines[0] == "        c0     c1    a    entropy");
  CHECK(narrower.lines[1] == "r0 ⎡ 0.000  0.111 ⎤  1  1.00/1.39");
  CHECK(fit_grid(grid, narrower.width - 1, 24).n_side_columns == 0);
}

TEST_CASE("fit_grid: one very long label does not make all columns wide") {
  Grid grid = numbered_grid(2, 3);
  grid.col_labels = {"a", "pneumonoultramicroscopic", "b"};
  grid.row_labels = {"", ""};
  CHECK(drawn(grid, 80).lines[0] == "          a  pneumon…         b  ");
  grid.col_labels[2] = "transformers";  // it is short enough to stand there whole
  CHECK(drawn(grid, 80).lines[0] == "              a  pneumonoult…  transformers  ");
}

TEST_CASE("draw_grid: above narrow cells some numbers stand whole") {
  Grid grid = numbered_grid(2, 40);
  grid.cells_touch = true;
  grid.brackets = false;
  grid.text = [](arma::uword, arma::uword, int) { return std::string("##"); };
  grid.row_labels = {"8", "1234"};
  for (arma::uword j = 0; j < 40; ++j) grid.col_labels[j] = std::to_string(j + 85);
  const Lines part = drawn(grid, 60).lines, whole = drawn(grid, 100).lines;
  CHECK(whole[0] ==
        "       86  88  90  92  94  96  98 100 102 104 106 108 110 112 114 116 118 120 122 124");
  CHECK(part[0] == "       86  88  90  92  94  96  98 100    .. 118 120 122 124");
  CHECK(whole[1].starts_with("   8 ##"));
  CHECK(whole[2].starts_with("1234 ##"));  // the first digits are not left out
}

TEST_CASE("width_of_all_columns: where the last column comes back") {
  const arma::uword n_cols = GENERATE(3, 9, 30);
  Grid grid = numbered_grid(4, n_cols);
  const unsigned width = width_of_all_columns(grid, 24);
  CHECK(fit_grid(grid, width, 24).shows_all_cols());
  CHECK_FALSE(fit_grid(grid, width - 1, 24).shows_all_cols());
}

TEST_CASE("fit_grid: never asks for fewer than two decimals") {
  Grid grid = numbered_grid(2, 20);
  for (const int precision : {0, 1, 2, 6}) {
    grid.precision = precision;
    for (unsigned width = 40; width <= 200; ++width) {
      const int shown = fit_grid(grid, width, 24).precision;
      CHECK(shown <= precision);
      CHECK(shown >= std::min(precision, 2));
    }
  }
}

TEST_CASE("fit_grid: what is left out has one gap with both ends in view") {
  const Grid grid = numbered_grid(40, 40);
  const Fit fit = fit_grid(grid, 60, 10);
  CHECK(fit.rows.size() == 10);
  CHECK(n_gaps(fit.rows) == 1);
  CHECK(n_gaps(fit.cols) == 1);
  for (const auto& places : {fit.rows, fit.cols}) {
    CHECK(shows(places, 0));
    CHECK(shows(places, 39));
  }
  const Block block = draw_grid(grid, fit, Layout{});
  CHECK(contains(block.lines[0], " .. "));
  CHECK(contains(block.lines[7], " .. ⎢ "));  // a header, six rows, the gap
}

TEST_CASE("draw_grid: a row of gaps is as wide as one of single digits") {
  Grid grid = numbered_grid(9, 2);
  grid.col_labels.clear();
  grid.text = [](arma::uword i, arma::uword, int) { return std::to_string(i); };
  CHECK(drawn(grid, 80, 4).lines == std::vector<std::string>{"r0 ⎡  0   0 ⎤",  //
                                                             "r1 ⎢  1   1 ⎥",  //
                                                             ".. ⎢ ..  .. ⎥",  //
                                                             "r8 ⎣  8   8 ⎦"});
}

TEST_CASE("fit_grid: the focus stays in view") {
  Grid grid = numbered_grid(40, 40);
  for (const std::size_t max_rows : {3, 4, 7, 24})
    for (arma::uword focus = 0; focus < 40; ++focus) {
      grid.focus_row = focus;
      grid.focus_col = 39 - focus;
      for (const unsigned width : {30, 40, 80}) {
        const Fit fit = fit_grid(grid, width, max_rows);
        CAPTURE(max_rows, focus, width);
        CHECK(shows(fit.rows, focus));
        CHECK(shows(fit.cols, 39 - focus));
        CHECK(fit.rows.size() <= max_rows);
        CHECK(fit.width <= width);
      }
    }
}

TEST_CASE("fit_grid: a heat map keeps a character of every label") {
  Grid grid = numbered_grid(3, 30);
  grid.cells_touch = true;
  grid.brackets = false;
  grid.text = [](arma::uword, arma::uword, int) { return std::string("##"); };
  grid.row_labels = {"猫", "食べた", "を"};
  grid.col_labels = std::vector<std::string>(30, "魚が");
  const Block block = drawn(grid, 64);
  std::string header = "   ";
  for (int j = 0; j < 30; ++j) header += "魚";
  REQUIRE(block.lines.size() == 4);
  CHECK(block.lines[0] == header);
  CHECK(block.lines[2] == "食 " + std::string(60, '#'));
}

TEST_CASE("draw_grid: every line has the width of the block and it fits") {
  Sample sample(5);
  std::mt19937 draws(1);
  const std::vector<std::pair<arma::uword, arma::uword>> shapes{
      {1, 1}, {1, 9}, {9, 1}, {6, 6}, {40, 40}, {1, 3000}, {3000, 1}, {3000, 3000}};
  const std::vector<std::string> words{
      "a", "cat", "猫", "食べた", "ﾊﾟﾝ", "incomprehensibilities", "👍🏽"};
  for (const auto& [n_rows, n_cols] : shapes) {
    Grid grid = numbered_grid(n_rows, n_cols);
    for (auto* labels : {&grid.row_labels, &grid.col_labels})
      for (std::string& label : *labels) label = words[draws() % words.size()];
    grid.side_columns = {{"sum", std::vector<std::string>(n_rows, "1.000")},
                         {"最大", grid.row_labels}};
    for (const bool touch : {false, true})
      for (const std::string title : {"", "a title of some length"})
        for (unsigned width = 40; width <= 120; width += n_cols > 40 ? 16 : 3) {
          if (!sample.takes_next()) continue;
          grid.cells_touch = touch;
          grid.brackets = !touch;
          grid.title = title;
          const Block block = drawn(grid, width);
          CAPTURE(n_rows, n_cols, width, touch, title);
          CHECK(block.width <= width);
          unsigned n_unequal = 0;
          for (const std::string& line : block.lines)
            n_unequal += display_width(line) != block.width;
          CHECK(n_unequal == 0);
          CHECK(block.lines.size() == std::min<std::size_t>(n_rows, 24) + 1 + !title.empty());
        }
  }
}

TEST_CASE("draw_grid: different labels that are cut to the same keep their ends") {
  Grid grid = numbered_grid(2, 1);
  grid.col_labels = {""};
  grid.row_labels = {"internationally", "internationalism"};
  const Block block = drawn(grid, 20);
  CHECK(block.lines[1].starts_with("inte…lly "));
  CHECK(block.lines[2].starts_with("inte…ism "));
  grid.row_labels = {"internationally", "comprehensively"};
  CHECK(drawn(grid, 20).lines[1].starts_with("interna… "));
}

TEST_CASE("draw_grid: rows of a wide heat map keep their numbers whole") {
  Grid grid = numbered_grid(12, 30);
  grid.cells_touch = true;
  grid.text = [](arma::uword, arma::uword, int) { return std::string("##"); };
  grid.row_labels.clear();
  grid.col_labels.clear();
  for (int i = 0; i < 30; ++i) grid.col_labels.push_back(std::to_string(i));
  for (int i = 10; i < 22; ++i) grid.row_labels.push_back(std::to_string(i));
  const Block block = drawn(grid, 64);
  REQUIRE(block.lines.size() == 13);
  CHECK(block.lines[1].starts_with("10 "));
  CHECK(block.lines[12].starts_with("21 "));
}

std::string named(const std::vector<std::string>& parts, const Layout& layout) {
  NamedLine line("scores", layout);
  for (const std::string& part : parts) line.append(part);
  return line.text();
}

TEST_CASE("in_glyphs: writes our symbols in ASCII only where that is asked for") {
  CHECK(in_glyphs("S = Q Kᵀ", layout_of(80)) == "S = Q Kᵀ");
  CHECK(in_glyphs("S = Q Kᵀ", layout_of(80, Glyphs::ascii)) == "S = Q K^T");
}

TEST_CASE("paragraph: is indented and wrapped, and nothing for no text") {
  CHECK(paragraph("", layout_of(80)) == "");
  CHECK(paragraph("S / √d_k", layout_of(80)) == "   S / √d_k\n");
  CHECK(paragraph("S / √d_k", layout_of(80, Glyphs::ascii)) == "   S / sqrt(d_k)\n");
  CHECK(paragraph("one two three", layout_of(10)) == "   one two\n   three\n");
}

TEST_CASE("footnote: later lines start under the text") {
  CHECK(footnote("note", "aaa bbb ccc", layout_of(16)) ==
        "   note   aaa\n          bbb\n          ccc\n");
  CHECK(footnote("注", "あい うえ", layout_of(13)) == "   注   あい\n        うえ\n");
  CHECK(footnote("−inf", "x", layout_of(40, Glyphs::ascii)) == "   -inf   x\n");
}

TEST_CASE("block_text: indents every line and cuts the spaces at its end") {
  CHECK(block_text({{"ab  ", "    ", "  cd"}, 4}, 2) == "  ab\n\n    cd\n");
  CHECK(block_text({}, 2) == "");
}

TEST_CASE("NamedLine: parts stand behind the name while they fit") {
  CHECK(named({}, layout_of(40)) == " scores\n");
  CHECK(named({"S = Q Kᵀ", "(4, 4)"}, layout_of(40)) == " scores   S = Q Kᵀ   (4, 4)\n");
  // 7 columns for the name, 3 and 5 for each part: exactly 23.
  CHECK(named({"aaaaa", "bbbbb"}, layout_of(23)) == " scores   aaaaa   bbbbb\n");
  CHECK(named({"aaaaa", "bbbbb"}, layout_of(22)) == " scores   aaaaa\n   bbbbb\n");
  CHECK(named({"aaaaa", "bbbbb", "ccc"}, layout_of(22)) == " scores   aaaaa\n   bbbbb   ccc\n");
}

TEST_CASE("NamedLine: a part wider than a line is wrapped, and the next goes on behind it") {
  CHECK(named({"aaa bbb ccc ddd", "e"}, layout_of(14)) == " scores\n   aaa bbb ccc\n   ddd   e\n");
  CHECK(named({"aaa bbb ccc ddd", "eeeee"}, layout_of(14)).ends_with("\n   ddd   eeeee\n"));
  CHECK(named({"aaa bbb ccc ddd", "eeeeee"}, layout_of(14)).ends_with("\n   ddd\n   eeeeee\n"));
}

TEST_CASE("NamedLine: colour takes no columns") {
  for (unsigned width = 10; width <= 60; ++width) {
    Layout layout = layout_of(width);
    const std::vector<std::string> parts{"A = softmax(masked)", "(query 4)", "猫", "kv head 0"};
    const std::string plain = named(parts, layout);
    layout.color = true;
    const std::string colored = named(parts, layout);
    CAPTURE(width);
    CHECK(colored != plain);
    CHECK(without_escapes(colored) == plain);
  }
}

std::string text_of(const MatrixRow& row, unsigned width, Glyphs glyphs = Glyphs::unicode) {
  Layout layout;
  layout.width = width;
  layout.glyphs = glyphs;
  return matrix_row_text(row, layout, 3);
}

TEST_CASE("matrix_row_text: matrices without header or title stand level with their neighbours") {
  const MarkedMatrix bare{.title = "", .value = {{1, 2}, {3, 4}}};
  const MarkedMatrix named{.title = "A",
                           .value = {{1, 0, 0}, {0, 1, 0}},
                           .rows = {.name = "", .labels = {"The", "sat"}},
                           .cols = {.name = "", .labels = {"The", "cat", "sat"}}};
  CHECK(text_of({{bare, named}}, 80) == R"(                           A
                     The  cat  sat
   ⎡ 1  2 ⎤    The ⎡   1    0    0 ⎤
   ⎣ 3  4 ⎦    sat ⎣   0    1    0 ⎦
)");
}

TEST_CASE("matrix_row_text: the cell that matters is never left out") {
  MarkedMatrix wide{.title = "yours",
                    .value = arma::mat(20, 20, arma::fill::value(0.5)),
                    .marked = arma::umat(20, 20, arma::fill::zeros)};
  wide.value(9, 11) = 0.777;
  wide.marked(9, 11) = 1;
  wide.focus = {9, 11};
  CHECK(contains(text_of({{wide}}, 40), "[0.777]"));
}

TEST_CASE("matrix_row_text: as many as fit stand on a line") {
  const MarkedMatrix matrix{.title = "Q", .value = {{1, 2}, {3, 4}}};
  CHECK(text_of({{matrix, matrix, matrix, matrix}}, 40) ==
        "      Q           Q           Q\n"
        "   ⎡ 1  2 ⎤    ⎡ 1  2 ⎤    ⎡ 1  2 ⎤\n"
        "   ⎣ 3  4 ⎦    ⎣ 3  4 ⎦    ⎣ 3  4 ⎦\n\n"
        "      Q\n"
        "   ⎡ 1  2 ⎤\n"
        "   ⎣ 3  4 ⎦\n");
  CHECK(text_of({}, 40).empty());
}

TEST_CASE("matrix_row_text: zero has no sign, and what is not zero is not shown as zero") {
  const MarkedMatrix matrix{.title = "", .value = {{-0.0, -0.0001, 0.5}}};
  CHECK(text_of({{matrix}}, 40, Glyphs::ascii) == "   [  0.000  >-.001   0.500 ]\n");
}

}  // namespace
