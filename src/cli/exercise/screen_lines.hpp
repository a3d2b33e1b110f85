#pragma once

#include <string>
#include <vector>

namespace attn {

/// A text without its blank lines, or without so many of them where it has more: the first ones go.
std::string squeezed(const std::string& text, std::size_t n_blank = std::string::npos);

/// It in parts of so many lines each, the last maybe of fewer; at least one part.
std::vector<std::string> screenfuls(const std::string& text, std::size_t n);

}  // namespace attn
