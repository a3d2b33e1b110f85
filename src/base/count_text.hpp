#pragma once

#include <cstdint>
#include <string>

namespace attn {

/// The digits of a whole number in groups of three, the same in every locale: "1,048,576".
std::string in_groups_of_three(std::string digits);

/// The same for a count.
std::string count_text(std::uint64_t count);

}  // namespace attn
