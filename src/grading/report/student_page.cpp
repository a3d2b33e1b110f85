#include "grading/report/student_page.hpp"

#include "base/message.hpp"
#include "grading/report/harmless_text.hpp"
#include "grading/report/mark_text.hpp"
#include "grading/report/markdown_table.hpp"

namespace attn {
namespace {

std::string heading_of(const AskedExercise& asked, const Mark& mark) {
  return std::to_string(asked.number) + " " + title_of(mark, asked);
}

std::string points_cell(double points, double most) {
  return message("{} of {}", points_text(points), points_text(most));
}

std::string table_of_exercises(const Gradebook& book, std::size_t student) {
  MarkdownTable table{
      {{translated("Exercise")}, {translated("Points"), true}, {translated("Status")}}};
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
    const AskedExercise& asked = book.plan.exercises[i];
    const Mark& mark = book.mark(student, i);
    table.rows.push_back({cell_text_of(heading_of(asked, mark)),
                          mark.is_open() ? "-" : points_cell(mark.points(), asked.most_points()),
                          state_text(mark.state)});
  }
  return markdown_table(table);
}

// By the names that the feedback has, too. A hidden check has nothing but its name.
std::string table_of_items(const Mark& mark, const AskedExercise& asked) {
  MarkdownTable table{{{translated("Name")},
                       {translated("Points"), true},
                       {translated("Verdict")},
                       {.heading = translated("Question"), .is_prose = true}}};
  for (const MarkedItem& item : items_of(mark, asked))
    table.rows.push_back({cell_text_of(item.name), points_cell(item.points, item.most),
                          markdown_text(verdict_text(item.verdict)),
                          item.title == item.name ? "" : prose_cell_of(item.title)});
  return markdown_table(table);
}

// What was handed in, why it was not marked, and what else is to be said of it.
std::string remarks_of_mark(const Mark& mark) {
  std::string text = "- " + state_text(mark.state) + "\n";
  if (!mark.reason.empty()) text += "- " + markdown_text(mark.reason) + "\n";
  if (!mark.file.empty()) text += "- " + message("graded: {}", markdown_text(mark.file)) + "\n";
  if (mark.variant != 0) text += "- " + message("variant {}", mark.variant) + "\n";
  if (!mark.isolation.empty())
    text += "- " + message("isolation: {}", markdown_text(mark.isolation)) + "\n";
  for (const std::string& note : mark.notes) text += "- " + markdown_text(note) + "\n";
  return text;
}

std::string section_of(const Mark& mark, const AskedExercise& asked) {
  std::string text = "\n## " + markdown_text(heading_of(asked, mark)) + "\n\n";
  text += remarks_of_mark(mark);
  if (mark.state == MarkState::marked) text += "\n" + table_of_items(mark, asked);
  if (!mark.feedback.empty()) text += "\n" + markdown_block(mark.feedback);
  return text;
}

}  // namespace

std::string student_page(const Gradebook& book, std::size_t student) {
  std::string text = "# " + markdown_text(student_text(book.plan.students.at(student))) + "\n\n";
  text += markdown_text(book.plan.course) + "\n\n";
  text += total_text(book, student) + "\n\n";
  text += table_of_exercises(book, student) + "\n";
  text += markdown_text(isolation_text(isolation_of(book, student))) + "\n";
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i)
    text += section_of(book.mark(student, i), book.plan.exercises[i]);
  return text;
}

}  // namespace attn
