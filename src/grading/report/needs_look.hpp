#pragma once

#include <string>

#include "grading/gradebook.hpp"

namespace attn {

/// What a teacher has to look at before the marks go out, as Markdown in the language in force:
/// what could not be marked, whose program was ended at a limit, whose file was guessed, who is
/// missing from the roster or handed nothing in, and which files belong to no exercise.
std::string needs_look(const Gradebook& book);

}  // namespace attn
