#pragma once

#include <vector>

#include "practice/recipe/worksheet.hpp"

namespace attn {

/// The exercises that come with attn, each with its first variants; drawn once.
const std::vector<Worksheet>& course_worksheets();

/// How a failure names one of them: "attention-by-hand variant 1, ".
std::string named(const Worksheet& worksheet);

}  // namespace attn
