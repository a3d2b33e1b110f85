#include "practice/feedback/marked_answer.hpp"

#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

FieldResult wrong(const Field& field, const arma::mat& given, const arma::mat& truth) {
  FieldResult result{.field = &field, .verdict = FieldVerdict::wrong};
  result.given = given;
  result.expected = truth;
  result.comparison = compare(field, given, truth);
  return result;
}

int decimals_for(const Field& field, double given, double truth) {
  return visible_decimals(wrong(field, arma::mat{given}, arma::mat{truth}));
}

Field within(double absolute) {
  Field field{.name = "x", .kind = FieldKind::matrix};
  field.tolerance.absolute = absolute;
  return field;
}

}  // namespace

TEST_CASE("visible_decimals: one more than the tolerance, and enough to see the difference",
          "[practice][marked_answer]") {
  CHECK(decimals_for(within(0.01), 0.28, 0.2483) == 3);
  CHECK(decimals_for(within(5), 70, 80) == 1);
  // 0.1204 and 0.12 differ by less than is shown; the third decimal would hide it.
  CHECK(decimals_for(within(0), 0.1204, 0.12) == 4);
  Field relative = within(0);
  relative.tolerance.relative = 0.01;
  CHECK(decimals_for(relative, 200, 100) == 1);
  CHECK(decimals_for(relative, 0.02, 0.01) == 5);
  CHECK(decimals_for(within(0), 1, 1 + 1e-15) <= 12);
  CHECK(decimals_for(within(0), arma::datum::nan, 2) == 0);
}

TEST_CASE("marked_answer: wrong cells are marked, and what is right stands beside them",
          "[practice][marked_answer]") {
  const Field& field = practice_exercise().field("scores");
  const FieldResult result = wrong(field, {{2, 1}, {2, 2}}, {{2, 2}, {1, 2}});
  const MatrixRow row = marked_answer(result, true);
  REQUIRE(row.matrices.size() == 2);
  CHECK(row.matrices[0].title == "yours");
  CHECK(arma::all(arma::vectorise(row.matrices[0].marked == arma::umat{{0, 1}, {1, 0}})));
  CHECK(row.matrices[0].rows.labels == Strings{"cat", "sat"});
  CHECK(row.matrices[1].title == "should be");
  CHECK(row.matrices[1].marked.is_empty());
  CHECK(marked_answer(result, false).matrices.size() == 1);
  CHECK(shown_part(result).empty());
}

TEST_CASE("marked_answer: by itself it is shown as it was typed", "[practice][marked_answer]") {
  const Field field = within(0.01);
  const auto shown = [&field](double given) {
    return marked_answer(wrong(field, arma::mat{given}, arma::mat{0.5}), false)
        .matrices[0]
        .precision;
  };
  CHECK(shown(2.71) == 2);
  CHECK(shown(0.0085) == 4);  // not 0.01
  CHECK(shown(2.7) == 2);
  CHECK(shown(3) == 2);
  CHECK(shown(2.71828) == 3);
}

TEST_CASE("marked_answer: of a large matrix, eight by eight cells around the worst",
          "[practice][marked_answer]") {
  arma::mat given(20, 12, arma::fill::zeros);
  given(18, 6) = 9;
  given(0, 0) = 1;
  const Field field = within(0.1);
  const FieldResult result = wrong(field, given, arma::mat(20, 12, arma::fill::zeros));
  const MarkedMatrix matrix = marked_answer(result, true).matrices[0];
  CHECK(matrix.value.n_rows == 8);
  CHECK(matrix.value.n_cols == 8);
  CHECK(matrix.rows.labels.front() == "13");
  CHECK(matrix.cols.labels.front() == "3");
  REQUIRE(matrix.focus);
  CHECK(matrix.value(matrix.focus->first, matrix.focus->second) == 9);
  CHECK(matrix.marked(matrix.focus->first, matrix.focus->second) == 1);
  CHECK(shown_part(result) == "Shown are rows 13 to 20 of 20 and columns 3 to 10 of 12.");
}

TEST_CASE("place_text: counts from 1 and names the words", "[practice][marked_answer]") {
  CHECK(place_text(practice_exercise().field("scores"), {.row = 1, .col = 0}) ==
        "row 2, column 1 (sat, cat)");
  CHECK(place_text(practice_exercise().field("output"), {.row = 0, .col = 1}) == "row 1, column 2");
}
