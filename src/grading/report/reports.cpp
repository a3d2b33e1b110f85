#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "data/files/write_file.hpp"
#include "grading/report/forms.hpp"
#include "grading/report/report.hpp"

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

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_report(const fs::path& path, int error) {
  throw SurroundingsError(
      message("{0} cannot be written: {1}.", path.string(), system_reason(error)));
}

// Returns 0, or the number of the error.
int write_new(const fs::path& path, const std::string& bytes) {
  ::unlink(path.c_str());
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  return file.is_open() && write_all(file.get(), bytes) && file.close() ? 0 : errno;
}

}  // namespace

void remove_other_reports(const std::string& folder, const ReportFiles& files) {
  std::set<std::string> kept;
  for (const auto& [name, bytes] : files) kept.insert(name);
  const auto remove_unless_kept = [&](const std::string& name) {
    if (!kept.contains(name)) ::unlink((fs::path(folder) / name).c_str());
  };
  for (const char* name : {"grades.csv", "items.csv", "grades.json", "junit.xml", "class.md"})
    remove_unless_kept(name);
  std::error_code error, unknown;
  std::vector<std::string> students;
  for (fs::directory_iterator entry(fs::path(folder) / "students", error), end;
       !error && entry != end; entry.increment(error))
    if (fs::is_directory(entry->symlink_status(unknown)))
      students.push_back(entry->path().filename().string());
  for (const std::string& student : students) {
    for (const char* name : {"report.md", "results.json"})
      remove_unless_kept("students/" + student + "/" + name);
    ::rmdir((fs::path(folder) / "students" / student).c_str());  // where it is empty
  }
  ::rmdir((fs::path(folder) / "students").c_str());
}

void write_reports(const std::string& folder, const ReportFiles& files) {
  const SignalHold hold;
  for (const auto& [name, bytes] : files) {
    const fs::path path = fs::path(folder) / name, unfinished = path.string() + ".new";
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) refuse_report(path.parent_path(), error.value());
    if (const int failed = write_new(unfinished, bytes); failed != 0) {
      ::unlink(unfinished.c_str());
      refuse_report(path, failed);
    }
    if (::rename(unfinished.c_str(), path.c_str()) != 0) refuse_report(path, errno);
  }
}

}  // namespace attn
