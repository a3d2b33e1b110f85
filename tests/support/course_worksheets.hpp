#pragma once

#include <vector>

#include "practice/exercise/worksheet.hpp"

namespace attn {

/// The exercises that come with attn, each with its first variants; drawn once.
const std::vector<Worksheet>& course_worksheets();

/// Whether a property that compares each wrong answer with every mistake, which takes its time, is
/// tried on this one: the first variant, or all with ATTN_ALL_ROUNDS=1.
bool is_tried(const Worksheet& worksheet);

/// How a failure names one of them: "attention-by-hand variant 1, ".
std::string named(const Worksheet& worksheet);

}  // namespace attn
