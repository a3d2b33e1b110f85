#include "grading/report/items_csv.hpp"

#include <algorithm>

#include "practice/judge/check.hpp"
#include "practice/program/program.hpp"
#include "support/catch.hpp"
#include "support/csv_records.hpp"
#include "support/shown_safely.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

namespace {

std::string field_of(const std::vector<std::vector<std::string>>& records, std::size_t row,
                     const std::string& column) {
  const auto found = std::find(records[0].begin(), records[0].end(), column);
  INFO(column);
  REQUIRE(found != records[0].end());
  return records.at(row).at(static_cast<std::size_t>(found - records[0].begin()));
}

}  // namespace

TEST_CASE("items_csv: a row for each item", "[grading][items_csv]") {
  const auto records = csv_records(items_csv(small_gradebook()));
  REQUIRE(records.size() == 5);
  CHECK(records[1][0] == "softmax");
  CHECK(field_of(records, 1, "item") == "scores");
  CHECK(field_of(records, 1, "title") == "What is Q Kᵀ?");
  CHECK(field_of(records, 1, "of") == "2");
  CHECK(field_of(records, 1, "handed_in") == "3");
  CHECK(field_of(records, 1, "judged") == "2");
  CHECK(field_of(records, 1, "right") == "1");
  CHECK(field_of(records, 1, "share") == "50.0");
  CHECK(field_of(records, 1, "wrong") == "1");
  CHECK(field_of(records, 1, "misconceptions") == "no_scale 1");
  CHECK(field_of(records, 2, "accepted") == "1");
  CHECK(field_of(records, 2, "unexplained") == "0.71 0.29 (1)");
  CHECK(field_of(records, 4, "hidden") == "yes");
  CHECK(field_of(records, 4, "skipped") == "1");
  CHECK(field_of(records, 4, "unreadable") == "1");
  CHECK(field_of(records, 4, "isolation") == "bubblewrap");
  CHECK(field_of(records, 1, "isolation") == "no program was run");
}

TEST_CASE("items_csv: the most frequent first, three answers that nothing explains",
          "[grading][items_csv]") {
  Gradebook book = hostile_gradebook();
  book.marks[0].items[0].misconceptions = {"swapped"};
  for (std::size_t i = 0; i < book.plan.students.size(); ++i) {
    Mark& mark = book.marks[2 * i];
    for (MarkedItem& item : mark.items) item.unexplained = std::to_string(i % 5);
  }
  const auto records = csv_records(items_csv(book));
  const std::string n = std::to_string(hostile_texts().size() + 1);
  CHECK(field_of(records, 1, "misconceptions") == "no_scale " + n + "; swapped 1");
  const std::string answers = field_of(records, 1, "unexplained");
  CHECK(std::count(answers.begin(), answers.end(), ';') == 2);
}

TEST_CASE("items_csv: an answer that two mistakes give counts once", "[grading][items_csv]") {
  Gradebook book = small_gradebook();
  book.marks[2].items[0].misconceptions = {"no_scale", "swapped"};
  CHECK(field_of(csv_records(items_csv(book)), 1, "misconceptions") == "no_scale/swapped 1");
}

TEST_CASE("items_csv: no share where nothing was judged", "[grading][items_csv]") {
  Gradebook book = small_gradebook();
  for (Mark& mark : book.marks) mark.state = MarkState::missing;
  CHECK(field_of(csv_records(items_csv(book)), 1, "share") == "");
}

TEST_CASE("items_csv: has a column for every verdict", "[grading][items_csv]") {
  const auto records = csv_records(items_csv(small_gradebook()));
  for (const auto& row : kFieldVerdicts) field_of(records, 1, row.name);
  for (const auto& row : kCheckStates) field_of(records, 1, row.name);
  for (const auto& row : kCaseVerdicts) field_of(records, 1, row.name);
}

TEST_CASE("items_csv: hostile answers stay in their fields", "[grading][items_csv]") {
  for (const std::string& text : hostile_texts()) {
    const std::string csv = items_csv(gradebook_with(text));
    const auto records = csv_records(csv);
    REQUIRE(records.size() == 5);
    for (const auto& record : records) CHECK(record.size() == records[0].size());
    CHECK(obeyed_in(csv) == "");
  }
}
