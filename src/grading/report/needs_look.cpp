#include "grading/report/needs_look.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "grading/report/class_counts.hpp"
#include "grading/report/harmless_text.hpp"
#include "grading/report/mark_text.hpp"

namespace attn {
namespace {

constexpr std::size_t kMostFiles = 50;

// A heading with how many there are, and a line for each; nothing where there is none.
std::string part_of_look(const std::string& heading, const std::vector<std::string>& lines,
                         std::size_t most) {
  if (lines.empty()) return "";
  std::string text = "**" + heading + "** (" + std::to_string(lines.size()) + ")\n\n";
  for (std::size_t i = 0; i < lines.size() && i < most; ++i) text += "- " + lines[i] + "\n";
  if (lines.size() > most) text += "- " + message("... and {} more", lines.size() - most) + "\n";
  return text + "\n";
}

// "s01 (Ada), softmax: why".
std::vector<std::string> marks_in(const Gradebook& book, MarkState state) {
  std::vector<std::string> lines;
  for (std::size_t student = 0; student < book.plan.students.size(); ++student)
    for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
      const Mark& mark = book.mark(student, i);
      if (mark.state != state) continue;
      std::string line = markdown_text(student_text(book.plan.students[student])) + ", " +
                         markdown_text(book.plan.exercises[i].id);
      const bool is_named = mark.reason.find(mark.file) != std::string::npos;
      if (!mark.file.empty() && !is_named) line += ", " + markdown_text(mark.file);
      // A reason is in the language of its student, who has it in the report.
      const std::string& language = book.plan.students[student].language;
      if (!mark.reason.empty() && (language.empty() || language == language_code()))
        line += ": " + markdown_text(mark.reason);
      lines.push_back(line);
    }
  return lines;
}

// Who handed in files for an exercise that are none of it, by their names.
std::vector<std::string> others_in(const Gradebook& book) {
  std::vector<std::string> lines;
  for (std::size_t student = 0; student < book.plan.students.size(); ++student)
    for (std::size_t i = 0; i < book.plan.exercises.size(); ++i)
      if (const Mark& mark = book.mark(student, i); !mark.others.empty())
        lines.push_back(markdown_text(student_text(book.plan.students[student])) + ", " +
                        markdown_text(book.plan.exercises[i].id) + ": " +
                        markdown_text(listed_first(mark.others, 5)));
  return lines;
}

template <typename Is>
std::vector<std::string> students_who(const Gradebook& book, const Is& is) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < book.plan.students.size(); ++i)
    if (is(i)) lines.push_back(markdown_text(student_text(book.plan.students[i])));
  return lines;
}

}  // namespace

std::string needs_look(const Gradebook& book) {
  constexpr std::size_t kAll = static_cast<std::size_t>(-1);
  const std::vector<Student>& students = book.plan.students;
  std::vector<std::string> files;
  for (const std::string& file : book.plan.not_looked_at) files.push_back(markdown_text(file));
  std::string text =
      part_of_look(translated("Not marked: the grader failed"),
                   marks_in(book, MarkState::grader_failed), kAll) +
      part_of_look(translated("Not marked: a sheet of other numbers than the student's"),
                   marks_in(book, MarkState::other_variant), kAll) +
      part_of_look(translated("0 points: could not be read or compiled"),
                   marks_in(book, MarkState::unreadable), kAll) +
      part_of_look(translated("Something else was handed in"), others_in(book), kAll) +
      part_of_look(translated("Not on the roster"),
                   students_who(book, [&](std::size_t i) { return !students[i].is_on_roster; }),
                   kAll) +
      part_of_look(translated("Nothing handed in"),
                   students_who(book, [&](std::size_t i) { return !has_handed_in(book, i); }),
                   kAll) +
      part_of_look(translated("Files that belong to no exercise"), files, kMostFiles);
  if (text.empty()) return translated("Nothing: everything could be marked.") + std::string("\n");
  text.pop_back();  // one empty line is enough before what follows
  return text;
}

}  // namespace attn
