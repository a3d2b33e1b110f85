#pragma once

#include <map>
#include <string>

#include "costs/formula/formula.hpp"

namespace attn {

/// The value of a formula as it is printed, read by a second, independent reader: a space
/// multiplies, ^ is a power, / divides all that stands before it in its product, rounding up.
/// Errors: std::runtime_error naming what it does not understand.
Count value_of_text(const std::string& formula, const std::map<std::string, Count>& values);

/// The values that a report shows for its symbols.
std::map<std::string, Count> values_of(const Arguments& arguments);

}  // namespace attn
