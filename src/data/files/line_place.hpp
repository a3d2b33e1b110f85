#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// Where something is in a text file: both counted from 1, as editors do. "line 3, column 2"
std::string line_place(std::size_t line, std::size_t column);

/// The same for a byte of a text; its end for a byte beyond it.
std::string line_place_of(std::string_view text, std::size_t byte);

}  // namespace attn
