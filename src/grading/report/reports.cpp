#include "grading/report/reports.hpp"

#include "base/text.hpp"
#include "grading/report/class_page.hpp"
#include "grading/report/grades_csv.hpp"
#include "grading/report/grades_json.hpp"
#include "grading/report/gradescope.hpp"
#include "grading/report/items_csv.hpp"
#include "grading/report/junit.hpp"
#include "grading/report/student_page.hpp"

namespace attn {
namespace {

// The files of each student, in the student's language.
void append_students(ReportFiles& files, const Gradebook& book,
                     const std::set<ReportFormat>& formats, const Speak& speak) {
  for (std::size_t i = 0; i < book.plan.students.size(); ++i) {
    const Student& student = book.plan.students[i];
    const std::string folder = "students/" + student.report_folder + "/";
    speak(student.language);
    if (formats.contains(ReportFormat::gradescope))
      files.emplace_back(folder + "results.json", gradescope_document(book, i));
    if (formats.contains(ReportFormat::md))
      files.emplace_back(folder + "report.md", student_page(book, i));
  }
  speak("");
}

}  // namespace

ReportFiles reports_of(const Gradebook& book, const std::set<ReportFormat>& formats,
                       const Speak& speak) {
  ReportFiles files;
  speak("");
  const bool is_for_excel = formats.contains(ReportFormat::excel);
  if (is_for_excel || formats.contains(ReportFormat::csv)) {
    const std::string mark(is_for_excel ? kByteOrderMark : "");
    files.emplace_back("grades.csv", mark + grades_csv(book));
    files.emplace_back("items.csv", mark + items_csv(book));
  }
  if (formats.contains(ReportFormat::json))
    files.emplace_back("grades.json", grades_document(book));
  if (formats.contains(ReportFormat::junit)) files.emplace_back("junit.xml", junit_xml(book));
  append_students(files, book, formats, speak);
  if (formats.contains(ReportFormat::md)) files.emplace_back("class.md", class_page(book));
  return files;
}

}  // namespace attn
