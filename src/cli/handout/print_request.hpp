#pragma once

#include <string>
#include <vector>

#include "cli/exercise/session.hpp"
#include "grading/handout/handout.hpp"

namespace attn {

/// What `attn exercise print` is asked for.
struct PrintRequest {
  std::vector<std::string> exercises;  ///< their ids, in the order typed, each once
  std::vector<HandoutCopy> copies;
  std::string handout, answers;  ///< the files; one of them may be ""
  bool overwrites = false;
};

/// Reads words and flags. No exercise is opened, and nothing is written.
/// Errors:  InputError naming a flag, for a word that names no exercise, where neither file was
///          named, and for a file that may not be written; those of read_roster.
PrintRequest read_print_request(const ExerciseSession& session);

}  // namespace attn
