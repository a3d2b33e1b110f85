#include "practice/report/exercise_pages.hpp"

#include "render/text/document.hpp"
#include "support/catch.hpp"
#include "support/table_texts.hpp"

using namespace attn;
using State = ExerciseProgress::State;

namespace {

Course two_exercises() {
  Course course;
  course.exercises.push_back({.id = "sum", .number = 1, .title = {"A sum", "和"}});
  course.exercises.push_back({.id = "mask",
                              .number = 2,
                              .title = {"A mask", "型"},
                              .topic = {"masks", "マスク"},
                              .minutes = 15});
  return course;
}

template <typename Kind>
std::vector<Kind> all_of(const Document& page) {
  std::vector<Kind> found;
  for (const Piece& piece : page.pieces)
    if (const auto* one = std::get_if<Kind>(&piece)) found.push_back(*one);
  return found;
}

}  // namespace

TEST_CASE("list_page: every exercise with its state", "[practice][exercise_pages]") {
  const Course course = two_exercises();
  Progress progress;
  progress.exercises["sum"] = {.state = State::passed, .attempts = 3, .gave_up = true};
  const Document page = list_page({course, progress});
  CHECK(all_of<Heading>(page).at(0).text == "exercises   1 of 2 passed");
  const Table table = all_of<Table>(page).at(0);
  REQUIRE(table.rows.size() == 2);
  CHECK(texts_of(table.rows[0]) ==
        std::vector<std::string>{"✓ 1", "A sum", "passed, solution read", "", "sum", "", "3", ""});
  CHECK(texts_of(table.rows[1]) ==
        std::vector<std::string>{"→ 2", "A mask", "", "masks", "mask", "15", "", ""});
}

TEST_CASE("progress_bar: a part for each exercise", "[practice][exercise_pages]") {
  Course course = two_exercises();
  Progress progress;
  CHECK(progress_bar({course, progress}, true).text == "[--]  0 of 2 passed");
  progress.exercises["sum"] = {.state = State::passed};
  CHECK(progress_bar({course, progress}, false).text == "█░  1 of 2 passed");
  for (unsigned i = 3; i <= 100; ++i) course.exercises.push_back({.id = "e" + std::to_string(i)});
  CHECK(progress_bar({course, progress}, true).text == "[--------------------]  1 of 100 passed");
}

TEST_CASE("list_page: titles stay on the narrowest screen", "[practice][exercise_pages]") {
  Course course = two_exercises();
  course.exercises[1].title = {"A mask with a title that is rather long", "型"};
  const std::string text =
      document_text(list_page({course, Progress{}}), Layout{.width = kMinWidth});
  CHECK(text.find("→ 1  A sum\n") != std::string::npos);
  CHECK(text.find("  2  A mask with a title") != std::string::npos);
}

TEST_CASE("progress_page: only what something was done of", "[practice][exercise_pages]") {
  const Course course = two_exercises();
  Progress progress;
  CHECK(all_of<Paragraph>(progress_page({course, progress})).at(0).text ==
        "No exercise has been begun yet.");
  progress.exercises["mask"] = {.state = State::skipped, .hints = 1};
  const Document page = progress_page({course, progress});
  CHECK(all_of<Heading>(page).at(0).text == "progress   0 of 2 passed, 1 skipped");
  CHECK(all_of<Table>(page).at(0).rows.size() == 1);
}

TEST_CASE("where_page: what is next, and how far it is", "[practice][exercise_pages]") {
  const Course course = two_exercises();
  Progress progress;
  const std::vector<Paragraph> first = all_of<Paragraph>(where_page({course, progress}));
  REQUIRE(first.size() == 2);  // the first time it says what this is
  CHECK(first[1].text == "Exercise 1, A sum, is next.");
  progress.exercises["mask"] = {.state = State::started, .attempts = 2, .hints = 1};
  progress.latest = "mask";
  CHECK(all_of<Paragraph>(where_page({course, progress})).at(0).text ==
        "Exercise 2, A mask, is begun: attempts 2, hints 1.");
}

TEST_CASE("lint_page: counts, then each fault", "[practice][exercise_pages]") {
  Course course = two_exercises();
  course.name = "algebra";
  LintReport report;
  CHECK(all_of<LabelledLine>(lint_page(course, report)).at(0).text ==
        "Nothing is wrong with them.");
  report.faults.push_back({"sum", "it has no hint."});
  const Document page = lint_page(course, report);
  CHECK(all_of<LabelledLine>(page).at(0).label == "sum");
  CHECK(all_of<Paragraph>(page).back().text == "Faults: 1");
}

TEST_CASE("surroundings_page: a line for each finding", "[practice][exercise_pages]") {
  const std::vector<Finding> findings{{"course", "course", "attn"},
                                      {"broken", "broken", "02-sum", false}};
  const std::vector<LabelledLine> lines = all_of<LabelledLine>(surroundings_page(findings));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].mood == LabelledLine::Mood::plain);
  CHECK(lines[1].mood == LabelledLine::Mood::bad);
  CHECK_FALSE(are_good(findings));
}
