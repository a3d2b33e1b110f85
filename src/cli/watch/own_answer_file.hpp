#pragma once

#include <string>

#include "cli/exercise/session.hpp"

namespace attn {

/// A file that is there for the answers to the exercise of the session.
struct OwnAnswerFile {
  std::string path;
  bool is_new = false;
};

/// The file in this folder for the answers to the exercise of the session: that of the usual name,
/// or where it belongs to something else, the next of NAME-2.txt, NAME-3.txt ... It is written as
/// `start` writes it where it is missing; one that exists is left as it is.
/// Errors: those of Worksheet and of write_files.
OwnAnswerFile own_answer_file(ExerciseSession& session);

/// Writes the file that `start` writes, unless something of that name exists. Returns whether it
/// was written.
/// Errors: those of Worksheet and of write_files.
bool write_answer_file_if_missing(ExerciseSession& session, const std::string& path);

}  // namespace attn
