#pragma once

#include <string>

#include "grading/report/reports.hpp"

namespace attn {

/// Writes reports into a folder, over older ones, each as a whole: it gets its name once it is
/// written. They can be made again at any time, so nothing waits for the disk.
/// Errors: SurroundingsError naming the file that cannot be written; those before it are there.
void write_reports(const std::string& folder, const ReportFiles& files);

}  // namespace attn
