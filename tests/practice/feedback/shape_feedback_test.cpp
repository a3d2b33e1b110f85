#include "practice/feedback/shape_feedback.hpp"

#include <limits>

#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

const Field kMatrix{.name = "weights", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.01}};

}  // namespace

TEST_CASE("shape_message: case 10, the transpose is called so", "[practice][shape]") {
  const arma::mat truth{{1, 2, 3}, {4, 5, 6}};
  CHECK_THAT(shape_message(kMatrix, truth.t(), truth),
             ContainsSubstring("3 × 2") && ContainsSubstring("2 × 3") &&
                 ContainsSubstring("This is the transpose"));
  CHECK_THAT(shape_message(kMatrix, arma::mat(3, 2), truth),
             ContainsSubstring("seem to be exchanged"));
}

TEST_CASE("shape_message: case 11, a flat list of the right numbers", "[practice][shape]") {
  const arma::mat truth{{1, 2, 3}, {4, 5, 6}};
  CHECK_THAT(shape_message(kMatrix, {{1, 2, 3, 4, 5, 6}}, truth),
             ContainsSubstring("1 × 6") && ContainsSubstring("each row on a line of its own"));
}

TEST_CASE("shape_message: case 13, one row more or less is told with both counts",
          "[practice][shape]") {
  const arma::mat truth{{1, 2}, {3, 4}};
  CHECK(shape_message(kMatrix, {{1, 2}, {3, 4}, {5, 6}}, truth) ==
        "The answer is 3 × 2 (rows × columns), and 2 × 2 is asked for.");
}

TEST_CASE("shape_message: case 14, one number for a matrix", "[practice][shape]") {
  CHECK_THAT(shape_message(kMatrix, single_cell(1), arma::mat(2, 2)),
             ContainsSubstring("does not stand for"));
}

TEST_CASE("shape_message: numbers in a row are counted", "[practice][shape]") {
  const Field shape{.name = "shape", .kind = FieldKind::matrix};
  CHECK(shape_message(shape, single_cell(25), {{5, 5}}) ==
        "This is one number, and 2 whole numbers are asked for.");
  CHECK(shape_message(shape, {{1, 5, 5}}, {{5, 5}}) ==
        "These are 3 numbers, and 2 whole numbers are asked for.");
  CHECK(shape_message(kMatrix, single_cell(1), {{0.5, 0.25, 0.25}}) ==
        "This is one number, and 3 are asked for.");
}

TEST_CASE("shape_message: decimal commas double the cells", "[practice][shape]") {
  CHECK_THAT(shape_message(kMatrix, {{0, 5, 0, 5}}, {{0.5, 0.5}}),
             ContainsSubstring("write a point: 0.5"));
  // Numbers with a point have no such comma.
  CHECK_THAT(shape_message(kMatrix, {{0.5, 0.5, 0.1, 0.9}}, {{0.5, 0.5}}),
             !ContainsSubstring("comma"));
}

TEST_CASE("shape_message: a list of another length", "[practice][shape]") {
  const Field list{.name = "pairs", .kind = FieldKind::list, .count = 3};
  CHECK(shape_message(list, {{1, 2}}, arma::mat(4, 1)) ==
        "The answer lists 2 items, and 3 are asked for.");
}

TEST_CASE("not_finite_message: the first such cell in reading order", "[practice][shape]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(not_finite_message({{1, -infinity}, {nan, 2}}) ==
        "Row 1, column 2 is −∞, not a finite number; such cells: 2. Blocked scores are −∞ before "
        "softmax; after it their weights are 0.");
  CHECK_THAT(not_finite_message(single_cell(infinity)), ContainsSubstring("division by 0"));
  CHECK_THAT(not_finite_message(single_cell(nan)), ContainsSubstring("0/0, ∞/∞"));
  CHECK_THAT(not_finite_message(single_cell(nan)), ContainsSubstring("NaN is not a finite number"));
}

TEST_CASE("n_hits: how many of a list are among the best", "[practice][shape]") {
  const Field list{.name = "pairs", .kind = FieldKind::list, .count = 2};
  const arma::mat scores = arma::mat{{0.1, 0.9, 0.5, 0.5}}.t();
  CHECK(n_hits(list, {{1, 0}}, scores) == 1);
  CHECK(n_hits(list, {{3, 1}}, scores) == 2);
  CHECK(n_hits(list, {{2, 3}}, scores) == 2);  // a tie for the last place
}
