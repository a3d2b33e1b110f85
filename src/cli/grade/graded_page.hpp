#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "grading/gradebook.hpp"
#include "grading/report/report.hpp"
#include "trace/document.hpp"

namespace attn {

/// What `attn exercise grade` says at the end: how many submissions, how they came out, what needs
/// a look, and where the reports are.
Document graded_page(const Gradebook& book, const std::string& out, const ReportFiles& files);

/// attn.grading/1: the same for programs.
nlohmann::ordered_json graded_json(const Gradebook& book, const std::string& out);

/// Whether a mark is missing because of us or of the machine.
bool has_failed(const Gradebook& book);

/// The least of all points, in percent, that a student has of whom nothing is left to be judged;
/// 100 where there is none.
double least_percent(const Gradebook& book);

}  // namespace attn
