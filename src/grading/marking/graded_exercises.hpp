#pragma once

#include <string>
#include <vector>

#include "grading/classroom/classroom.hpp"
#include "grading/marking/mark_submission.hpp"

namespace attn {

/// The exercises of a course that are graded.
struct GradedExercises {
  std::vector<GradedExercise> exercises;  ///< in the order of the course
  std::string fingerprint;                ///< of their tables and hidden checks
};

/// Reads exercises by their ids. Of each, a file ID.toml in the folder of hidden checks, "" for
/// none, has further ones.
/// Errors: those of read_exercise and add_hidden_checks; InputError if that folder cannot be read,
///         or a file there is for no exercise of the course, or for one that asks for answers.
GradedExercises read_graded_exercises(const std::string& course,
                                      const std::vector<std::string>& ids,
                                      const std::string& hidden);

/// What is graded, and the rules in one line.
GradingPlan grading_plan(const std::string& course_name, const GradedExercises& graded,
                         const Classroom& classroom, const MarkingRules& rules);

/// Whether a program is among what was handed in.
bool has_program(const std::vector<GradedExercise>& exercises, const Classroom& classroom);

}  // namespace attn
