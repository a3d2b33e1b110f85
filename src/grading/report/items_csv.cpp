#include "grading/report/items_csv.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "grading/report/class_counts.hpp"
#include "grading/report/harmless_text.hpp"
#include "grading/report/mark_text.hpp"

namespace attn {
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
  std::vector<const Mark*> marks;
  for (std::size_t i = 0; i < book.plan.students.size(); ++i)
    marks.push_back(&book.mark(i, exercise));
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

}  // namespace attn
