#pragma once

#include <string>

#include "grading/handout/handout.hpp"

namespace attn {

/// The answers to a handout, for the teacher: for each variant, what is right at each question and
/// how far a number may be off, as the checker has it. Exercises whose numbers never change come
/// first, once. It is in the language of whoever prints.
/// Errors:  those of Worksheet and of the pages.
std::string answer_key_html(const Handout& handout);

}  // namespace attn
