#pragma once

#include "practice/recipe/worksheet.hpp"
#include "trace/document.hpp"

namespace attn {

/// What a program is asked for: what it reads and prints, with the worksheet's numbers as an
/// example; what it is tried for; and how it is run.
/// Errors: those of Worksheet.
Document program_form(const Worksheet& numbers);

}  // namespace attn
