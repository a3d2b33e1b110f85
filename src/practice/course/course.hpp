#pragma once

#include <optional>
#include <string>
#include <vector>

#include "practice/exercise.hpp"

namespace attn {

/// A folder of exercises: FOLDER/exercises/NN-id and FOLDER/solutions/NN-id.
struct Course {
  std::string name;  ///< what progress is kept under: of course.toml, "attn" for our own
  std::vector<Exercise> exercises;  ///< by number
  /// Folders that could not be read, and why. The others can still be worked on.
  std::vector<std::pair<std::string, std::string>> broken;
};

/// Reads a course.
/// Errors:  InputError if there is no such folder, or no exercise in it.
Course read_course(const std::string& folder);

/// The course's name alone.
/// Errors:  InputError if its course.toml is none.
std::string read_course_name(const std::string& folder);

/// One exercise of a course, read without the others, which takes a fraction of the time: the one
/// that find_exercise finds. Nothing where there is none such, or it cannot be read: the whole
/// course then says why.
std::optional<Exercise> read_one_exercise(const std::string& folder, const std::string& wanted);

/// The exercise with that number ("1", "01"), id, or beginning of one id only.
/// Errors:  InputError naming the nearest id, or the ids that begin so.
const Exercise& find_exercise(const Course& course, const std::string& wanted);

}  // namespace attn
