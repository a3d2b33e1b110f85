#pragma once

#include <string>
#include <vector>

#include "practice/exercise.hpp"

namespace attn {

/// What a course says of itself, in FOLDER/exercises/course.toml.
struct CourseSettings {
  std::string name;  ///< what progress is kept under; the folder's name where the file is missing
  std::vector<std::string> languages = kUsualLanguages;  ///< of its texts and pages; never empty
};

/// Errors:  InputError if there is a course.toml that cannot be read.
CourseSettings read_course_settings(const std::string& folder);

/// The path of that file.
std::string course_file(const std::string& folder);

/// Whether a text can be the code of a language: "en", "pt-BR".
bool is_language_code(const std::string& text);

}  // namespace attn
