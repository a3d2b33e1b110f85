#include "grading/gradebook.hpp"

#include <stdexcept>

#include "support/catch.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

TEST_CASE("most_points: adds up the items, and the exercises", "[grading][gradebook]") {
  const GradingPlan plan = small_gradebook().plan;
  CHECK(plan.exercises[0].most_points() == 2.5);
  CHECK(plan.exercises[1].most_points() == 2.0);
  CHECK(plan.most_points() == 4.5);
  CHECK(GradingPlan{}.most_points() == 0.0);
}

TEST_CASE("mark: is that of a student for an exercise, by their places", "[grading][gradebook]") {
  const Gradebook book = small_gradebook();
  for (std::size_t student = 0; student < 4; ++student)
    for (std::size_t exercise = 0; exercise < 2; ++exercise) {
      CHECK(book.mark(student, exercise).student == book.plan.students[student].id);
      CHECK(book.mark(student, exercise).exercise == book.plan.exercises[exercise].id);
    }
  CHECK_THROWS_AS(book.mark(4, 0), std::out_of_range);
}

TEST_CASE("points_of: only what was marked has points", "[grading][gradebook]") {
  const Gradebook book = small_gradebook();
  CHECK(book.points_of(0) == 3.5);
  CHECK(book.points_of(1) == 0.0);
  CHECK(book.points_of(3) == 0.0);
}

TEST_CASE("is_right: takes all of the points", "[grading][gradebook]") {
  MarkedItem item{.points = 0.75, .most = 1.0};
  CHECK_FALSE(item.is_right());
  item.points = 1.0;
  CHECK(item.is_right());
}
