#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grading/marking/journal.hpp"

namespace attn {

/// The parts of a class, each with the path of its journal, put together. A part may be there
/// twice.
/// Errors: InputError if they are of different classes or rules, or marks are missing: it names the
///         part in which they would be.
Gradebook merged_parts(const std::vector<std::pair<std::string, JournalContent>>& parts);

}  // namespace attn
