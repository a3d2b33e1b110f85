#pragma once

#include <string>
#include <vector>

#include "practice/exercise.hpp"

namespace attn {

/// What is wrong with the pages, the template and the answer file of an exercise, as sentences.
/// Errors:  InputError if its numbers cannot be computed.
std::vector<std::string> page_faults(const Exercise& exercise);

}  // namespace attn
