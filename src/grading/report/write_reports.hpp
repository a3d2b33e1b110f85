#pragma once

#include <string>

#include "grading/report/reports.hpp"

namespace attn {

/// Removes the reports of a folder that are not among these: those of students who are gone, and of
/// forms that are not asked for any more. Whatever else lies there stays.
void remove_other_reports(const std::string& folder, const ReportFiles& files);

/// Writes reports into a folder, over older ones, each as a whole: it gets its name once it is
/// written. They can be made again at any time, so nothing waits for the disk.
/// Errors: SurroundingsError naming the file that cannot be written; those before it are there.
void write_reports(const std::string& folder, const ReportFiles& files);

}  // namespace attn
