#pragma once

#include <string>
#include <vector>

#include "practice/course/course_settings.hpp"
#include "practice/exercise.hpp"

namespace attn {

/// A folder of exercises: FOLDER/exercises/NN-id and FOLDER/solutions/NN-id.
struct Course {
  std::string name;  ///< what progress is kept under: of course.toml, "attn" for our own
  std::vector<std::string> languages = kUsualLanguages;  ///< of its texts and pages
  std::vector<Exercise> exercises;                       ///< by number
  /// Folders that could not be read, and why. The others can still be worked on.
  std::vector<std::pair<std::string, std::string>> broken;
};

/// Reads a course, every page of it included.
/// Errors:  InputError if there is no such folder, or no exercise in it.
Course read_course(const std::string& folder);

/// The same without the pages, which are most of the files: enough to list the exercises.
Course read_course_overview(const std::string& folder);

/// What the folder of an exercise says: "01-two-words".
struct ExerciseName {
  unsigned number = 0;
  std::string id;
  std::string folder;  ///< its own name, without those above it
};

/// The exercises of a course by number, as their folders are called. None of them is opened.
/// Errors:  as read_course.
std::vector<ExerciseName> exercise_names(const std::string& folder);

/// The same of a course that may still have none.
/// Errors:  InputError if there is no such folder.
std::vector<ExerciseName> numbered_exercises(const std::string& folder);

/// The exercise that is meant by its number ("1", "01"), its id, or the beginning of its id, if no
/// other id begins like that.
/// Errors:  InputError naming the nearest id, or the ids that begin like that.
const ExerciseName& find_exercise(const std::vector<ExerciseName>& names,
                                  const std::string& wanted);

/// Reads the exercise that find_exercise finds in the course, with its pages and without the other
/// exercises.
/// Errors:  those of find_exercise; InputError if the exercise cannot be read.
Exercise read_exercise(const std::string& course_folder, const std::string& wanted);

}  // namespace attn
