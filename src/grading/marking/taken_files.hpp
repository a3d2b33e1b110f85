#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grading/classroom/chosen_file.hpp"

namespace attn {

/// What a student handed in for one exercise, as it was found.
struct HandedInFile {
  std::string class_folder;
  ChosenFile chosen;
  std::vector<std::string> others{};  ///< where nothing was chosen: files that belong to no
                                      ///< other exercise
  bool has_closed_folder = false;     ///< of the student, so that something may be missing
};

/// The bytes of it.
struct TakenFiles {
  std::string name;  ///< of the file or the folder
  bool is_folder = false;
  std::vector<std::pair<std::string, std::string>> files{};  ///< paths within it, and their bytes
  std::vector<std::string> left_out{};                       ///< links, and what is no file

  /// Another one for other names or bytes.
  std::string fingerprint() const;
};

/// Reads what was handed in, and follows no link.
/// Errors: InputError if it is no ordinary file or folder, or too large for an answer or a program;
///         SurroundingsError if a part of it cannot be read.
TakenFiles take_files(const HandedInFile& handed_in, bool is_program);

/// Writes the files into a folder, which is empty. Returns the path of the file or of the folder
/// that was handed in.
std::string put_files(const TakenFiles& taken, const std::string& folder);

}  // namespace attn
