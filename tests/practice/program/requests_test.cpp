#include "practice/program/requests.hpp"

#include "base/message.hpp"
#include "practice/course/course.hpp"
#include "practice/judge/compare.hpp"
#include "practice/program/contract.hpp"
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

// Whoever grades draws other numbers for each program, so every number must do.
TEST_CASE("numbers_of_case: any seed gives requests and finite replies to every exercise") {
  for (const ExerciseName& name : exercise_names(ATTN_SOURCE_DIR)) {
    const Exercise exercise = read_exercise(ATTN_SOURCE_DIR, name.id);
    if (!exercise.program) continue;
    const bool is_json = exercise.program->contract == Contract::json;
    for (std::uint64_t seed = 0; seed < 60; ++seed)
      for (const ProgramCheck& check : exercise.program->checks)
        for (std::size_t number = 1; number <= check.cases.size(); ++number) {
          INFO(name.id << " " << check.name << "." << number << " seed " << seed * 35791394);
          const Worksheet numbers = numbers_of_case(exercise, check, number, seed * 35791394);
          for (const Field& field : exercise.fields)
            CHECK(answer_of(field, numbers.numbers(field.name)).is_finite());
          const std::string request = request_text(numbers);
          // Whole numbers are read as such by every language: 200000 and not 2e+05.
          if (!is_json) CHECK(request.find_first_of("e.") == std::string::npos);
        }
  }
}

}  // namespace
