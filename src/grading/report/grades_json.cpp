#include "grading/report/grades_json.hpp"

#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "grading/gradebook_json.hpp"
#include "grading/report/harmless_text.hpp"
#include "grading/report/mark_text.hpp"
#include "render/text/json_document.hpp"

namespace attn {

using Json = nlohmann::ordered_json;

Json grades_json(const Gradebook& book) {
  Json json{{"schema", "attn.grades/1"}};
  json.update(plan_json(book.plan));
  for (std::size_t i = 0; i < book.plan.students.size(); ++i) {
    json["students"][i]["points"] = book.is_settled(i) ? json_number(book.points_of(i)) : Json();
    json["students"][i]["of"] = json_number(book.plan.most_points());
  }
  const std::string isolation = isolation_of(book);
  json["isolation"] = isolation.empty() ? Json() : Json(isolation);
  json["marks"] = Json::array();
  for (const Mark& mark : book.marks) json["marks"].push_back(mark_json(mark));
  return json;
}

std::string grades_document(const Gradebook& book) {
  return harmless_json(json_document(grades_json(book)));
}

}  // namespace attn
