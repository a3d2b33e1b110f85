#pragma once

#include <cstdint>
#include <string>

namespace attn {

/// A count with its digits in groups of three, the same in every locale: "1,048,576".
std::string count_text(std::uint64_t count);

}  // namespace attn
