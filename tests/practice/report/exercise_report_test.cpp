#include "practice/report/report.hpp"
#include "render/text/document.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/judged_program.hpp"
#include "support/practice_exercise.hpp"
#include "support/program_exercise.hpp"
#include "support/table_texts.hpp"

using State = ExerciseProgress::State;

namespace {

// Exercises a, b and c, in the states given.
struct Three {
  Three(State a, State b, State c, const std::string& latest) {
    for (const char* id : {"a", "b", "c"}) course.exercises.push_back({.id = id});
    progress.exercises = {{"a", {.state = a}}, {"b", {.state = b}}, {"c", {.state = c}}};
    progress.latest = latest;
  }

  std::string next() const {
    const Standing standing(course, progress);
    const Exercise* const found = standing.next();
    return found ? found->id : "";
  }

  std::string next_after(const std::string& id, bool in_variants = false) const {
    const Standing standing(course, progress);
    const Exercise* const found = standing.next_after(id, in_variants);
    return found ? found->id : "";
  }

  Course course;
  Progress progress;
};

TEST_CASE("Standing: the latest comes next while it is open") {
  CHECK(Three(State::untouched, State::started, State::untouched, "b").next() == "b");
  CHECK(Three(State::untouched, State::passed, State::untouched, "b").next() == "c");
  CHECK(Three(State::untouched, State::passed, State::passed, "c").next() == "a");
  CHECK(Three(State::untouched, State::untouched, State::untouched, "").next() == "a");
}

TEST_CASE("Standing: what was begun comes before what is new") {
  CHECK(Three(State::started, State::passed, State::untouched, "b").next() == "a");
  CHECK(Three(State::started, State::untouched, State::skipped, "c").next() == "a");
  CHECK(Three(State::started, State::untouched, State::started, "b").next() == "b");
  CHECK(Three(State::untouched, State::passed, State::started, "b").next_after("b") == "c");
  CHECK(Three(State::started, State::started, State::untouched, "b").next_after("b") == "a");
}

TEST_CASE("Standing: what was skipped comes last, then nothing") {
  CHECK(Three(State::skipped, State::passed, State::started, "b").next() == "c");
  CHECK(Three(State::passed, State::skipped, State::passed, "c").next() == "b");
  CHECK(Three(State::passed, State::passed, State::passed, "c").next().empty());
}

TEST_CASE("Standing: after one that is left comes another") {
  const Three three(State::started, State::untouched, State::skipped, "a");
  CHECK(three.next_after("a") == "b");
  CHECK(three.next_after("b") == "a");
  CHECK(three.next_after("c") == "a");
  CHECK(three.next_after("not in the course") == "a");
  CHECK(three.next_after("a", true).empty());
  CHECK(Three(State::started, State::passed, State::skipped, "a").next_after("a") == "c");
  CHECK(Three(State::started, State::passed, State::passed, "a").next_after("a").empty());
}

TEST_CASE("Standing: an exercise without progress is untouched") {
  Three three(State::passed, State::passed, State::passed, "a");
  three.progress.exercises.erase("c");
  Standing standing(three.course, three.progress);
  CHECK(standing.count(State::passed) == 2);
  CHECK(standing.count(State::untouched) == 1);
  standing.take_as_passed("c");
  CHECK(standing.count(State::passed) == 3);
  CHECK(standing.latest == "c");
}

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

TEST_CASE("list_page: every exercise with its state") {
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

TEST_CASE("progress_bar: a part for each exercise") {
  Course course = two_exercises();
  Progress progress;
  CHECK(progress_bar({course, progress}, true).text == "[--]  0 of 2 passed");
  progress.exercises["sum"] = {.state = State::passed};
  CHECK(progress_bar({course, progress}, false).text == "█░  1 of 2 passed");
  for (unsigned i = 3; i <= 100; ++i) course.exercises.push_back({.id = "e" + std::to_string(i)});
  CHECK(progress_bar({course, progress}, true).text == "[--------------------]  1 of 100 passed");
}

TEST_CASE("list_page: titles stay on the narrowest screen") {
  Course course = two_exercises();
  course.exercises[1].title = {"A mask with a title that is rather long", "型"};
  const std::string text =
      document_text(list_page({course, Progress{}}), Layout{.width = kMinWidth});
  CHECK(contains(text, "→ 1  A sum\n"));
  CHECK(contains(text, "  2  A mask with a title"));
}

TEST_CASE("progress_page: only what something was done of") {
  const Course course = two_exercises();
  Progress progress;
  CHECK(all_of<Paragraph>(progress_page({course, progress})).at(0).text ==
        "No exercise has been begun yet.");
  progress.exercises["mask"] = {.state = State::skipped, .hints = 1};
  const Document page = progress_page({course, progress});
  CHECK(all_of<Heading>(page).at(0).text == "progress   0 of 2 passed, 1 skipped");
  CHECK(all_of<Table>(page).at(0).rows.size() == 1);
}

TEST_CASE("where_page: what is next, and how far it is") {
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

TEST_CASE("lint_page: counts, then each fault") {
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

TEST_CASE("surroundings_page: a line for each finding") {
  const std::vector<Finding> findings{{"course", "course", "attn"},
                                      {"broken", "broken", "02-sum", false}};
  const std::vector<LabelledLine> lines = all_of<LabelledLine>(surroundings_page(findings));
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].mood == LabelledLine::Mood::plain);
  CHECK(lines[1].mood == LabelledLine::Mood::bad);
  CHECK_FALSE(are_good(findings));
}

using Json = nlohmann::ordered_json;

Json field_of(const Json& document, const std::string& name) {
  for (const Json& field : document["fields"])
    if (field["name"] == name) return field;
  throw std::out_of_range(name);
}

Json checked(const std::string& sheet, const std::string& field, Reveal reveal = Reveal::values) {
  Exercise exercise = practice_exercise();
  exercise.reveal = reveal;
  CheckResult result = check_answer(sheet);
  result.exercise = &exercise;
  return field_of(check_json(result), field);
}

TEST_CASE("check_json: schema, verdict and a record for each field") {
  const CheckResult result = check_answer("scores = 2 2; 1 2");
  const Json json = check_json(result);
  CHECK(json["schema"] == "attn.check/1");
  CHECK(json["exercise"] == "two-words");
  CHECK(json["variant"] == 0);
  CHECK(json["verdict"] == "not_yet");
  CHECK(json["fields"].size() == practice_exercise().fields.size());
  CHECK(json["remarks"] == Json::array());
  CHECK(field_of(json, "scores").dump() ==
        R"({"name":"scores","kind":"matrix","verdict":"pass","misconception":null,)"
        R"("misconceptions":[],"follows_from_yours":false,"worst":null,"message":""})");
  CHECK(field_of(json, "weights")["verdict"] == "missing");
}

TEST_CASE("check_json: a wrong cell has its place from 0, and what is right if that may be told") {
  const Json field = checked("scores = 2 1; 2 2", "scores");
  CHECK(field["misconception"] == "keys_and_queries_swapped");
  CHECK(field["worst"].dump() == R"({"row":0,"col":1,"given":1.0,"expected":2.0,"error":1.0})");
  CHECK(checked("scores = 2 1; 2 2", "scores", Reveal::location)["worst"].dump() ==
        R"({"row":0,"col":1,"given":1.0})");
  CHECK(checked("scores = 2 1; 2 2", "scores", Reveal::none)["worst"].is_null());
}

TEST_CASE("check_json: follow-through and accepted readings are no misconceptions") {
  const Json follows = checked("scores = 2 1; 2 2\nweights = .622 .378; .5 .5", "weights");
  CHECK(follows["verdict"] == "follows");
  CHECK(follows["follows_from_yours"] == true);
  const Json accepted = checked("mask = 1 1; 1 0", "mask");
  CHECK(accepted["verdict"] == "accepted");
  CHECK(accepted["misconception"].is_null());
  CHECK(accepted["message"] == "This is the literal reading.");
}

TEST_CASE("check_json: what is not finite is null, with its name") {
  const Json worst = checked("scores = 2 inf; 1 2", "scores")["worst"];
  CHECK(worst["given"].is_null());
  CHECK(worst["given_text"] == "inf");
  CHECK(worst["error"].is_null());
}

TEST_CASE("check_json: the worst of answers in words has no place") {
  CHECK(checked("why = a", "why")["worst"].is_null());
  CHECK(checked("cost = n", "cost")["worst"].is_null());
}

TEST_CASE("exercise_json: what is given and what is asked for") {
  Worksheet worksheet(practice_exercise());
  const Json json = exercise_json(practice_exercise(), worksheet);
  CHECK(json["schema"] == "attn.exercise/1");
  CHECK(json["id"] == "two-words");
  CHECK(json["source"].is_null());
  CHECK(json["reveal"] == "values");
  CHECK(json["given"]["Q"].dump() == "[[1.0,2.0,0.0,1.0],[0.0,1.0,1.0,0.0]]");
  CHECK(json["given"]["words"].dump() == R"(["cat","sat"])");
  const Json weights = field_of(json, "weights");
  CHECK(weights["kind"] == "matrix");
  CHECK(weights["shape"] == Json({2, 2}));
  CHECK(weights["tolerance"]["decimals"] == 3);
  CHECK(field_of(json, "scores")["row_labels"] == Json({"cat", "sat"}));
  CHECK(field_of(json, "why")["options"][1]["id"] == "b");
  CHECK(field_of(json, "why")["shape"] == Json({1, 1}));
  CHECK(field_of(json, "strongest")["count"] == 1);
  CHECK(field_of(json, "cost")["variables"] == Json({"n", "d"}));
  CHECK(field_of(json, "guess")["graded"] == false);
}

TEST_CASE("exercise_json: of a program, what it is tried for") {
  Worksheet worksheet(doubling_exercise());
  const auto json = exercise_json(doubling_exercise(), worksheet);
  CHECK(json["contract"] == "stdio-json/1");
  REQUIRE(json["checks"].size() == 3);
  CHECK(json["checks"][1]["name"] == "values");
  CHECK(json["checks"][1]["points"] == 2);
  CHECK(json["checks"][1]["cases"] == 2);
  CHECK(json["checks"][1]["after"][0] == "shape");
  CHECK(json["checks"][0]["after"].empty());
}

TEST_CASE("exercise_json: never says what is right") {
  Worksheet worksheet(practice_exercise());
  const std::string text = exercise_json(practice_exercise(), worksheet).dump();
  CHECK_FALSE(contains(text, "0.62"));
  CHECK_FALSE(contains(text, "n^2*d"));
}

TEST_CASE("program_check_json: what failed, and what waits for it") {
  const auto json = program_check_json(judged_script("echo aside >&2; echo more >&2; echo hello"));
  CHECK(json["schema"] == "attn.check/1");
  CHECK(json["exercise"] == "doubling");
  CHECK(json["verdict"] == "not_yet");
  CHECK(json["isolation"] == "limits");
  CHECK(json["build"].is_null());
  REQUIRE(json["checks"].size() == 3);
  CHECK(json["checks"][0]["verdict"] == "failed");
  CHECK(json["checks"][0]["failure"]["case"] == "shape.1");
  CHECK(json["checks"][0]["failure"]["verdict"] == "unreadable");
  CHECK(json["checks"][0]["failure"]["stderr"] == "aside\nmore");
  CHECK(json["checks"][1]["verdict"] == "skipped");
  CHECK(json["checks"][1]["waits_for"][0] == "shape");
  CHECK(json["checks"][1]["of"] == 2);
}

TEST_CASE("program_check_json: what came of compiling") {
  ProgramResult result{.exercise = &doubling_exercise()};
  result.failed_build = RunResult{.ending = Ending::output, .err = "first\nsecond\n"};
  const auto build = program_check_json(result)["build"];
  CHECK(build["ending"] == "output");
  CHECK_THAT(build["message"].get<std::string>(), ContainsSubstring("64 KiB"));
  CHECK(build["stderr"] == "first\nsecond");
}

TEST_CASE("program_check_json: what a hostile program printed stays JSON") {
  const auto json = program_check_json(judged_script("printf '\\377\\000\\033[0m' >&2; exit 1"));
  CHECK_NOTHROW(json.dump());
}

}  // namespace
