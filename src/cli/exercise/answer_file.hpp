#pragma once

#include <string>

#include "practice/exercise/worksheet.hpp"

namespace attn {

/// The file that `start` writes: which exercise it answers, what that gives, and each question with
/// room for its answer, in the user's language. Where the author wrote a template, that.
/// Errors: those of Worksheet and of the pages.
std::string answer_file_text(const Exercise& exercise, Worksheet& worksheet);

}  // namespace attn
