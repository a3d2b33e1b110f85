#pragma once

#include <string>
#include <vector>

#include "grading/classroom/folder_beneath.hpp"
#include "practice/exercise/exercise.hpp"

namespace attn {

/// A file or folder that a student handed in.
struct StudentFile {
  std::string file;  ///< as the layout sees it: "program-keywords.py", "hw/answer.txt"
  std::string path;  ///< where it lies, within the folder of the class
  FoundKind kind = FoundKind::file;
};

/// The file of a student that is graded for an exercise.
struct ChosenFile {
  std::string path;  ///< within the folder of the class; "" where there is none
  std::string file;  ///< the same as the layout sees it
  bool is_folder = false;
  bool has_usual_name = true;       ///< else it is one that was most probably meant
  std::vector<std::string> also{};  ///< other files that could have been graded
};

/// What a file to an exercise is called: "attention-by-hand.txt"; of a program one for each of its
/// languages, and a folder. The first goes before the others.
std::vector<std::string> usual_files(const Exercise& exercise);

/// The file that is graded: of the usual names the first; else one that differs from them only in
/// capitals, in the number that a browser adds (" (1)"), or in a folder above it; else, of typed
/// answers, one that says inside which exercise it answers, as `answers_to` has it for each file.
/// "" where there is none. `also` are as the layout sees them.
ChosenFile chosen_file(const Exercise& exercise, const std::vector<StudentFile>& files,
                       const std::vector<std::string>& answers_to);

/// The id of the exercise that a file is for, by its name; "" if it is for none of them.
std::string exercise_of_file(const std::string& file, const std::vector<std::string>& ids);

}  // namespace attn
