// Marks to the bytes of files: CSV, JSON, JUnit, Gradescope, pages.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "grading/gradebook.hpp"

namespace attn {

/// How a class did as a whole: those who handed in anything, and of whom all of that was judged.
struct ClassCounts {
  std::size_t n_handed_in = 0;
  std::size_t n_unsettled = 0;  ///< those who are not counted below: nobody knows their points yet
  double mean_points = 0.0, median_points = 0.0;
  std::array<std::size_t, 5> fifths{};  ///< how many got 0 to 20 % of the points, 20 to 40 %, …
};

ClassCounts class_counts(const Gradebook& book);

/// A form that marks are written in.
enum class ReportFormat {
  csv,         ///< grades.csv and items.csv
  excel,       ///< the same with a byte-order mark, without which Excel garbles names
  json,        ///< grades.json
  junit,       ///< junit.xml
  gradescope,  ///< students/NAME/results.json
  md,          ///< students/NAME/report.md, and class.md for the teacher
};
inline constexpr Named<ReportFormat> kReportFormats[] = {{ReportFormat::csv, "csv"},
                                                         {ReportFormat::excel, "excel"},
                                                         {ReportFormat::json, "json"},
                                                         {ReportFormat::junit, "junit"},
                                                         {ReportFormat::gradescope, "gradescope"},
                                                         {ReportFormat::md, "md"}};

/// From now on texts are in this language; "" is that of the command.
using Speak = std::function<void(const std::string& language)>;

/// Paths within the folder of the reports, and what is written there.
using ReportFiles = std::vector<std::pair<std::string, std::string>>;

/// All reports of a class, in the order in which they are to be written. The same gradebook always
/// gives the same bytes: nothing in them depends on when, where or with how many jobs it was made.
/// Whatever students wrote or are called cannot be taken for markup, a formula or a command.
ReportFiles reports_of(const Gradebook& book, const std::set<ReportFormat>& formats,
                       const Speak& speak);

// How a gradebook is said in words: sentences are in the language in force.

/// Points, short: "7", "2.5", "0.3333".
std::string points_text(double points, int decimals = 4);

/// What became of a submission, in a few words: "not handed in".
std::string state_text(MarkState state);

/// What the programs of some marks were run in, each once: "bubblewrap", "bubblewrap, limits"; ""
/// where none was run.
std::string isolation_of(std::span<const Mark> marks);

/// Removes the reports of a folder that are not among these: those of students who are gone, and of
/// forms that are not asked for any more. Whatever else lies there stays.
void remove_other_reports(const std::string& folder, const ReportFiles& files);

/// Writes reports into a folder, over older ones, each as a whole: it gets its name once it is
/// written. They can be made again at any time, so nothing waits for the disk.
/// Errors: SurroundingsError naming the file that cannot be written; those before it are there.
void write_reports(const std::string& folder, const ReportFiles& files);

}  // namespace attn
