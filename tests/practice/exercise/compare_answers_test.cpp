#include <cmath>
#include <limits>

#include "practice/exercise/worksheet.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Field field_with(FieldKind kind, Tolerance tolerance = {}) {
  return {.name = "answer", .kind = kind, .tolerance = tolerance};
}

Field list_of(std::size_t count, bool is_ordered = true) {
  Field field = field_with(FieldKind::list);
  field.items = {"a", "b", "c", "d"};
  field.count = count;
  field.is_ordered = is_ordered;
  return field;
}

const double kNaN = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("is_close: case 16, exactly the tolerance passes and one step beyond does not",
          "[practice][compare]") {
  const Tolerance half{.absolute = 0.5};
  CHECK(is_close(1.5, 1.0, half));
  CHECK_FALSE(is_close(1.5 + 1e-8, 1.0, half));
  CHECK(is_close(0.5, 1.0, half));
  CHECK_FALSE(is_close(0.5 - 1e-8, 1.0, half));
}

TEST_CASE("is_close: an error of exactly the tolerance passes, whatever binary makes of it",
          "[practice][compare][property]") {
  for (int hundredths = -500; hundredths <= 500; ++hundredths)
    for (const double tolerance : {0.01, 0.05, 0.1}) {
      const double expected = hundredths / 100.0;
      INFO(expected << " ± " << tolerance);
      CHECK(is_close(expected + tolerance, expected, {.absolute = tolerance}));
      CHECK(is_close(expected - tolerance, expected, {.absolute = tolerance}));
      CHECK_FALSE(is_close(expected + 1.001 * tolerance, expected, {.absolute = tolerance}));
      CHECK(is_close(1.001 * expected, expected, {.relative = 0.001}));
    }
}

TEST_CASE("allowed_error: digits are counted from the first one of the expected number",
          "[practice][compare]") {
  const Tolerance two{.relative = 0.05, .decimals = std::nullopt, .significant = 2};
  CHECK(allowed_error(0.000335, two) == Approx(0.000005));
  CHECK(allowed_error(-9.9, two) == Approx(0.05));
  CHECK(allowed_error(1.0, two) == Approx(0.05));
  CHECK(allowed_error(1000.0, two) == Approx(50.0));
  CHECK(allowed_error(999.9999999999999, two) == Approx(50.0));
  CHECK(allowed_error(0.0, two) == 0.0);
  CHECK(is_close(0.00034, 0.000335, two));
  CHECK_FALSE(is_close(0.00035, 0.000335, two));
}

TEST_CASE("is_close: what is not finite is never close", "[practice][compare]") {
  const Tolerance wide{.absolute = 1e300, .relative = 1e9};
  for (const double value : {kNaN, kInfinity, -kInfinity}) {
    CHECK_FALSE(is_close(value, 0.0, wide));
    CHECK_FALSE(is_close(value, value, wide));
    CHECK_FALSE(is_close(0.0, value, {.absolute = 1.0}));
  }
}

TEST_CASE("is_close: minus zero is zero, and the least numbers are numbers",
          "[practice][compare]") {
  CHECK(is_close(-0.0, 0.0, {}));
  CHECK_FALSE(is_close(4e-320, 0.0, {}));
  CHECK(is_close(4e-320, 0.0, {.absolute = 1e-9}));
}

TEST_CASE("allowed_error: case 17, where 0 is expected a relative tolerance allows nothing",
          "[practice][compare]") {
  CHECK(allowed_error(0.0, {.relative = 0.1}) == 0.0);
  CHECK(is_close(0.0, 0.0, {.relative = 0.1}));
  CHECK_FALSE(is_close(1e-9, 0.0, {.relative = 0.1}));
  CHECK(allowed_error(-200.0, {.absolute = 1.0, .relative = 0.1}) == 20.0);
  CHECK(allowed_error(5.0, {.absolute = 1.0, .relative = 0.1}) == 1.0);
}

TEST_CASE("compare: names the worst cell, and marks every wrong one", "[practice][compare]") {
  const Field field = field_with(FieldKind::matrix, {.absolute = 0.1});
  const Comparison result = compare(field, {{1.0, 2.5}, {3.0, 9.0}}, {{1.05, 2.0}, {3.0, 4.0}});
  CHECK(result.same_shape);
  CHECK_FALSE(result.matches());
  CHECK(arma::accu(result.wrong) == 2);
  REQUIRE(result.worst);
  CHECK(result.worst->row == 1);
  CHECK(result.worst->col == 1);
  CHECK(result.worst->given == 9.0);
  CHECK(result.worst->expected == 4.0);
  CHECK(result.largest_error == 5.0);
}

TEST_CASE("compare: a cell that is no number is the worst of all", "[practice][compare]") {
  const Field field = field_with(FieldKind::matrix, {.absolute = 0.1});
  const Comparison result = compare(field, {{100.0, kNaN}}, {{1.0, 1.0}});
  REQUIRE(result.worst);
  CHECK(result.worst->col == 1);
  CHECK(result.largest_error == 99.0);
}

TEST_CASE("compare: cases 11, 13 and 14, another shape is never compared", "[practice][compare]") {
  const Field field = field_with(FieldKind::matrix, {.absolute = 10.0});
  const arma::mat truth{{1, 2, 3}, {4, 5, 6}};
  const arma::mat others[] = {arma::mat{{1, 2, 3, 4, 5, 6}}, truth.t(),
                              arma::mat(1, 1, arma::fill::ones),
                              arma::mat{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, arma::mat{{1, 2, 3}}};
  for (const arma::mat& other : others) {
    const Comparison result = compare(field, other, truth);
    CHECK_FALSE(result.same_shape);
    CHECK_FALSE(result.matches());
  }
  CHECK_FALSE(compare(field, {{2, 2}, {2, 2}}, arma::mat(1, 1, arma::fill::value(2.0)))
                  .matches());  // no broadcasting either
}

TEST_CASE("compare: a list is right if it holds the best in order, ties either way",
          "[practice][compare]") {
  const arma::mat scores = arma::mat{{1.2, 1.1, 0.8, 1.2}}.t();
  CHECK(compare(list_of(3), {{0, 3, 1}}, scores).matches());
  CHECK(compare(list_of(3), {{3, 0, 1}}, scores).matches());
  CHECK_FALSE(compare(list_of(3), {{1, 0, 3}}, scores).matches());
  CHECK(compare(list_of(3, false), {{1, 0, 3}}, scores).matches());
  CHECK_FALSE(compare(list_of(3, false), {{1, 0, 2}}, scores).matches());
  CHECK_FALSE(compare(list_of(3), {{0, 3}}, scores).same_shape);
}

TEST_CASE("compare: of items that are spelled alike, the one that fits is meant",
          "[practice][compare]") {
  const arma::mat scores = arma::vec{0.1, 0.4, 0.2, 0.3};
  Field field = list_of(2);
  field.items = {"fox", "red", "hen", "fox"};
  CHECK(compare(field, {{1, 0}}, scores).matches());
  CHECK(compare(field, {{1, 3}}, scores).matches());
  CHECK_FALSE(compare(field, {{1, 2}}, scores).matches());
  CHECK_FALSE(compare(field, {{0, 3}}, scores).matches());
}

TEST_CASE("answer_of: the best items of a list, anything else as it is", "[practice][compare]") {
  const arma::mat scores = arma::mat{{1.2, 1.1, 0.8, 1.2}}.t();
  CHECK(arma::approx_equal(answer_of(list_of(3), scores), arma::mat{{0, 3, 1}}, "absdiff", 0.0));
  const arma::mat matrix{{1, 2}};
  CHECK(
      arma::approx_equal(answer_of(field_with(FieldKind::matrix), matrix), matrix, "absdiff", 0.0));
}

TEST_CASE("compare: what is no number equals nothing but itself", "[practice][compare]") {
  const Field field{.name = "weights", .kind = FieldKind::matrix};
  const arma::mat undefined{{arma::datum::nan, -arma::datum::inf, 1.0}};
  CHECK(compare(field, undefined, undefined).matches());
  CHECK_FALSE(compare(field, undefined, {{0.0, -arma::datum::inf, 1.0}}).matches());
  CHECK_FALSE(compare(field, undefined, {{arma::datum::nan, arma::datum::inf, 1.0}}).matches());
}
