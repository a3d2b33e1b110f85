#pragma once

#include <string>

#include "grading/gradebook.hpp"

namespace attn {

/// items.csv: a row for each question and check: how many were right, how often each verdict was
/// given, the mistakes ("no_scale 12; no_mask/swapped 3", where either of two explains an answer)
/// and the three wrong answers that most students gave of those that no mistake explains. The same
/// in every language but for the titles.
std::string items_csv(const Gradebook& book);

}  // namespace attn
