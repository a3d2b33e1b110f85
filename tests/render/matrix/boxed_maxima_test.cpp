#include "render/matrix/boxed_maxima.hpp"

#include "render/matrix/matrix_view.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Stage cells(arma::mat value) {
  return {.id = "scores",
          .value = std::move(value),
          .rows = {"query", {"a", "b"}},
          .cols = {"key", {"x", "y", "z"}},
          .rule = Given{}};
}

}  // namespace

TEST_CASE("largest_of_row: equal ones together, blocked ones never", "[render][matrix]") {
  Stage stage = cells({{1, 3, 3}, {0.1 + 0.2, 0.3, -1}});
  CHECK(largest_of_row(stage, 0) == std::vector<arma::uword>{1, 2});
  CHECK(largest_of_row(stage, 1) == std::vector<arma::uword>{0, 1});  // but for rounding
  stage.blocked = {{0, 1, 1}, {1, 1, 1}};
  CHECK(largest_of_row(stage, 0) == std::vector<arma::uword>{0});
  CHECK(largest_of_row(stage, 1).empty());
}

TEST_CASE("largest_of_row: close is not equal", "[render][matrix]") {
  CHECK(largest_of_row(cells({{1, 1 + 1e-9, 0}, {0, 0, 0}}), 0) == std::vector<arma::uword>{1});
}

TEST_CASE("box_maxima: digits stay aligned", "[render][matrix]") {
  Layout layout;
  layout.view = View::boxes;
  const Stage stage = cells({{1, -3, 2}, {4, 4, 0}});
  const MatrixView view = matrix_view(Trace{}, stage, layout, 3);
  CHECK(view.block.lines == std::vector<std::string>{"      x    y    z  ", "a ⎡  1   −3   [2] ⎤",
                                                     "b ⎣ [4]  [4]   0  ⎦"});
}

TEST_CASE("boxes_legend: rows with several are named", "[render][matrix]") {
  CHECK(boxes_legend(cells({{1, 3, 2}, {4, 5, 0}}), Layout{}) ==
        "   [ ]   the largest cell of its row\n");
  CHECK(in_one_line(boxes_legend(cells({{1, 3, 2}, {4, 4, 0}}), Layout{})) ==
        "[ ] the largest cell of its row; several are equal in 1 of 2 rows, and all are marked: b");
}
