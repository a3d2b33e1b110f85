#pragma once

#include <string>

#include "practice/exercise.hpp"
#include "practice/worksheet.hpp"

namespace attn {

/// Why the numbers that were drawn for a variant will not do: an answer that cannot be computed or
/// is not finite, or mistakes that cannot be told apart. A sentence, or "" where they will do.
std::string reason_against(const Exercise& exercise, Worksheet& worksheet);

}  // namespace attn
