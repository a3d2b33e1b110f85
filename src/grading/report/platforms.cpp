#include <algorithm>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "grading/report/forms.hpp"
#include "grading/report/report.hpp"
#include "render/text/document.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

void append_part(std::string& text, const std::string& part) {
  if (!part.empty()) text += (text.empty() ? "" : "\n\n") + part;
}

// Of one exercise: what became of it, and what a learner would see.
std::string gradescope_text(const Mark& mark, const AskedExercise& asked) {
  std::string text = harmless_line(message("Exercise {}, {}", asked.number, title_of(mark, asked)));
  if (mark.state != MarkState::marked) text += "\n" + state_text(mark.state);
  if (!mark.reason.empty()) text += "\n" + harmless_lines(mark.reason);
  for (const std::string& note : mark.notes) text += "\n" + harmless_lines(note);
  append_part(text, std::string(trimmed(harmless_lines(mark.feedback), "\n")));
  return text;
}

std::string gradescope_summary(const Gradebook& book, std::size_t student) {
  std::string text = total_text(book, student);
  append_part(text, isolation_text(isolation_of(book.marks_of(student))));
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i)
    append_part(text, gradescope_text(book.mark(student, i), book.plan.exercises[i]));
  return text;
}

Json gradescope_test(const Mark& mark, const AskedExercise& asked, const MarkedItem& item,
                     std::size_t place) {
  Json test{
      {"number", std::to_string(asked.number) + "." + std::to_string(place)},
      {"name", harmless_line(title_of(mark, asked) + ": " + item.title)},
      {"name_format", "text"},
      {"max_score", json_number(item.most)},
      {"output", harmless_line(verdict_text(item.verdict))},
      {"output_format", "text"},
      {"visibility", "visible"},
      {"extra_data", {{"exercise", asked.id}, {"item", item.name}, {"verdict", item.verdict}}}};
  if (mark.is_open()) return test;
  test["score"] = json_number(item.points);
  test["status"] = is_passed(mark, item) ? "passed" : "failed";
  return test;
}

// Gradescope takes no results in which nothing has a score.
bool lacks_score(const Json& tests) {
  return std::none_of(tests.begin(), tests.end(),
                      [](const Json& test) { return test.contains("score"); });
}

}  // namespace

Json gradescope_json(const Gradebook& book, std::size_t student) {
  Json tests = Json::array();
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
    const AskedExercise& asked = book.plan.exercises[i];
    const Mark& mark = book.mark(student, i);
    std::size_t place = 0;
    for (const MarkedItem& item : items_of(mark, asked))
      tests.push_back(gradescope_test(mark, asked, item, ++place));
  }
  const std::string isolation = isolation_of(book.marks_of(student));
  Json json{{"output", gradescope_summary(book, student)},
            {"output_format", "text"},
            {"visibility", "visible"},
            {"stdout_visibility", "hidden"},
            {"tests", tests},
            {"extra_data",
             {{"course", book.plan.course},
              {"student", book.plan.students.at(student).id},
              {"isolation", isolation.empty() ? Json() : Json(isolation)}}}};
  if (lacks_score(tests)) json["score"] = 0;
  return json;
}

std::string gradescope_document(const Gradebook& book, std::size_t student) {
  return harmless_json(json_document(gradescope_json(book, student)));
}

namespace {

void set_attribute(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(harmless_line(value).c_str());
}

void append_property(pugi::xml_node properties, const char* name, const std::string& value) {
  pugi::xml_node property = properties.append_child("property");
  set_attribute(property, "name", name);
  set_attribute(property, "value", value);
}

void append_lines(pugi::xml_node node, const std::string& lines) {
  if (!lines.empty()) node.text().set(harmless_lines(lines).c_str());
}

// What a suite counts, and where that is below it.
constexpr std::pair<const char*, const char*> kJunitCounts[] = {{"tests", ".//testcase"},
                                                                {"failures", ".//failure"},
                                                                {"errors", ".//error"},
                                                                {"skipped", ".//skipped"}};

// They stand before what they count, so they are filled in at the end.
void set_counts(pugi::xml_node node) {
  for (const auto& [name, path] : kJunitCounts)
    node.attribute(name).set_value(static_cast<unsigned>(node.select_nodes(path).size()));
}

pugi::xml_node append_counted(pugi::xml_node parent, const char* kind, const std::string& name) {
  pugi::xml_node node = parent.append_child(kind);
  set_attribute(node, "name", name);
  for (const auto& [count, path] : kJunitCounts) node.append_attribute(count);
  return node;
}

// What a teacher wants to know of a wrong item.
std::string explanation_of(const AskedExercise& asked, const MarkedItem& item) {
  std::vector<std::string> lines;
  for (const std::string& name : item.misconceptions) {
    const auto said = asked.misconceptions.find(name);
    lines.push_back(said == asked.misconceptions.end() ? name : name + ": " + said->second);
  }
  if (!item.unexplained.empty())
    lines.push_back(message("No known mistake gives this answer: {}", item.unexplained));
  return joined(lines, "\n");
}

const char* outcome_of(const Mark& mark, const MarkedItem& item) {
  if (is_passed(mark, item)) return nullptr;
  if (mark.is_open()) return "error";
  return item.verdict == "skipped" ? "skipped" : "failure";
}

void append_outcome(pugi::xml_node test, const Mark& mark, const AskedExercise& asked,
                    const MarkedItem& item) {
  const char* const outcome = outcome_of(mark, item);
  if (outcome == nullptr) return;
  pugi::xml_node node = test.append_child(outcome);
  std::string text = verdict_text(item.verdict);
  if (!mark.reason.empty()) text += ": " + mark.reason;
  set_attribute(node, "message", text);
  if (std::string_view(outcome) != "skipped") set_attribute(node, "type", item.verdict);
  append_lines(node, explanation_of(asked, item));
}

void append_test(pugi::xml_node suite, const Mark& mark, const AskedExercise& asked,
                 const MarkedItem& item) {
  pugi::xml_node test = suite.append_child("testcase");
  set_attribute(test, "name", item.name);
  set_attribute(test, "classname", asked.id);
  pugi::xml_node properties = test.append_child("properties");
  if (!mark.is_open()) append_property(properties, "points", points_text(item.points));
  append_property(properties, "max_points", points_text(item.most));
  append_property(properties, "verdict", item.verdict);
  if (!item.misconceptions.empty())
    append_property(properties, "misconceptions", listed(item.misconceptions));
  append_outcome(test, mark, asked, item);
}

// All that the student reads, one exercise after another.
std::string feedback_for(const Gradebook& book, std::size_t student) {
  std::string all;
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
    const Mark& mark = book.mark(student, i);
    if (mark.feedback.empty()) continue;
    all += book.plan.exercises[i].id + "\n\n" + std::string(trimmed(mark.feedback, "\n")) + "\n\n";
  }
  return all;
}

void append_suite(pugi::xml_node suites, const Gradebook& book, std::size_t at) {
  const Student& student = book.plan.students[at];
  pugi::xml_node suite = append_counted(suites, "testsuite", student.id);
  pugi::xml_node properties = suite.append_child("properties");
  append_property(properties, "course", book.plan.course);
  append_property(properties, "isolation", isolation_field(isolation_of(book.marks_of(at))));
  if (!student.name.empty()) append_property(properties, "student_name", student.name);
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
    const AskedExercise& asked = book.plan.exercises[i];
    const Mark& mark = book.mark(at, i);
    for (const MarkedItem& item : items_of(mark, asked)) append_test(suite, mark, asked, item);
  }
  const std::string feedback = feedback_for(book, at);
  if (!feedback.empty()) append_lines(suite.append_child("system-out"), feedback);
  set_counts(suite);
}

}  // namespace

std::string junit_xml(const Gradebook& book) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("UTF-8");
  pugi::xml_node suites = append_counted(document, "testsuites", book.plan.course);
  for (std::size_t i = 0; i < book.plan.students.size(); ++i) append_suite(suites, book, i);
  set_counts(suites);
  std::ostringstream text;
  document.save(text, " ", pugi::format_default, pugi::encoding_utf8);
  return text.str();
}

}  // namespace attn
