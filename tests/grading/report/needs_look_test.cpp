#include "grading/report/needs_look.hpp"

#include "support/catch.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

TEST_CASE("needs_look: what a teacher has to do, the most urgent first", "[grading][needs_look]") {
  CHECK(needs_look(small_gradebook()) == R"(**Not marked: the grader failed** (1)

- guest, masks: The machine had no memory left.

**Not marked: answers for a variant other than the student's** (1)

- guest, softmax

**0 points: could not be read or compiled** (1)

- s02 (山田), masks, masks.py

**Remarks on what was graded** (1)

- s01 (Ada), softmax, softmax.txt: There was an older copy, too.

**Not on the roster** (1)

- guest

**Nothing handed in** (1)

- s03

**Files that belong to no exercise** (1)

- s01/notes.pdf
)");
}

TEST_CASE("needs_look: says so where there is nothing", "[grading][needs_look]") {
  Gradebook book = small_gradebook();
  book.plan.not_looked_at.clear();
  book.plan.students.resize(1);
  book.marks.resize(2);
  book.marks[0].notes.clear();
  CHECK(needs_look(book) == "Nothing: everything could be marked.\n");
}

TEST_CASE("needs_look: a file that the reason names is not named twice", "[grading][needs_look]") {
  Gradebook book = small_gradebook();
  book.marks[3].reason = "masks.py: line 1: no.";
  book.plan.students[1].language = "en";
  CHECK_THAT(needs_look(book), ContainsSubstring("- s02 (山田), masks: masks.py: line 1: no.\n"));
  // A reason in a language that the teacher did not choose stays with the student.
  book.plan.students[1].language = "ja";
  CHECK_THAT(needs_look(book), ContainsSubstring("- s02 (山田), masks, masks.py\n") ||
                                   ContainsSubstring("- s02 (山田), masks\n"));
}

TEST_CASE("needs_look: how a file was found is told where it is not marked, too",
          "[grading][needs_look]") {
  Gradebook book = small_gradebook();
  book.plan.students[1].language = "en";
  book.marks[3].notes = {"This was handed in as Masks (1).py."};
  CHECK_THAT(needs_look(book), ContainsSubstring("- s02 (山田), masks, masks.py: It is larger than "
                                                 "1 MiB. This was handed in as Masks (1).py.\n"));
  // In the language of another student it is not told, but the file is named.
  book.plan.students[0].language = "ja";
  CHECK_THAT(needs_look(book), ContainsSubstring("- s01 (Ada), softmax, softmax.txt\n"));
}

TEST_CASE("needs_look: programs stopped at a limit", "[grading][needs_look]") {
  Gradebook book = small_gradebook();
  book.marks[1].items[0].ending = "wall_time";
  book.marks[1].items[1].ending = "threads";
  CHECK_THAT(needs_look(book),
             ContainsSubstring("**Programs stopped at a limit** (1)\n\n"
                               "- s01 (Ada), masks, masks.py: shape (took too long), secret (had "
                               "too many processes and threads)\n"));
}

TEST_CASE("needs_look: does not list files without end", "[grading][needs_look]") {
  Gradebook book = small_gradebook();
  book.plan.not_looked_at.assign(1000, "x");
  const std::string text = needs_look(book);
  CHECK_THAT(text, ContainsSubstring("(1000)"));
  CHECK_THAT(text, ContainsSubstring("- x\n- ... and 950 more\n"));
}
