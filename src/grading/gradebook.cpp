#include "grading/gradebook.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {

double AskedExercise::most_points() const {
  double sum = 0.0;
  for (const AskedItem& item : items) sum += item.points;
  return sum;
}

bool MarkedItem::is_right() const { return points >= most; }

double Mark::points() const {
  double sum = 0.0;
  for (const MarkedItem& item : items) sum += item.points;
  return sum;
}

bool Mark::is_open() const {
  return state == MarkState::other_variant || state == MarkState::grader_failed;
}

double GradingPlan::most_points() const {
  double sum = 0.0;
  for (const AskedExercise& exercise : exercises) sum += exercise.most_points();
  return sum;
}

const Mark& Gradebook::mark(std::size_t student, std::size_t exercise) const {
  return marks.at(student * plan.exercises.size() + exercise);
}

std::span<const Mark> Gradebook::marks_of(std::size_t student) const {
  return std::span(marks).subspan(student * plan.exercises.size(), plan.exercises.size());
}

double Gradebook::points_of(std::size_t student) const {
  double sum = 0.0;
  for (const Mark& mark : marks_of(student)) sum += mark.points();
  return sum;
}

bool Gradebook::is_settled(std::size_t student) const {
  const std::span<const Mark> all = marks_of(student);
  return std::none_of(all.begin(), all.end(), [](const Mark& mark) { return mark.is_open(); });
}

namespace {

using Json = nlohmann::ordered_json;

// What a record begins with, however deep it goes on.
std::string beginning_of(const Json& json) {
  if (!json.is_object() || json.empty()) return json.type_name();
  return preview(json.begin().key());
}

[[noreturn]] void refuse_record(const std::string& beginning) {
  throw InputError(message("this is not a record of marks: {}", beginning));
}

template <typename Read>
auto as_ours(const Json& json, const Read& read) {
  try {
    return read(json);
  } catch (const Json::exception&) {
    refuse_record(beginning_of(json));
  }
}

template <typename Whole>
Whole whole_at(const Json& json, const char* key) {
  const auto number = whole_in(json.at(key), std::numeric_limits<Whole>::max());
  if (!number) refuse_record(key);
  return static_cast<Whole>(*number);
}

Json student_json(const Student& student) {
  return {{"id", student.id},
          {"name", student.name},
          {"report_folder", student.report_folder},
          {"language", student.language},
          {"variant", student.variant ? Json(*student.variant) : Json()},
          {"is_on_roster", student.on_roster ? Json(*student.on_roster) : Json()},
          {"has_folder", student.has_folder}};
}

Student read_student(const Json& json) {
  Student student{.id = json.at("id")};
  student.name = json.at("name");
  student.report_folder = json.at("report_folder");
  student.language = json.at("language");
  if (!json.at("variant").is_null()) student.variant = whole_at<std::uint64_t>(json, "variant");
  if (const Json& is_on_roster = json.at("is_on_roster"); !is_on_roster.is_null())
    student.on_roster = is_on_roster.get<bool>();
  student.has_folder = json.at("has_folder");
  return student;
}

Json exercise_json_of(const AskedExercise& exercise) {
  Json items = Json::array();
  for (const AskedItem& item : exercise.items)
    items.push_back({{"name", item.name},
                     {"title", item.title},
                     {"of", json_number(item.points)},
                     {"is_hidden", item.is_hidden}});
  return {{"id", exercise.id},       {"number", exercise.number},
          {"title", exercise.title}, {"is_program", exercise.is_program},
          {"items", items},          {"misconceptions", exercise.misconceptions}};
}

AskedExercise read_asked(const Json& json) {
  AskedExercise exercise{.id = json.at("id"), .number = whole_at<unsigned>(json, "number")};
  exercise.title = json.at("title");
  exercise.is_program = json.at("is_program");
  for (const Json& item : json.at("items"))
    exercise.items.push_back({.name = item.at("name"),
                              .title = item.at("title"),
                              .points = item.at("of"),
                              .is_hidden = item.at("is_hidden")});
  exercise.misconceptions = json.at("misconceptions");
  return exercise;
}

// Points that nobody gave are not 0.
Json points_json(bool is_known, double points) { return is_known ? json_number(points) : Json(); }

Json item_json(const MarkedItem& item, bool is_judged) {
  return {{"name", item.name},
          {"title", item.title},
          {"verdict", item.verdict},
          {"points", points_json(is_judged, item.points)},
          {"of", json_number(item.most)},
          {"misconceptions", item.misconceptions},
          {"unexplained", item.unexplained},
          {"ending", item.ending}};
}

MarkedItem read_item(const Json& json) {
  MarkedItem item{.name = json.at("name"),
                  .title = json.at("title"),
                  .verdict = json.at("verdict"),
                  .points = json.at("points").is_null() ? 0.0 : json.at("points").get<double>(),
                  .most = json.at("of")};
  item.misconceptions = json.at("misconceptions");
  item.unexplained = json.at("unexplained");
  item.ending = json.at("ending");
  return item;
}

}  // namespace

Json plan_json(const GradingPlan& plan) {
  Json students = Json::array(), exercises = Json::array();
  for (const Student& student : plan.students) students.push_back(student_json(student));
  for (const AskedExercise& exercise : plan.exercises)
    exercises.push_back(exercise_json_of(exercise));
  return {{"course", plan.course},
          {"rules", plan.rules},
          {"students", students},
          {"exercises", exercises},
          {"not_looked_at", plan.not_looked_at}};
}

GradingPlan read_plan(const Json& whole) {
  return as_ours(whole, [](const Json& json) {
    GradingPlan plan{.course = json.at("course"), .rules = json.at("rules")};
    for (const Json& student : json.at("students")) plan.students.push_back(read_student(student));
    for (const Json& exercise : json.at("exercises"))
      plan.exercises.push_back(read_asked(exercise));
    plan.not_looked_at = json.at("not_looked_at");
    return plan;
  });
}

Json mark_json(const Mark& mark) {
  Json items = Json::array();
  for (const MarkedItem& item : mark.items) items.push_back(item_json(item, !mark.is_open()));
  return {{"student", mark.student},
          {"exercise", mark.exercise},
          {"state", name_in(kMarkStates, mark.state)},
          {"title", mark.title},
          {"file", mark.file},
          {"variant", mark.variant},
          {"isolation", mark.isolation},
          {"reason", mark.reason},
          {"notes", mark.notes},
          {"points", points_json(!mark.is_open(), mark.points())},
          {"items", items},
          {"feedback", mark.feedback},
          {"others", mark.others},
          {"fingerprint", mark.fingerprint}};
}

Mark read_mark(const Json& whole) {
  return as_ours(whole, [](const Json& json) {
    Mark mark{.student = json.at("student"), .exercise = json.at("exercise")};
    const auto state = value_in(kMarkStates, json.at("state").get<std::string>());
    if (!state) refuse_record(preview(mark.student));
    mark.state = *state;
    mark.title = json.at("title");
    mark.file = json.at("file");
    mark.variant = whole_at<std::uint64_t>(json, "variant");
    mark.isolation = json.at("isolation");
    mark.reason = json.at("reason");
    mark.notes = json.at("notes");
    for (const Json& item : json.at("items")) mark.items.push_back(read_item(item));
    mark.feedback = json.at("feedback");
    mark.others = json.at("others");
    mark.fingerprint = json.at("fingerprint");
    return mark;
  });
}

}  // namespace attn
