#pragma once

#include <cstddef>
#include <string>

namespace attn {

/// Where something is in a text file: both counted from 1, as editors do. "line 3, column 2"
std::string line_place(std::size_t line, std::size_t column);

}  // namespace attn
