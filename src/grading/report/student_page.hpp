#pragma once

#include <string>

#include "grading/gradebook.hpp"

namespace attn {

/// report.md of a student, by the place in the plan, in the language in force: the points at a
/// glance, then of each exercise what was graded, what it got and what a learner would see. Of a
/// check that the students do not know it says the name and whether it was passed.
std::string student_page(const Gradebook& book, std::size_t student);

}  // namespace attn
