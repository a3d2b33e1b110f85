#include "grading/report/grades_csv.hpp"

#include "base/text.hpp"
#include "grading/report/harmless_text.hpp"
#include "grading/report/mark_text.hpp"

namespace attn {
namespace {

std::string heading_of_grades(const GradingPlan& plan) {
  std::vector<std::string> names{"student", "name", "points", "of", "percent"};
  for (const AskedExercise& exercise : plan.exercises) names.push_back(exercise.id);
  names.insert(names.end(), {"remarks", "on_roster", "isolation"});
  for (std::string& name : names) name = csv_field(name);
  return joined(names, ",");
}

// "softmax: missing; masks: grader_failed"
std::string remarks_on(const Gradebook& book, std::size_t student) {
  if (!book.plan.students[student].has_folder) return "no folder";
  std::vector<std::string> remarks;
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
    const Mark& mark = book.mark(student, i);
    if (mark.state == MarkState::marked) continue;
    const std::string other = mark.others.empty() ? "" : " (" + listed_first(mark.others, 3) + ")";
    remarks.push_back(book.plan.exercises[i].id + ": " + name_in(kMarkStates, mark.state) + other);
  }
  return joined(remarks, "; ");
}

std::string row_of_grades(const Gradebook& book, std::size_t at) {
  const Student& student = book.plan.students[at];
  const double points = book.points_of(at), most = book.plan.most_points();
  // Nothing where 0 points would be said of work that nobody judged.
  const bool is_settled = book.is_settled(at);
  std::vector<std::string> fields{csv_field(student.id), csv_field(student.name),
                                  is_settled ? points_text(points) : "", points_text(most),
                                  is_settled && most > 0.0 ? percent_text(points, most) : ""};
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
    const Mark& mark = book.mark(at, i);
    fields.push_back(mark.is_open() ? "" : points_text(mark.points()));
  }
  fields.push_back(csv_field(remarks_on(book, at)));
  fields.push_back(!student.on_roster ? "" : *student.on_roster ? "yes" : "no");
  fields.push_back(csv_field(isolation_field(isolation_of(book, at))));
  return joined(fields, ",");
}

}  // namespace

// Lines end as RFC 4180 has it.
std::string grades_csv(const Gradebook& book) {
  std::string text = heading_of_grades(book.plan) + "\r\n";
  for (std::size_t i = 0; i < book.plan.students.size(); ++i)
    text += row_of_grades(book, i) + "\r\n";
  return text;
}

}  // namespace attn
