#include "data/matrix/refuse.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("cell_place: counts as arrays do", "[data][refuse]") {
  CHECK(cell_place(2, 1) == "cell [2, 1] (counted from 0)");
  CHECK(row_place(2) == "row 2 (counted from 0)");
}

TEST_CASE("refuse_text: says what was expected and given and what to do", "[data][refuse][error]") {
  CHECK(refusal([] { refuse_text("q.csv", "line 1, column 2", "one", "Use digits."); }) ==
        "q.csv: line 1, column 2: a number was expected, but 'one' was given. Use digits.");
}

TEST_CASE("refuse_text: braces in a file are only text", "[data][refuse][error]") {
  CHECK(refusal([] { refuse_text("{}", "{0}", "{:s}", "{"); }) ==
        "{}: {0}: a number was expected, but '{:s}' was given. {");
}

TEST_CASE("refuse_not_finite: shows the start of a long number", "[data][refuse][error]") {
  CHECK(refusal([] { refuse_not_finite("q", cell_place(0, 1), std::string(999, '9')); }) ==
        "q: cell [0, 1] (counted from 0): every cell must be a finite number, and '" +
            std::string(24, '9') +
            "...' was given. Replace it; a mask of 0 and 1 says who may attend, not an infinity.");
}

TEST_CASE("refuse_ragged: names both rows with their lengths", "[data][refuse][error]") {
  CHECK(refusal([] { refuse_ragged("q", row_place(0), 2, row_place(4), 3); }) ==
        "q: all rows must be equally long, and row 0 (counted from 0) has cells: 2, but row 4 "
        "(counted from 0) has cells: 3. Add the missing cells or delete the extra ones.");
}

TEST_CASE("refuse_empty_cell: differs from a matrix without numbers", "[data][refuse][error]") {
  CHECK(refusal([] { refuse_empty_cell("q", cell_place(0, 1)); }) ==
        "q: cell [0, 1] (counted from 0): the cell is empty. Write a number there; write 0 if zero "
        "is meant.");
  CHECK(refusal([] { refuse_no_numbers("q"); }) ==
        "q: a matrix was expected, but there is not one number in it. Write one row of numbers per "
        "line, or give another file.");
}
