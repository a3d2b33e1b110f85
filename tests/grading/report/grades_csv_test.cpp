#include "grading/report/grades_csv.hpp"

#include "grading/report/harmless_text.hpp"
#include "support/catch.hpp"
#include "support/csv_records.hpp"
#include "support/shown_safely.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

TEST_CASE("grades_csv: a row for each student, empty where nobody judged",
          "[grading][grades_csv]") {
  CHECK(grades_csv(small_gradebook()) ==
        "\"student\",\"name\",\"points\",\"of\",\"percent\",\"softmax\",\"masks\",\"remarks\","
        "\"on_roster\",\"isolation\"\r\n"
        "\"s01\",\"Ada\",3.5,4.5,77.8,2.5,1,\"\",yes,\"bubblewrap\"\r\n"
        "\"s02\",\"山田\",0,4.5,0.0,0,0,\"masks: unreadable\",yes,\"no program was run\"\r\n"
        "\"s03\",\"\",0,4.5,0.0,0,0,\"no folder\",yes,\"no program was run\"\r\n"
        "\"guest\",\"\",,4.5,,,,\"softmax: other_variant; masks: grader_failed\",no,"
        "\"no program was run\"\r\n");
}

TEST_CASE("grades_csv: says nothing of a roster where there is none", "[grading][grades_csv]") {
  Gradebook book = small_gradebook();
  for (Student& student : book.plan.students) student.on_roster.reset();
  const auto records = csv_records(grades_csv(book));
  for (std::size_t i = 1; i < records.size(); ++i) CHECK(records[i][8] == "");
}

TEST_CASE("grades_csv: no percent of nothing", "[grading][grades_csv]") {
  Gradebook book = small_gradebook();
  book.plan.exercises.clear();
  book.marks.clear();
  CHECK(csv_records(grades_csv(book))[1][4] == "");
}

TEST_CASE("grades_csv: hostile names stay in their fields", "[grading][grades_csv]") {
  const Gradebook book = hostile_gradebook();
  const auto records = csv_records(grades_csv(book));
  REQUIRE(records.size() == book.plan.students.size() + 1);
  for (std::size_t i = 1; i < records.size(); ++i) {
    REQUIRE(records[i].size() == records[0].size());
    const std::string& field = records[i][0];
    CHECK(field.find(harmless_line(book.plan.students[i - 1].id)) <= 1);
    CHECK((field.empty() || std::string("=+-@\t\r").find(field[0]) == std::string::npos));
  }
  CHECK(obeyed_in(grades_csv(book)) == "");
}
