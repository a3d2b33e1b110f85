#pragma once

#include <string_view>

#include "practice/judge/diagnose.hpp"

namespace attn {

/// How much of a wrong answer is right, where no mistake has its numbers: all cells but one, all
/// rows or columns but one, all digits of a number but one or two that have changed places, or a
/// list from which one item is missing. Or that it is no number, or no whole one where a count is
/// asked for.
///
///     {0.4, 0.2, 0.4} beside {0.4, 0.3, 0.4}    "one_cell"
///     262134 beside 262144                      "one_digit"
///     the first, second and fourth of a list    "one_overlooked"
Diagnosis near_truth(const FieldResult& result);

/// Whether a diagnosis of near_truth() leaves open how far off the rest is.
bool is_partly_right(std::string_view turned);

}  // namespace attn
