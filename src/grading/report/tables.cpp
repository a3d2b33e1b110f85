#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/text.hpp"
#include "grading/report/forms.hpp"
#include "grading/report/report.hpp"
#include "render/text/document.hpp"
#include "render/text/text.hpp"

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
  fields.push_back(csv_field(isolation_field(isolation_of(book.marks_of(at)))));
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

namespace {

// Every word of kFieldVerdicts, kCheckStates and kCaseVerdicts, once.
constexpr std::array<const char*, 11> kCountedVerdicts{
    "pass",       "accepted", "follows", "wrong",   "wrong_shape", "missing",
    "unreadable", "noted",    "failed",  "skipped", "stopped"};

constexpr std::size_t kMostUnexplained = 3;

std::string heading_of_items() {
  std::vector<std::string> names{"exercise",  "item",   "title", "of",   "hidden",
                                 "handed_in", "judged", "right", "share"};
  names.insert(names.end(), kCountedVerdicts.begin(), kCountedVerdicts.end());
  names.insert(names.end(), {"misconceptions", "unexplained", "isolation"});
  for (std::string& name : names) name = csv_field(name);
  return joined(names, ",");
}

std::string frequent_mistakes(const ItemCounts& counts) {
  std::vector<std::string> parts;
  for (const ExplainedAnswers& one : counts.explained)
    parts.push_back(joined(one.misconceptions, "/") + " " + std::to_string(one.n));
  return joined(parts, "; ");
}

// "0.71 (4); 0.3 (2)"
std::string frequent_unexplained(const ItemCounts& counts) {
  std::vector<std::string> parts;
  for (const UnexplainedAnswer& one : counts.unexplained)
    if (parts.size() < kMostUnexplained)
      parts.push_back(one.answer + " (" + std::to_string(one.students.size()) + ")");
  return joined(parts, "; ");
}

std::string count_of_verdict(const ItemCounts& counts, const char* verdict) {
  const auto found = counts.verdicts.find(verdict);
  return std::to_string(found == counts.verdicts.end() ? 0 : found->second);
}

std::string row_of_item(const AskedExercise& exercise, const AskedItem& item,
                        const ExerciseCounts& all, const ItemCounts& counts,
                        const std::string& isolation) {
  const auto n_right = static_cast<double>(counts.n_right);
  const auto n_judged = static_cast<double>(all.n_judged);
  std::vector<std::string> fields{csv_field(exercise.id),
                                  csv_field(item.name),
                                  csv_field(item.title),
                                  points_text(item.points),
                                  item.is_hidden ? "yes" : "no",
                                  std::to_string(all.n_handed_in),
                                  std::to_string(all.n_judged),
                                  std::to_string(counts.n_right),
                                  all.n_judged > 0 ? percent_text(n_right, n_judged) : ""};
  for (const char* const verdict : kCountedVerdicts)
    fields.push_back(count_of_verdict(counts, verdict));
  fields.push_back(csv_field(frequent_mistakes(counts)));
  fields.push_back(csv_field(frequent_unexplained(counts)));
  fields.push_back(csv_field(isolation_field(isolation)));
  return joined(fields, ",");
}

std::string isolation_in(const Gradebook& book, std::size_t exercise) {
  std::vector<Mark> marks;
  for (std::size_t i = 0; i < book.plan.students.size(); ++i)
    marks.push_back(book.mark(i, exercise));
  return isolation_of(marks);
}

}  // namespace

std::string items_csv(const Gradebook& book) {
  std::string text = heading_of_items() + "\r\n";
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
    const AskedExercise& exercise = book.plan.exercises[i];
    const ExerciseCounts counts = exercise_counts(book, i);
    const std::string isolation = isolation_in(book, i);
    for (std::size_t k = 0; k < exercise.items.size(); ++k)
      text += row_of_item(exercise, exercise.items[k], counts, counts.items[k], isolation) + "\r\n";
  }
  return text;
}

using Json = nlohmann::ordered_json;

Json grades_json(const Gradebook& book) {
  Json json{{"schema", "attn.grades/1"}};
  json.update(plan_json(book.plan));
  for (std::size_t i = 0; i < book.plan.students.size(); ++i) {
    json["students"][i]["points"] = book.is_settled(i) ? json_number(book.points_of(i)) : Json();
    json["students"][i]["of"] = json_number(book.plan.most_points());
  }
  const std::string isolation = isolation_of(book.marks);
  json["isolation"] = isolation.empty() ? Json() : Json(isolation);
  json["marks"] = Json::array();
  for (const Mark& mark : book.marks) json["marks"].push_back(mark_json(mark));
  return json;
}

std::string grades_document(const Gradebook& book) {
  return harmless_json(json_document(grades_json(book)));
}

namespace {

constexpr unsigned kLeastWidth = 3;  // of the dashes below a heading
constexpr unsigned kWidestCell = 40;

std::string aligned_row(const std::vector<std::string>& cells, const MarkdownTable& table,
                        const std::vector<unsigned>& widths) {
  std::string row = "|";
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    row += " " +
           (table.columns[i].is_number ? pad_left(cells[i], widths[i])
                                       : pad_right(cells[i], widths[i])) +
           " |";
  return row + "\n";
}

std::string rule_of(bool is_number, unsigned width) {
  return is_number ? std::string(width - 1, '-') + ":" : std::string(width, '-');
}

}  // namespace

std::string markdown_table(const MarkdownTable& table) {
  std::vector<std::string> headings, rules;
  std::vector<unsigned> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    headings.push_back(table.columns[i].heading);
    widths.push_back(std::max(kLeastWidth, display_width(headings.back())));
    for (const std::vector<std::string>& row : table.rows)
      if (!table.columns[i].is_prose)
        widths.back() = std::max(widths.back(), display_width(row.at(i)));
    rules.push_back(rule_of(table.columns[i].is_number, widths.back()));
  }
  std::string text = aligned_row(headings, table, widths) + aligned_row(rules, table, widths);
  for (const std::vector<std::string>& row : table.rows) text += aligned_row(row, table, widths);
  return text;
}

std::string bar_of(double part, double whole) {
  constexpr std::size_t kSigns = 20;
  const double share = whole > 0.0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
  const auto filled = static_cast<std::size_t>(std::lround(share * kSigns));
  return std::string(filled, '#') + std::string(kSigns - filled, '-');
}

std::string prose_cell_of(const std::string& text) { return markdown_text(harmless_line(text)); }

std::string cell_text_of(const std::string& text) {
  return markdown_text(cut_label(harmless_line(text), kWidestCell, "…"));
}

}  // namespace attn
