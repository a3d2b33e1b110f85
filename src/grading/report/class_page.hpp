#pragma once

#include <string>

#include "grading/gradebook.hpp"

namespace attn {

/// class.md, for the teacher and in the language in force: how the class did, what needs a look
/// before the marks go out, and of each question how many got it, which mistakes were made how
/// often, and the three wrong answers that most students gave of those that no mistake explains.
std::string class_page(const Gradebook& book);

}  // namespace attn
