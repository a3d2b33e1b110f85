#pragma once

#include <string>
#include <vector>

namespace attn {

/// An exercise that was written for an author to change.
struct NewExercise {
  unsigned number = 0;
  std::string id;
  bool made_course = false;            ///< there was no course.toml before
  std::vector<std::string> languages;  ///< of the course
  std::vector<std::string> files;      ///< paths, in the order in which an author needs them
};

/// Writes a small exercise, whole and sound, into a course: its manifest, and in each language of
/// the course its pages, then the template and the solution with its answer. The number is the next
/// free one. Where there is no course yet, one is made in the user's language.
///
/// Errors:  InputError if the id is none, or is there already, or the course cannot be read;
///          SurroundingsError if a file cannot be written. Nothing that exists is ever replaced.
NewExercise write_new_exercise(const std::string& course_folder, const std::string& id);

}  // namespace attn
