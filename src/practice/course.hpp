#pragma once

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

/// The exercise with that number ("1", "01"), id, or beginning of one id only.
/// Errors:  InputError naming the nearest id, or the ids that begin so.
const Exercise& find_exercise(const Course& course, const std::string& wanted);

}  // namespace attn
