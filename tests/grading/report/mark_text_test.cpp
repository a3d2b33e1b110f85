#include "grading/report/mark_text.hpp"

#include <set>

#include "practice/judge/check.hpp"
#include "practice/program/program.hpp"
#include "sandbox/run_program.hpp"
#include "support/catch.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

TEST_CASE("points_text: short", "[grading][mark_text]") {
  CHECK(points_text(7.0) == "7");
  CHECK(points_text(2.5) == "2.5");
  CHECK(points_text(0.1 + 0.2) == "0.3");
  CHECK(points_text(1.0 / 3.0) == "0.3333");
  CHECK(points_text(0.0) == "0");
  CHECK(points_text(100.0) == "100");
  CHECK(points_text(1.996, 2) == "2");
}

TEST_CASE("points_of_text: with one decimal of the percents", "[grading][mark_text]") {
  CHECK(points_of_text(2.5, 4.0) == "2.5 of 4 points (62.5 %)");
  CHECK(points_of_text(0.0, 0.0) == "0 of 0 points");
  CHECK(percent_text(1.0, 3.0) == "33.3");
  CHECK(percent_text(1.0, 0.0) == "0.0");
}

TEST_CASE("total_text: says where it is not all", "[grading][mark_text]") {
  const Gradebook book = small_gradebook();
  CHECK(total_text(book, 0) == "3.5 of 4.5 points (77.8 %)");
  CHECK(total_text(book, 1) == "0 of 4.5 points (0.0 %)");  // unreadable is judged
  CHECK(total_text(book, 3) == "0 of 4.5 points so far: not everything is marked");
}

TEST_CASE("verdict_text: every verdict and every state has words of its own",
          "[grading][mark_text]") {
  std::set<std::string> words, meanings;
  for (const auto& row : kFieldVerdicts) words.insert(row.name);
  for (const auto& row : kCheckStates) words.insert(row.name);
  for (const auto& row : kCaseVerdicts) words.insert(row.name);
  words.insert({"marked", "other_variant", "grader_failed"});
  for (const std::string& word : words) {
    INFO(word);
    CHECK(meanings.insert(verdict_text(word)).second);
  }
  CHECK(verdict_text("unheard of") == "unheard of");
}

TEST_CASE("isolation_of: each level once, and that no program was run", "[grading][mark_text]") {
  Gradebook book = small_gradebook();
  CHECK(isolation_of(book, 0) == "bubblewrap");
  CHECK(isolation_of(book, 1) == "");
  book.marks[3].isolation = "limits";
  book.marks[7].isolation = "bubblewrap";
  CHECK(isolation_of(book) == "bubblewrap, limits");
  CHECK(isolation_text("limits") == "Isolation of programs: limits.");
  CHECK(isolation_text("") == "Isolation: no program was run.");
}

TEST_CASE("items_of: what was not marked has no points, and every item that is asked for",
          "[grading][mark_text]") {
  const Gradebook book = small_gradebook();
  const std::vector<MarkedItem> marked = items_of(book.mark(0, 1), book.plan.exercises[1]);
  CHECK(marked[0].points == 1.0);
  const std::vector<MarkedItem> unreadable = items_of(book.mark(1, 1), book.plan.exercises[1]);
  REQUIRE(unreadable.size() == 2);
  CHECK(unreadable[0].title == "The shape is right");
  CHECK(unreadable[0].verdict == "unreadable");
  CHECK(unreadable[0].points == 0.0);
  CHECK(unreadable[1].title == "secret");
}

TEST_CASE("items_of: an item that a mark does not have is not taken for right",
          "[grading][mark_text]") {
  Gradebook book = small_gradebook();
  book.marks[0].items.pop_back();
  const std::vector<MarkedItem> items = items_of(book.marks[0], book.plan.exercises[0]);
  REQUIRE(items.size() == 2);
  CHECK(items[1].verdict == "missing");
  CHECK(items[1].points == 0.0);
}

TEST_CASE("is_passed: only what was marked, whatever the points", "[grading][mark_text]") {
  Mark mark{.state = MarkState::missing};
  const MarkedItem guess{.points = 0.0, .most = 0.0};
  CHECK_FALSE(is_passed(mark, guess));
  mark.state = MarkState::marked;
  CHECK(is_passed(mark, guess));
}

TEST_CASE("student_text and title_of: what there is", "[grading][mark_text]") {
  const Gradebook book = small_gradebook();
  CHECK(student_text(book.plan.students[0]) == "s01 (Ada)");
  CHECK(student_text(book.plan.students[2]) == "s03");
  CHECK(student_text({.id = "Ito, Ana", .name = "Ito, Ana"}) == "Ito, Ana");
  CHECK(title_of(book.mark(1, 0), book.plan.exercises[0]) == "ソフトマックス");
  CHECK(title_of(book.mark(2, 0), book.plan.exercises[0]) == "Softmax by hand");
}

TEST_CASE("ending_text: has words for every limit", "[grading][mark_text]") {
  for (const auto& [ending, name] : kEndings) {
    const bool is_no_limit =
        ending == Ending::exited || ending == Ending::signalled || ending == Ending::not_started;
    CHECK((ending_text(name) == name) == is_no_limit);
  }
}
