#include "grading/gradebook.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/small_gradebook.hpp"

TEST_CASE("most_points: adds up the items, and the exercises") {
  const GradingPlan plan = small_gradebook().plan;
  CHECK(plan.exercises[0].most_points() == 2.5);
  CHECK(plan.exercises[1].most_points() == 2.0);
  CHECK(plan.most_points() == 4.5);
  CHECK(GradingPlan{}.most_points() == 0.0);
}

TEST_CASE("mark: is that of a student for an exercise, by their places") {
  const Gradebook book = small_gradebook();
  for (std::size_t student = 0; student < 4; ++student)
    for (std::size_t exercise = 0; exercise < 2; ++exercise) {
      CHECK(book.mark(student, exercise).student == book.plan.students[student].id);
      CHECK(book.mark(student, exercise).exercise == book.plan.exercises[exercise].id);
    }
  CHECK_THROWS_AS(book.mark(4, 0), std::out_of_range);
}

TEST_CASE("points_of: only what was marked has points") {
  const Gradebook book = small_gradebook();
  CHECK(book.points_of(0) == 3.5);
  CHECK(book.points_of(1) == 0.0);
  CHECK(book.points_of(3) == 0.0);
}

TEST_CASE("is_right: takes all of the points") {
  MarkedItem item{.points = 0.75, .most = 1.0};
  CHECK_FALSE(item.is_right());
  item.points = 1.0;
  CHECK(item.is_right());
}

using Json = nlohmann::ordered_json;

TEST_CASE("plan_json: can be read again, whole") {
  const Json json = plan_json(small_gradebook().plan);
  const GradingPlan plan = read_plan(json);
  CHECK(plan_json(plan).dump() == json.dump());
  CHECK(plan.course == "Attention");
  CHECK(plan.rules == "seed 7");
  CHECK(plan.students[0].variant == 3U);
  CHECK_FALSE(plan.students[1].variant);
  CHECK(plan.students[1].language == "ja");
  CHECK_FALSE(plan.students[2].has_folder);
  CHECK(plan.students[2].on_roster == true);
  CHECK(plan.students[3].on_roster == false);
  const GradingPlan of_nobody = read_plan(plan_json({.students = {{.id = "x"}}}));
  CHECK_FALSE(of_nobody.students[0].on_roster);
  CHECK(plan.exercises[1].is_program);
  CHECK(plan.exercises[1].items[1].is_hidden);
  CHECK(plan.exercises[0].items[1].points == 0.5);
  CHECK(plan.exercises[0].misconceptions.at("swapped") == "Q and K were swapped.");
  CHECK(plan.not_looked_at == std::vector<std::string>{"s01/notes.pdf"});
}

TEST_CASE("mark_json: can be read again, whole") {
  for (const Mark& mark : small_gradebook().marks) {
    const Json json = mark_json(mark);
    const Mark again = read_mark(json);
    CHECK(mark_json(again).dump() == json.dump());
    CHECK(again.state == mark.state);
    CHECK(again.points() == mark.points());
    CHECK(again.fingerprint == mark.fingerprint);
  }
}

TEST_CASE("mark_json: is one record for programs") {
  CHECK(mark_json(small_gradebook().marks[3]).dump() ==
        R"({"student":"s02","exercise":"masks","state":"unreadable","title":"",)"
        R"("file":"masks.py","variant":0,"isolation":"","reason":"It is larger than 1 MiB.",)"
        R"("notes":[],"points":0,"items":[],"feedback":"","others":[],"fingerprint":""})");
  CHECK(mark_json(small_gradebook().marks[2])["items"][1].dump() ==
        R"({"name":"weights","title":"weights","verdict":"wrong","points":0,"of":0.5,)"
        R"("misconceptions":[],"unexplained":"0.71 0.29","ending":""})");
}

TEST_CASE("mark_json: points that nobody gave are null") {
  for (Mark mark : small_gradebook().marks) {
    mark.items.push_back({.name = "scores", .title = "", .verdict = ""});
    const Json json = mark_json(mark);
    INFO(json.dump());
    CHECK(json["points"].is_null() == mark.is_open());
    CHECK(json["items"].back()["points"].is_null() == mark.is_open());
    CHECK(mark_json(read_mark(json)) == json);
  }
}

TEST_CASE("read_mark: refuses what is no mark") {
  const Json whole = mark_json(small_gradebook().marks[0]);
  for (const auto& member : whole.items()) {
    if (member.key() == "points") continue;  // the sum of the items
    INFO(member.key());
    Json without = whole, wrong = whole;
    without.erase(member.key());
    wrong[member.key()] = Json::object({{"x", Json::array()}});
    CHECK_THROWS_AS(read_mark(without), InputError);
    CHECK_THROWS_AS(read_mark(wrong), InputError);
  }
  Json state = whole;
  state["state"] = "passed";
  CHECK_REFUSED(read_mark(state), "this is not a record of marks: s01");
}

TEST_CASE("read_plan: refuses what is no plan, and says how it begins") {
  const Json whole = plan_json(small_gradebook().plan);
  for (const auto& member : whole.items()) {
    INFO(member.key());
    Json without = whole;
    without.erase(member.key());
    CHECK_THROWS_AS(read_plan(without), InputError);
  }
  for (const Json& number : {Json(-1), Json(1.5), Json(1e90), Json(true)}) {
    INFO(number.dump());
    Json student = whole, exercise = whole;
    student["students"][0]["variant"] = number;
    exercise["exercises"][0]["number"] = number;
    CHECK_THROWS_AS(read_plan(student), InputError);
    CHECK_THROWS_AS(read_plan(exercise), InputError);
  }
  CHECK_REFUSED(read_plan(Json::array({1})), "this is not a record of marks: array");
  CHECK_REFUSED(read_plan({{"schema", 1}}), "this is not a record of marks: schema");
}

TEST_CASE("read_mark: however deep a record goes on, it is refused") {
  const std::string deep(100'000, '[');
  CHECK_THROWS_AS(read_mark(Json::parse(deep + std::string(100'000, ']'))), InputError);
}
