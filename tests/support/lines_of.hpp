#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace attn {

/// The lines of a text, without their newlines; a newline at the end opens no other line.
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

/// The words of a text with one space between them, wherever its lines end.
inline std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

}  // namespace attn
