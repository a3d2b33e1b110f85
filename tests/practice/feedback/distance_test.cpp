#include "practice/feedback/distance.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

const Field kTotalNumber{.name = "total", .kind = FieldKind::number};
const Field kScoresMatrix{.name = "scores", .kind = FieldKind::matrix};

std::string distance_of(const Field& field, const arma::mat& given, const arma::mat& truth) {
  return distance_text({.field = &field,
                        .given = given,
                        .expected = truth,
                        .comparison = compare(field, given, truth)});
}

std::string of_number(double given, double truth) {
  return distance_of(kTotalNumber, single_cell(given), single_cell(truth));
}

}  // namespace

TEST_CASE("distance_text: a number in proportion, in one digit", "[practice][distance]") {
  CHECK(of_number(5, 3.75) == "It is at least 30 % too large.");
  CHECK(of_number(2.4, 2.5) == "It is at least 4 % too small.");
  CHECK(of_number(3750, 2.5) == "It is at least 1000 times too large.");
  CHECK(of_number(1.25, 2.5) == "It is at least 2 times too small.");
  CHECK(of_number(0.3, 0.1) == "It is at least 3 times too large.");
  CHECK(of_number(-3, 6) == "Its sign is not right.");
}

TEST_CASE("distance_text: below 0, the farther number is not called the larger one",
          "[practice][distance]") {
  CHECK(of_number(-2, -1.56) == "It is at least 20 % too far from 0.");
  CHECK(of_number(-1.5, -1.56) == "It is at least 3 % too near to 0.");
  CHECK(of_number(-3.5, -1.5) == "It is at least 2 times too far from 0.");
  CHECK(of_number(-0.5, -1.5) == "It is at least 3 times too near to 0.");
  CHECK(of_number(-5, -4) == "It is too far from 0.");
  CHECK(of_number(-3, -4) == "It is too near to 0.");
  CHECK(of_number(2, -1.56) == "Its sign is not right.");
}

TEST_CASE("distance_text: of a whole number not so much that it is given away",
          "[practice][distance]") {
  CHECK(of_number(0.25, 4) == "It is at least 10 times too small.");
  CHECK(of_number(512, 1) == "It is at least 500 times too large.");
  CHECK(of_number(5, 4) == "It is too large.");
  CHECK(of_number(262134, 262144) == "It is too small.");
  CHECK(distance_of(kScoresMatrix, {{1, 2}, {3, 3}}, {{1, 2}, {3, 4}}).empty());
}

TEST_CASE("distance_text: a matrix by its worst cell", "[practice][distance]") {
  CHECK(distance_of(kScoresMatrix, {{1.5, 2}, {3, 29}}, {{1.5, 2}, {3, 4}}) ==
        "It is off by about 30.");
  CHECK(distance_of(kScoresMatrix, {{1, 0.58}}, {{1, 0.5}}) == "It is off by about 0.08.");
}

TEST_CASE("distance_text: nothing where there is no distance", "[practice][distance]") {
  CHECK(of_number(3, 3).empty());
  CHECK(of_number(arma::datum::nan, 3).empty());
  CHECK(of_number(1, 0).empty());
  CHECK(of_number(0.001, -1e-16).empty());  // what is left of numbers that cancel
  CHECK(distance_of({.name = "mask", .kind = FieldKind::mask}, {{1, 1}}, {{1, 0}}).empty());
}
