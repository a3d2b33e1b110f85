#include "practice/feedback/printed_lines.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace attn {
namespace {

// A line for a person; nobody reads the end of one that is longer.
std::string shown_line(std::string line) {
  constexpr int kLongest = 300;
  replace_all(line, "\t", "    ");
  if (line.ends_with('\r')) line.pop_back();
  return preview(line, kLongest);
}

// Without the empty lines behind the last.
std::vector<std::string> whole_lines(const std::string& text) {
  std::vector<std::string> lines = split(text, '\n');
  while (!lines.empty() && trimmed(lines.back()).empty()) lines.pop_back();
  return lines;
}

PrintedLines shown_lines(const std::vector<std::string>& lines, std::size_t begin,
                         std::size_t end) {
  PrintedLines printed{.lines = {}, .n_left_out = lines.size() - (end - begin)};
  for (std::size_t i = begin; i < end; ++i) printed.lines.push_back(shown_line(lines[i]));
  return printed;
}

}  // namespace

PrintedLines first_printed(const std::string& text, std::size_t most) {
  const std::vector<std::string> lines = whole_lines(text);
  return shown_lines(lines, 0, std::min(lines.size(), most));
}

PrintedLines last_printed(const std::string& text, std::size_t most) {
  const std::vector<std::string> lines = whole_lines(text);
  return shown_lines(lines, lines.size() - std::min(lines.size(), most), lines.size());
}

}  // namespace attn
