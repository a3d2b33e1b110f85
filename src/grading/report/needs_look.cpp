#include "grading/report/needs_look.hpp"

#include <algorithm>

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

// "s01 (Ada), softmax, softmax.txt: why", of the marks for which `has_line` holds. The file is
// named unless `why` names it, and nothing is said where `why` is empty.
template <typename HasLine, typename Why>
std::vector<std::string> lines_of(const Gradebook& book, const HasLine& has_line, const Why& why) {
  std::vector<std::string> lines;
  for (std::size_t student = 0; student < book.plan.students.size(); ++student)
    for (std::size_t i = 0; i < book.plan.exercises.size(); ++i) {
      const Mark& mark = book.mark(student, i);
      if (!has_line(mark)) continue;
      std::string line = markdown_text(student_text(book.plan.students[student])) + ", " +
                         markdown_text(book.plan.exercises[i].id);
      const std::string text = why(mark, book.plan.students[student]);
      if (text.find(mark.file) == std::string::npos) line += ", " + markdown_text(mark.file);
      lines.push_back(line + (text.empty() ? "" : ": " + markdown_text(text)));
    }
  return lines;
}

// Why a mark is as it is, and how its file was found. That is in the language of its student, who
// has it in the report.
std::string said_to_student(const Mark& mark, const Student& student) {
  if (!student.language.empty() && student.language != language_code()) return "";
  std::string text = mark.reason;
  for (const std::string& note : mark.notes) add_sentence(text, note);
  return text;
}

std::vector<std::string> marks_in(const Gradebook& book, MarkState state) {
  return lines_of(
      book, [state](const Mark& mark) { return mark.state == state; }, said_to_student);
}

// Whose file was not called as usual, was one of several, or was not graded as a whole.
std::vector<std::string> remarks_in(const Gradebook& book) {
  const auto has_remark = [](const Mark& mark) {
    return !mark.notes.empty() &&
           (mark.state == MarkState::marked || mark.state == MarkState::missing);
  };
  return lines_of(book, has_remark, said_to_student);
}

// Who handed in files for an exercise that are none of it, by their names.
std::vector<std::string> others_in(const Gradebook& book) {
  return lines_of(
      book, [](const Mark& mark) { return !mark.others.empty(); },
      [](const Mark& mark, const Student&) { return listed_first(mark.others, 5); });
}

// Whether there is nothing at all, not even something else.
bool has_nothing(const Gradebook& book, std::size_t student) {
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i)
    if (!book.mark(student, i).others.empty()) return false;
  return !has_handed_in(book, student);
}

// Whose program was ended at a limit, in which checks: "values (took too long)".
std::vector<std::string> ended_programs_in(const Gradebook& book) {
  const auto is_ended = [](const MarkedItem& item) { return !item.ending.empty(); };
  return lines_of(
      book,
      [&](const Mark& mark) { return std::any_of(mark.items.begin(), mark.items.end(), is_ended); },
      [&](const Mark& mark, const Student&) {
        std::vector<std::string> checks;
        for (const MarkedItem& item : mark.items)
          if (is_ended(item)) checks.push_back(item.name + " (" + ending_text(item.ending) + ")");
        return listed(checks);
      });
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
      part_of_look(translated("Not marked: answers for a variant other than the student's"),
                   marks_in(book, MarkState::other_variant), kAll) +
      part_of_look(translated("0 points: could not be read or compiled"),
                   marks_in(book, MarkState::unreadable), kAll) +
      part_of_look(translated("Something else was handed in"), others_in(book), kAll) +
      part_of_look(translated("Programs stopped at a limit"), ended_programs_in(book), kAll) +
      part_of_look(translated("Remarks on what was graded"), remarks_in(book), kAll) +
      part_of_look(
          translated("Not on the roster"),
          students_who(book, [&](std::size_t i) { return students[i].on_roster == false; }), kAll) +
      part_of_look(translated("Nothing handed in"),
                   students_who(book, [&](std::size_t i) { return has_nothing(book, i); }), kAll) +
      part_of_look(translated("Files that belong to no exercise"), files, kMostFiles);
  if (text.empty()) return translated("Nothing: everything could be marked.") + std::string("\n");
  text.pop_back();  // one empty line is enough before what follows
  return text;
}

}  // namespace attn
