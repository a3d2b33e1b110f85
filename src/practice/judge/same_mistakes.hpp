#pragma once

#include <string>
#include <vector>

#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"

namespace attn {

/// The names of the earlier answers that show the mistake of this one already: one of the exercise,
/// or a habit of writing numbers, such as percentages. Whoever makes it again has made one mistake.
std::vector<std::string> same_mistakes(const Diagnosis& mistake, const FieldResult& result,
                                       const std::vector<FieldResult>& before);

}  // namespace attn
