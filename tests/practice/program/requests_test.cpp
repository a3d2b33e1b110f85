#include "practice/program/requests.hpp"

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/program_exercise.hpp"

using namespace attn;

namespace {

TEST_CASE("request_of: the numbers of a variant are others, and the same each time") {
  const std::string one = request_of(doubling_exercise(), "values", 2, 1);
  CHECK(one == request_of(doubling_exercise(), "values", 2, 1));
  CHECK(one != request_of(doubling_exercise(), "values", 2, 2));
  CHECK(one != request_of(doubling_exercise(), "values", 2, 0));
}

TEST_CASE("request_of: each case has numbers of its own") {
  CHECK(request_of(doubling_exercise(), "shape", 1, 0) !=
        request_of(doubling_exercise(), "first_row", 1, 0));
}

TEST_CASE("request_of: what does not exist is refused") {
  CHECK_THROWS_AS(request_of(doubling_exercise(), "none", 1, 0), InputError);
  CHECK_THROWS_AS(request_of(doubling_exercise(), "values", 0, 0), InputError);
  CHECK_THROWS_AS(request_of(doubling_exercise(), "values", 3, 0), InputError);
}

TEST_CASE("numbers_of_case: the right reply goes with the request") {
  const Worksheet numbers =
      numbers_of_case(doubling_exercise(), check_named(doubling_exercise(), "values"), 2, 5);
  CHECK(arma::approx_equal(numbers.numbers("doubled"), 2.0 * numbers.numbers("X"), "absdiff", 0));
}

}  // namespace
