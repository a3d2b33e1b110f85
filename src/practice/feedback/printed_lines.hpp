#pragma once

#include <string>
#include <vector>

namespace attn {

/// Some lines of what a program printed, safe to show, and how many are not among them.
struct PrintedLines {
  std::vector<std::string> lines;
  std::size_t n_left_out = 0;
};

/// Its beginning, where a compiler says what is wrong first, and where a reply begins.
PrintedLines first_printed(const std::string& text, std::size_t most);

/// Its end, where an interpreter says why it gave up.
PrintedLines last_printed(const std::string& text, std::size_t most);

}  // namespace attn
