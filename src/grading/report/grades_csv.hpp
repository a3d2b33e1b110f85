#pragma once

#include <string>

#include "grading/gradebook.hpp"

namespace attn {

/// grades.csv: a row for each student, in the order of the plan, with the points at each exercise.
/// Points are empty where a submission was not marked and somebody has to look; `remarks` names
/// every state but "marked". The same in every language.
std::string grades_csv(const Gradebook& book);

}  // namespace attn
