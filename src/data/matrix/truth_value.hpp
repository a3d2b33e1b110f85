#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// True as 1 and False as 0, however they are capitalised; nothing for any other word.
std::optional<double> truth_value(std::string_view word);

/// Tells that `name`, of which a matrix is read, holds such values, and what they mean in a mask.
void tell_truth_values(const std::string& name);

}  // namespace attn
