#include "grading/report/gradescope.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "grading/report/harmless_text.hpp"
#include "grading/report/mark_text.hpp"
#include "render/text/json_document.hpp"

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
  append_part(text, isolation_text(isolation_of(book, student)));
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
  const std::string isolation = isolation_of(book, student);
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

}  // namespace attn
