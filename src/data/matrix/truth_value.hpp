#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// True as 1 and False as 0, however they are capitalised; nothing for any other word.
std::optional<double> truth_value(std::string_view word);

/// Tells that `name`, of which a matrix is read, holds such values.
void tell_truth_values(const std::string& name);

/// How often that was told: who knows what a matrix is for can say then what they mean in it.
std::size_t n_times_truth_values_were_read();

}  // namespace attn
