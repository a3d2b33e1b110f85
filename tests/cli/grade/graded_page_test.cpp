#include "cli/grade/graded_page.hpp"

#include "support/catch.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

TEST_CASE("least_percent: of those of whom everything is judged", "[cli][grade]") {
  Gradebook book = small_gradebook();
  CHECK(least_percent(book) == 0.0);  // somebody handed in nothing
  book.plan.students = {book.plan.students.front(), book.plan.students.back()};
  book.marks = {book.marks[0], book.marks[1], book.marks[6], book.marks[7]};
  CHECK(least_percent(book) == Approx(100.0 * 3.5 / 4.5));  // nobody has judged the guest
  book.plan.students.erase(book.plan.students.begin());
  book.marks.erase(book.marks.begin(), book.marks.begin() + 2);
  CHECK(least_percent(book) == 100.0);
}
