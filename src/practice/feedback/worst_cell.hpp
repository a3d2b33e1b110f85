#pragma once

#include <string>

#include "practice/judge/check.hpp"

namespace attn {

/// The two numbers of the worst cell, how far apart they are, and how far apart they may be.
struct WorstCell {
  std::string given, expected, error, allowed;
};

/// Those of a wrong answer that has cells. What was given is shown with the digits that were typed,
/// and never as another number: 0.0085 and not 0.01.
WorstCell worst_cell(const FieldResult& result);

}  // namespace attn
