#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "grading/gradebook.hpp"

namespace attn {

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

}  // namespace attn
