#include "render/matrix/matrix_row.hpp"

#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::string text_of(const MatrixRow& row, unsigned width, Glyphs glyphs = Glyphs::unicode) {
  Layout layout;
  layout.width = width;
  layout.glyphs = glyphs;
  return matrix_row_text(row, layout, 3);
}

}  // namespace

TEST_CASE("matrix_row_text: matrices without header or title stand level with their neighbours",
          "[render][matrix_row]") {
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

TEST_CASE("matrix_row_text: the cell that matters is never left out", "[render][matrix_row]") {
  MarkedMatrix wide{.title = "yours",
                    .value = arma::mat(20, 20, arma::fill::value(0.5)),
                    .marked = arma::umat(20, 20, arma::fill::zeros)};
  wide.value(9, 11) = 0.777;
  wide.marked(9, 11) = 1;
  wide.focus = {9, 11};
  CHECK(contains(text_of({{wide}}, 40), "[0.777]"));
}

TEST_CASE("matrix_row_text: as many as fit stand on a line", "[render][matrix_row]") {
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

TEST_CASE("matrix_row_text: zero has no sign, and what is not zero is not shown as zero",
          "[render][matrix_row]") {
  const MarkedMatrix matrix{.title = "", .value = {{-0.0, -0.0001, 0.5}}};
  CHECK(text_of({{matrix}}, 40, Glyphs::ascii) == "   [  0.000  >-.001   0.500 ]\n");
}
