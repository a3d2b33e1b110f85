#pragma once

#include <string>
#include <vector>

namespace attn {

/// How many lines a text has, each with its end.
std::size_t n_lines_of(const std::string& text);

/// As many lines of it, or all if it has fewer.
std::string first_lines(const std::string& text, std::size_t n);

/// Without its blank lines.
std::string squeezed(const std::string& text);

/// It in parts of so many lines each, the last maybe of fewer; at least one part.
std::vector<std::string> screenfuls(const std::string& text, std::size_t n);

}  // namespace attn
