#include "grading/report/class_counts.hpp"

#include "support/catch.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

TEST_CASE("exercise_counts: counts what was judged", "[grading][class_counts]") {
  const Gradebook book = small_gradebook();
  const ExerciseCounts softmax = exercise_counts(book, 0);
  CHECK(softmax.n_handed_in == 3);
  CHECK(softmax.n_judged == 2);
  CHECK(softmax.mean_points == 1.25);
  REQUIRE(softmax.items.size() == 2);
  CHECK(softmax.items[0].n_right == 1);
  CHECK(softmax.items[0].verdicts == std::map<std::string, std::size_t>{{"pass", 1}, {"wrong", 1}});
  REQUIRE(softmax.items[0].explained.size() == 1);
  CHECK(softmax.items[0].explained[0].misconceptions == std::vector<std::string>{"no_scale"});
  CHECK(softmax.items[1].n_right == 1);
  REQUIRE(softmax.items[1].unexplained.size() == 1);
  CHECK(softmax.items[1].unexplained[0].answer == "0.71 0.29");
  CHECK(softmax.items[1].unexplained[0].students == std::vector<std::string>{"s02"});

  const ExerciseCounts masks = exercise_counts(book, 1);
  CHECK(masks.n_handed_in == 3);
  CHECK(masks.n_judged == 2);
  CHECK(masks.items[1].verdicts ==
        std::map<std::string, std::size_t>{{"skipped", 1}, {"unreadable", 1}});
}

TEST_CASE("exercise_counts: the most frequent comes first, then the first name or student",
          "[grading][class_counts]") {
  Gradebook book = small_gradebook();
  for (std::size_t student = 0; student < 4; ++student) {
    Mark& mark = book.marks[2 * student];
    mark.state = MarkState::marked;
    mark.items = {{.name = "scores", .verdict = "wrong", .points = 0.0}};
    mark.items[0].unexplained = student == 0 ? "z" : student == 1 ? "b" : "a";
    mark.items[0].misconceptions = {student == 3 ? "swapped" : "no_scale"};
    if (student == 2) mark.items[0].misconceptions.push_back("zero");
  }
  const ItemCounts counts = exercise_counts(book, 0).items[0];
  using Names = std::vector<std::string>;
  REQUIRE(counts.explained.size() == 3);
  CHECK(counts.explained[0].misconceptions == Names{"no_scale"});
  CHECK(counts.explained[1].misconceptions == Names{"no_scale", "zero"});
  CHECK(counts.explained[2].misconceptions == Names{"swapped"});
  CHECK(counts.explained[0].n == 2);
  CHECK(counts.explained[1].n + counts.explained[2].n == 2);  // each answer once
  REQUIRE(counts.unexplained.size() == 3);
  CHECK(counts.unexplained[0].students == std::vector<std::string>{"s03", "guest"});
  CHECK(counts.unexplained[1].answer == "z");
  CHECK(counts.unexplained[2].answer == "b");
}

TEST_CASE("class_counts: those who handed something in", "[grading][class_counts]") {
  const Gradebook book = small_gradebook();
  CHECK(has_handed_in(book, 3));
  CHECK_FALSE(has_handed_in(book, 2));
  const ClassCounts counts = class_counts(book);
  CHECK(counts.n_handed_in == 3);
  CHECK(counts.n_unsettled == 1);  // the guest, of whom nothing could be marked
  CHECK(counts.mean_points == 1.75);
  CHECK(counts.median_points == 1.75);
  CHECK(counts.fifths == std::array<std::size_t, 5>{1, 0, 0, 1, 0});  // 3.5 of 4.5
}

TEST_CASE("class_counts: the median of an even number lies between two",
          "[grading][class_counts]") {
  Gradebook book = small_gradebook();
  book.plan.students.resize(2);
  book.marks.resize(4);
  CHECK(class_counts(book).median_points == 1.75);
}

TEST_CASE("class_counts: all points, and the edge of a fifth, belong to the one above it",
          "[grading][class_counts]") {
  Gradebook book = small_gradebook();
  book.plan.exercises = {{.id = "one", .items = {{.name = "x", .points = 1.0}}}};
  book.plan.students.resize(2);
  book.marks = {{.state = MarkState::marked, .items = {{.name = "x", .points = 1.0}}},
                {.state = MarkState::marked, .items = {{.name = "x", .points = 0.6}}}};
  CHECK(class_counts(book).fifths == std::array<std::size_t, 5>{0, 0, 0, 1, 1});
}

TEST_CASE("class_counts: nobody handed anything in", "[grading][class_counts]") {
  Gradebook book = small_gradebook();
  for (Mark& mark : book.marks) mark = {.state = MarkState::missing};
  CHECK(class_counts(book).n_handed_in == 0);
  CHECK(class_counts(book).mean_points == 0.0);
  CHECK(class_counts(book).median_points == 0.0);
  CHECK(exercise_counts(book, 0).mean_points == 0.0);
}
